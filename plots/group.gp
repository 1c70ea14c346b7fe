# A panel of bars of column `name`, with `label` on the y axis: a group a scene, a bar a mover, and
# below a bar n where episodes have no value, and how many fell or the like. On a log scale, which
# has no foot to stand on, a mark instead of a bar. Loaded by bars.gp after rows.gp.
if (drawn_panels == 0) {
  any_below = !counts && 0 < sum [i = 1:count_rows] (used[i] < total[i] || bad[i] > 0)
  above = 20.0; between = any_below ? 100.0 : 70.0; under = any_below ? 90.0 : 60.0
  note = rest(titles, 3) . (counts ? ': number for each scene' : ': mean and 95 % interval of each scene') . n_note
  load home . 'paper.gp'
}
eval panel(drawn_panels / columns, drawn_panels % columns)
wanted(i) = 1
load home . 'scale.gp'
bar_x(i) = s_of[i] + (m_of[i] - 0.5 * (slots + 1)) * 0.8 / slots

# $bars: mover, x, y, hollow; $ends: x, low, high.
set print $bars
print '0 NaN NaN 0'
do for [i = 1:count_rows] { if (known(i)) {
  print sprintf('%d %.17g %.17g %d', m_of[i], bar_x(i), drawn(mean[i]), few(i))
} }
set print $ends
print 'NaN NaN NaN'
do for [i = 1:count_rows] { if (has_ends(i) && mean[i] > (log_y ? tiny : mean[i] - 1)) {
  print sprintf('%.17g %.17g %.17g', bar_x(i), end(ci_low[i]), end(ci_high[i]))
} }
unset print

# Zeros in print, and what is missing.
text_rows_below = 0
do for [i = 1:count_rows] {
  if (known(i) && abs(mean[i]) <= tiny) {
    set label 300 + i '0' at first bar_x(i), first drawn(0) offset 0, 0.6 center \
      textcolor rgb colour(m_of[i]) font ',10'
  }
  below = 0
  if (used[i] < total[i]) {
    set label 1000 + i sprintf('n = %d', used[i]) at first bar_x(i), graph 0 offset 0, -0.8 center \
      textcolor rgb grey font ',9'
    set label 2000 + i sprintf('of %d', total[i]) at first bar_x(i), graph 0 offset 0, -1.7 center \
      textcolor rgb grey font ',9'
    below = 2
  }
  if (!counts && bad[i] > 0) {
    how = words(ended[i]) == 1 ? pretty(word(ended[i], 1)) : 'failed'
    tag = 3000 + i
    set label tag '' . (bad[i] == total[i] ? 'all ' : sprintf('%d ', bad[i])) . how \
      at first bar_x(i), graph 0 offset 0, -0.8 - 0.9 * below center textcolor rgb grey font ',9'
    below = below + 1
  }
  text_rows_below = below > text_rows_below ? below : text_rows_below
}
set xrange [0.5:groups + 0.5]
set xtics () scale 0 offset 0, 0.1 - 0.9 * text_rows_below
do for [k = 1:groups] { set xtics add (pretty(word(scenes, k)) k) }
set grid noxtics ytics
eval y_name(drawn_panels % columns, label . (log_y ? ' (log)' : ''))
set boxwidth 0.74 / slots
if (shown == 0) {
  set label 1 no_data at graph 0.5, 0.5 center textcolor rgb grey
  set ytics ()
  plot -1
} else { if (log_y) {
  plot $ends using 1:2:(0):($3 - $2) with vectors heads size screen 4 / width, 90 \
      linecolor rgb black linewidth 1.2, \
    for [k = 1:slots] $bars using ($1 == k ? $2 : NaN):3 with points pointtype mark(word(movers, k)) \
      pointsize 1.0 linecolor rgb colour(k), \
    $bars using ($4 == 1 ? $2 : NaN):3 with points pointtype 7 pointsize 0.5 linecolor rgb '#ffffff'
} else {
  plot for [k = 1:slots] $bars using ($1 == k && $4 == 0 ? $2 : NaN):3 with boxes fillcolor rgb colour(k), \
    for [k = 1:slots] $bars using ($1 == k && $4 == 1 ? $2 : NaN):3 with boxes \
      fillstyle empty border rgb colour(k) linecolor rgb colour(k) linewidth 1.4, \
    $ends using 1:2:(0):($3 - $2) with vectors heads size screen 4 / width, 90 \
      linecolor rgb black linewidth 1.2
} }
unset label
unset logscale y
drawn_panels = drawn_panels + 1
