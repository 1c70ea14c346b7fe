# The path of the centre of mass of every mover on one scene, one above the other, with the holds
# and a picture of the arm every few frames; length and height in equal scales.
# Words: scene, movers, heading|scene, speed_min, speed_max.
scene = ARG1; movers = ARG2
home = ARG0[1:strlen(ARG0) - strlen('paths.gp')]
load home . 'style.gp'

window = 8.0
file(k) = 'trace_' . scene . '_' . word(movers, k) . '.csv'
world(k) = 'trace_' . scene . '_' . word(movers, k) . '.world.csv'
early(name) = column('t_s') <= window ? column(name) : NaN
inside(name) = column(name) >= x_low && column(name) <= x_high

# What the panels must show: all paths, and the holds they used.
x_low = 0.0; x_high = 1.0; y_low = 0.0; y_high = 0.0
do for [k = 1:words(movers)] {
  stats [*:*][*:*] file(k) using (early('com_x_m')):(early('com_y_m')) nooutput
  if (!exists('STATS_records')) { STATS_records = 0 }
  if (STATS_records > 0) {
    x_low = STATS_min_x < x_low ? STATS_min_x : x_low; x_high = STATS_max_x > x_high ? STATS_max_x : x_high
    y_low = STATS_min_y < y_low ? STATS_min_y : y_low; y_high = STATS_max_y > y_high ? STATS_max_y : y_high
  }
}
do for [k = 1:words(movers)] {
  stats [*:*][*:*] world(k) using (inside('x_m') ? column('y_m') : NaN) nooutput
  if (exists('STATS_max')) {
    y_low = STATS_min < y_low ? STATS_min : y_low; y_high = STATS_max > y_high ? STATS_max : y_high
  }
}
x_low = x_low - 0.5; x_high = x_high + 0.5; y_low = y_low - 0.3; y_high = y_high + 0.4
wide = 1060.0
high = wide * (y_high - y_low) / (x_high - x_low)
if (high > 300) { wide = wide * 300 / high; high = 300.0 }
wide = wide < 420 ? 420 : wide
metre = wide / (x_high - x_low) < high / (y_high - y_low) ? wide / (x_high - x_low) : high / (y_high - y_low)
x_high = x_low + wide / metre; y_low = y_high - high / metre

rows = words(movers); columns = 1
heading = list(ARG3, 1); line = pretty(scene)
note = sprintf('path of the centre of mass in the first %g s; thin lines: the arm every 1/15 s; marks: holds', window)
top = 92.0; between = 34.0
load home . 'paper.gp'
set xrange [x_low:x_high]; set yrange [y_low:y_high]
metres = metre < 18 ? 2 : 1
set ytics metres
# A restart after a fall is no path: the line breaks where a frame leaps half a metre.
unset datafile missing
x_before = NaN; y_before = NaN
leap(x, y) = (d = sqrt((x - x_before)**2 + (y - y_before)**2), x_before = x, y_before = y, d > 0.5)
unbroken(x, y) = leap(x, y) ? NaN : y
set grid noxtics noytics
do for [k = 1:rows] {
  eval panel(k - 1, 0)
  set title pretty(word(movers, k)) textcolor rgb hue(word(movers, k)) offset 0, -0.5
  set ylabel 'height, m'
  if (k == rows) { set xlabel 'distance, m'; set xtics autofreq } else { set format x ''; set xlabel '' }
  if (k == rows) { set format x '% h' }
  plot file(k) every 4 using (early('com_x_m')):(column('com_y_m')): \
      (column('contact_x_m') - column('com_x_m')):(column('contact_y_m') - column('com_y_m')) \
      with vectors nohead linecolor rgb '#b0b0b0' linewidth 0.7, \
    world(k) using (inside('x_m') ? column('x_m') : NaN):(column('y_m')) \
      with points pointtype 7 pointsize 0.45 linecolor rgb black, \
    file(k) using (early('com_x_m')):(unbroken(column('com_x_m'), column('com_y_m'))) \
      with lines linecolor rgb hue(word(movers, k)) linewidth 1.8
  unset label
}
unset multiplot
