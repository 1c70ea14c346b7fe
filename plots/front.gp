# What a search with several objectives found: a panel a pair of objectives, all evaluations of
# history.csv in grey, those of front.csv, which none beats in all, in a colour.
# Words: objectives, their labels joined by |, heading|line|note.
columns_of = ARG1; labels = ARG2; titles = ARG3
home = ARG0[1:strlen(ARG0) - strlen('front.gp')]
load home . 'style.gp'
told = '-'
load home . 'trials.gp'
if (trials == 0) { exit }
with_front = 1
load home . 'front_of.gp'

many = words(columns_of)
panels = many * (many - 1) / 2
columns = panels < 3 ? panels : 3
rows = (panels + columns - 1) / columns
wide = panels == 1 ? 520.0 : 300.0; high = panels == 1 ? 380.0 : 260.0
gap = 92.0; above = 30.0; between = 84.0
count = default_trial >= 0 ? 3 : 2
colour(k) = k == 1 ? '#999999' : k == 2 ? hues[2] : black
shape(k) = k == 1 ? 7 : k == 2 ? 5 : 13
called(k) = k == 1 ? 'evaluations' : k == 2 ? 'on the front' : 'default'
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . sprintf(': %d of %d evaluations are on the front', members, trials) \
  . (many > 2 ? ', of which a panel shows two objectives' : '')
load home . 'paper.gp'

p = 0
do for [a = 1:many - 1] { do for [b = a + 1:many] {
  eval panel(p / columns, p % columns)
  name = word(columns_of, a)
  load home . 'range.gp'
  set xtics ()
  eval ranged('x')
  set xlabel list(labels, a) . (logs ? ' (log)' : '') noenhanced
  # Both scales at once: that of x under another name.
  x_logs = logs; x_tiny = tiny; x_low = low; x_top = top; some_x = some
  x_zero_at = logs ? zero_at : 0.0
  drawn_x(v) = x_logs && v <= x_tiny ? x_zero_at : v
  share_x(v) = x_logs ? log10(drawn_x(v) / x_low) / log10(x_top / x_low) : (v - x_low) / (x_top - x_low)
  over_x = over
  name = word(columns_of, b)
  load home . 'range.gp'
  eval ranged('y')
  eval y_name(p % columns, list(labels, b) . (logs ? ' (log)' : ''))
  set label 3 (over_x + over > 0 ? 'some evaluations lie outside the frame' : '') \
    at graph 0.5, 1.0 offset 0, 0.6 center textcolor rgb grey font ',9' noenhanced
  if (some == 0 || some_x == 0) {
    set label 1 'no data: no evaluation has a value' at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    set format x ''; set format y ''
    plot NaN
  } else {
    load home . 'cells.gp'
    across(v) = drawn_x(column(word(columns_of, a)))
    @read_comma
    plot source using (across(0)):(in_front(column('evaluation')) == 0 \
        && fresh(share_x(column(word(columns_of, a))), share_of(column(name))) ? drawn(column(name)) : NaN) \
        with points linecolor rgb '#80999999' pointtype 7 pointsize 0.45, \
      source using (many == 2 && in_front(column('evaluation')) ? across(0) : NaN):(drawn(column(name))) \
        smooth unique with lines linecolor rgb hues[2] linewidth 1.2, \
      source using (in_front(column('evaluation')) ? across(0) : NaN):(drawn(column(name))) \
        with points linecolor rgb hues[2] pointtype 5 pointsize 0.55, \
      source using (column('evaluation') == default_trial ? across(0) : NaN):(drawn(column(name))) \
        with points linecolor rgb black pointtype 13 pointsize 1.2
    @read_blank
  }
  unset label
  p = p + 1
} }
unset multiplot
