# A column of summary.csv over two swept parameters with many values each: a heat map, a panel a
# scene and mover. Cells are as wide as one another, whatever their values; a blank one has none.
# Words: column, label, heading|line, scenes, movers, axes, units, scales, values.
name = ARG1; label = ARG2; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('map.gp')]
load home . 'style.gp'

value_lists = ARG9
load home . 'rows.gp'
if (any == 0) { exit }
across = list(ARG9, 1); up = list(ARG9, 2)

rows = words(scenes); columns = words(movers)
right = 112.0 # the colour box
heading = list(ARG3, 1); line = list(ARG3, 2)
note = counts ? 'number for each configuration' : 'mean of each configuration'
top = 104.0; left = 104.0; gap = 104.0; high = 270.0
load home . 'paper.gp'

# Every value has a cell; as many are named as have room.
tick(axis, scale, values, k) = scale eq 'words' ? word(values, k) : short(word(values, k))
every_x = 1 + int(words(across) * 44 / wide); every_y = 1 + int(words(up) * 18 / high)
set xtics () scale 0
set ytics () scale 0
do for [k = 1:words(across):every_x] { set xtics add (tick(word(axes, 1), word(scales, 1), across, k) k) }
do for [k = 1:words(up):every_y] { set ytics add (tick(word(axes, 2), word(scales, 2), up, k) k) }
set xrange [0.5:words(across) + 0.5]; set yrange [0.5:words(up) + 0.5]
named(n) = word(axes, n) . (word(units, n) eq '-' ? '' : ', ' . word(units, n))
unset grid
set border 0

# One scale for all panels, so that colours compare.
stats [*:*][*:*] $rows using 6 nooutput
if (!exists('STATS_min')) { STATS_min = 0; STATS_max = 1 }
set cbrange [counts ? 0 : STATS_min:counts ? most : STATS_max > STATS_min ? STATS_max : STATS_min + 1]
set cblabel label noenhanced offset 0.6, 0
do for [s = 1:rows] { do for [m = 1:columns] {
  eval panel(s - 1, m - 1)
  set title pretty(word(scenes, s)) . ': ' . pretty(word(movers, m))
  set ylabel (m == 1 ? named(2) : '') noenhanced
  set xlabel named(1) noenhanced
  if (m == columns) {
    set colorbox user origin screen panel_left(m - 1) + (wide + 14) / width, \
      screen panel_top(s - 1) - high / height size screen 12 / width, screen high / height noborder
  } else { unset colorbox }
  stats [*:*][*:*] $rows using (column(1) == s && column(2) == m ? column(6) : NaN) nooutput
  if (!exists('STATS_records')) {
    set label 1 'does not apply' at graph 0.5, 0.5 center textcolor rgb grey
    unset colorbox
    plot 0 linecolor rgb '#ffffff'
  } else {
    plot $rows using (column(3)):(column(4)):(0.485):(0.485): \
      (column(1) == s && column(2) == m ? column(6) : NaN) with boxxyerror fillcolor palette
  }
  unset label
} }
unset multiplot
