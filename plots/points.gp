# A column of summary.csv over the parameters of a random design, or a grid of three and more: a
# row of panels a scene, a panel a parameter, a point a configuration.
# Words: column, label, heading|line, scenes, movers, axes, units, scales, values.
name = ARG1; label = ARG2; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('points.gp')]
load home . 'style.gp'

counts = name eq 'failures'
mean = counts ? '' : '_mean'
if (counts) {
  stats [*:*][*:*] 'summary.csv' using (column(name)) nooutput
  if (STATS_max == 0) { exit }
}
count = words(movers)
colour(k) = hue(word(movers, k)); shape(k) = mark(word(movers, k)); called(k) = pretty(word(movers, k))
faint(k) = '#70' . colour(k)[2:*]
across(k) = scale eq 'words' ? place(values, strcol(axis)) + (k - 0.5 * (count + 1)) * 0.5 / count \
                             : column(axis)

# Up to four panels in a row.
columns = words(axes) < 4 ? words(axes) : 4
lines_a_scene = 1 + (words(axes) - 1) / columns
rows = words(scenes) * lines_a_scene
wide = columns > 2 ? 250.0 : wide
heading = list(ARG3, 1); line = list(ARG3, 2)
note = counts ? 'a point a configuration' : 'a point is the mean of one configuration'
load home . 'paper.gp'
load home . 'legend.gp'
set offsets 0, 0, graph (counts ? 0 : 0.05), graph 0.05

do for [s = 1:words(scenes)] {
  stats [*:*][*:*] 'summary.csv' using (strcol('scene') eq word(scenes, s) ? column(name . mean) : NaN) nooutput
  if (!exists('STATS_records')) { STATS_records = 0 }
  do for [p = 1:words(axes)] {
    eval panel((s - 1) * lines_a_scene + (p - 1) / columns, (p - 1) % columns)
    axis = word(axes, p); unit = word(units, p); scale = word(scales, p); values = list(ARG9, p)
    load home . 'axis.gp'
    set title ((p - 1) % columns == 0 ? pretty(word(scenes, s)) : '')
    set ylabel ((p - 1) % columns == 0 ? label : '') noenhanced
    if (counts) { set yrange [0:*] } else { set yrange [*:*] }
    if (STATS_records == 0) {
      set yrange [0:1]
      set label 1 'does not apply' at graph 0.5, 0.5 center textcolor rgb grey
      plot -1
    } else {
      plot for [k = 1:count] 'summary.csv' using (across(k)): \
        (of(word(scenes, s), word(movers, k), name . mean)) \
        with points linecolor rgb faint(k) pointtype shape(k) pointsize 0.5
    }
    unset label
  }
}
unset multiplot
