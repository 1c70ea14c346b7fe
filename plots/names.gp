# Horizontal bars, a row a parameter: room for the names of `axes` left of a panel, and
# eval row_names(show): the y axis with `sorted`, places in `axes`, from above. bar_half is half the
# height of a row's bars. rows_told(n, dropped, what): "1024 rows, 12 more dropped".
name_chars = 1
do for [k = 1:words(axes)] { name_chars = strlen(word(axes, k)) > name_chars ? strlen(word(axes, k)) : name_chars }
left = 34.0 + 6.9 * name_chars
high = 26.0 * words(axes) + 8
bar_half = 0.36
array sorted[words(axes)]
row_names(show) = sprintf('set yrange [%g:0.5]; ', words(axes) + 0.5) . 'set ytics () scale 0; set format y ' \
  . (show ? '"% h"; do for [k = 1:words(axes)] { set ytics add (word(axes, sorted[k]) k) }' : '""')
rows_told(n, dropped, what) = n > 0 || dropped > 0 ? sprintf('%d %s', n, what) . (dropped > 0 ? sprintf(', %d more dropped', dropped) : '') : ''
# Places 1 to n in `sorted` by falling height(p); those without a value last.
height_or(p) = height(p) == height(p) ? height(p) : -1e300
sort_rows = "do for [k = 1:words(axes)] { sorted[k] = k }; \
  do for [k = 2:words(axes)] { do for [l = k:2:-1] { \
    if (height_or(sorted[l]) > height_or(sorted[l - 1])) { \
      swap = sorted[l]; sorted[l] = sorted[l - 1]; sorted[l - 1] = swap } } }"
