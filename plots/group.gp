# A panel of bars: column `name` of summary.csv with `label` on the y axis, a group a scene, a bar
# a mover; the legend too when this is the first panel. Loaded by bars.gp and groups.gp.
if (!exists('drawn')) { drawn = 0 }
count = words(movers)
colour(k) = hue(word(movers, k)); shape(k) = 5; called(k) = pretty(word(movers, k))
if (drawn == 0) { load home . 'legend.gp' }
eval panel(drawn / columns, drawn % columns)
set xrange [0.5:words(scenes) + 0.5]
set xtics () scale 0
do for [k = 1:words(scenes)] { set xtics add (pretty(word(scenes, k)) k) }
set grid noxtics ytics
set ylabel label noenhanced
set boxwidth 0.74 / count
centre(unused) = column(1) + (column(2) - 0.5 * (count + 1)) * 0.8 / count

stats [*:*][*:*] $rows using 6 nooutput
if (!exists('STATS_min')) {
  set yrange [0:1]; set label 1 'does not apply' at graph 0.5, 0.5 center textcolor rgb grey
  plot -1
} else {
  if (counts) { whole = most > 7 ? nice(most / 5.0) : 1 }
  # From zero; the end of an interval may lie below it.
  if (STATS_min < 0) { set yrange [*:0<*] } else { if (counts) { set yrange [0:most]; set ytics whole } else { set yrange [0:*] } }
  if (counts) {
    plot for [k = 1:count] $rows using (centre(0)):(column(2) == k ? column(6) : NaN) \
      with boxes fillcolor rgb colour(k)
  } else {
    plot for [k = 1:count] $rows using (centre(0)):(column(2) == k ? column(6) : NaN) \
        with boxes fillcolor rgb colour(k), \
      $ends using (centre(0)):(column(7)):(0):(column(8) - column(7)) \
        with vectors heads size screen 4 / width, 90 linecolor rgb black linewidth 1.2
  }
}
unset label
drawn = drawn + 1
