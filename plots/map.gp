# A column of summary.csv over two swept parameters with many values each: a heat map, a panel a
# scene and mover. Cells are as wide as one another, whatever their values; a blank one has none.
# Words: column, label, heading|line|note, scenes, movers, axes, units, scales, values.
name = ARG1; label = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('map.gp')]
load home . 'style.gp'

value_lists = ARG9
heading = list(titles, 1); line = list(titles, 2)
load home . 'rows.gp'
if (any == 0) { exit }
across = list(ARG9, 1); up = list(ARG9, 2)

rows = words(scenes); columns = words(movers)
right = 112.0 # the colour box
left = 104.0; gap = 104.0; high = 270.0
reduced = sum [i = 1:count_rows] (used[i] < total[i])
note = rest(titles, 3) . (counts ? ': number for each configuration' : ': mean of each configuration') \
  . (reduced ? sprintf('; in a cell: how many of %d episodes have a value, where not all', most) : '')

# One scale for all panels, so that colours compare.
bars = 0; ends_shown = 0
wanted(i) = 1
load home . 'scale.gp'
note = note . (log_y && zeros ? '; grey: 0' : '')
load home . 'paper.gp'
unset logscale y
set yrange [*:*]
if (shown == 0) { m_low = 0; m_high = 1 }
if (log_y) {
  set logscale cb
  set format cb '%g'
  set cbrange [p_low:m_high]
} else {
  from = counts || (positive && m_low < 0.5 * m_high) ? 0.0 : m_low
  set cbrange [from:counts ? most : m_high > from ? m_high : from + 1]
}
set cblabel label . (log_y ? ' (log)' : '') noenhanced offset 0.6, 0

# Every value has a cell; as many are named as have room.
tick(n, values, k) = word(scales, n) eq 'words' ? word(values, k) : value_read(word(values, k), word(units, n))
every_x = 1 + int(words(across) * 44 / wide); every_y = 1 + int(words(up) * 18 / high)
set xtics () scale 0
set ytics () scale 0
set format y '% h'
do for [k = 1:words(across):every_x] { set xtics add (tick(1, across, k) k) }
do for [k = 1:words(up):every_y] { set ytics add (tick(2, up, k) k) }
set xrange [0.5:words(across) + 0.5]; set yrange [0.5:words(up) + 0.5]
named(n) = word(axes, n) . (word(units, n) eq '-' ? '' : ', ' . unit_read(word(units, n)))
unset grid
set border 0
room = wide / words(across) > 20 && high / words(up) > 12

do for [s = 1:rows] { do for [m = 1:columns] {
  eval panel(s - 1, m - 1)
  set title pretty(word(scenes, s)) . ': ' . pretty(word(movers, m))
  if (m == 1) { eval y_name(0, named(2)) }
  set xlabel named(1) noenhanced
  if (m == columns) {
    set colorbox user origin screen panel_left(m - 1) + (wide + 14) / width, \
      screen panel_top(s - 1) - high / height size screen 12 / width, screen high / height noborder
  } else { unset colorbox }
  # $cells: x, y, value (NaN: zero on a log scale), whether zero.
  seen = 0
  set print $cells
  do for [i = 1:count_rows] { if (s_of[i] == s && m_of[i] == m && known(i)) {
    seen = seen + 1
    is_zero = log_y && mean[i] <= tiny
    print sprintf('%d %d %.17g %d', a_of[i], b_of[i], is_zero ? NaN : mean[i], is_zero)
  } }
  unset print
  do for [i = 1:room ? count_rows : 0] { if (s_of[i] == s && m_of[i] == m && used[i] < total[i]) {
    set label 1000 + i sprintf('%d', used[i]) at first a_of[i], first b_of[i] center front boxed \
      textcolor rgb black font ',8'
  } }
  if (seen == 0) {
    set label 1 no_data at graph 0.5, 0.5 center textcolor rgb grey
    unset colorbox
    plot 0 linecolor rgb '#ffffff'
  } else {
    plot $cells using 1:2:(0.485):(0.485):3 with boxxyerror fillcolor palette, \
      $cells using ($4 == 1 ? $1 : NaN):2:(0.485):(0.485) with boxxyerror fillcolor rgb '#bbbbbb'
  }
  unset label
} }
unset multiplot
