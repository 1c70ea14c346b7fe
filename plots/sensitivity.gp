# First and total order indices of one metric from sensitivity.csv: a panel a scene and mover, a row
# a parameter, sorted by total order, with 95 % intervals.
# Words: metric, its name, heading|line|note, scenes, movers, parameters.
name = ARG1; label = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5; axes = ARG6
home = ARG0[1:strlen(ARG0) - strlen('sensitivity.gp')]
load home . 'style.gp'
load home . 'names.gp'
index = 'S1'
load home . 'indices.gp'
array first[|estimate|]; array first_low[|estimate|]; array first_high[|estimate|]
do for [i = 1:|estimate|] { first[i] = estimate[i]; first_low[i] = ci_low[i]; first_high[i] = ci_high[i] }
index = 'ST'
load home . 'indices.gp'

# One scale for all panels: all of the variance, and what lies beyond it by chance.
x_low = 0.0; x_high = 1.0
reach(v) = v != v ? 0 : (x_low = v < x_low ? v : x_low, x_high = v > x_high ? v : x_high, 0)
do for [i = 1:|estimate|] {
  x = reach(estimate[i]); x = reach(first[i])
  x = reach(ci_low[i]); x = reach(ci_high[i]); x = reach(first_low[i]); x = reach(first_high[i])
}
beyond = x_low < -0.5 || x_high > 1.5
x_low = x_low < -0.5 ? -0.5 : x_low; x_high = x_high > 1.5 ? 1.5 : x_high
any_ends = sum [i = 1:|estimate|] has_ends(i)

panels = words(scenes) * words(movers)
columns = panels > 1 ? 2 : 1
rows = (panels + columns - 1) / columns
wide = 340.0; gap = left - 20; above = 60.0; between = 106.0
count = 2
array kinds[2] = ['#56B4E9', '#0072B2']
colour(k) = kinds[k]; shape(k) = 5
called(k) = k == 1 ? 'first order S1: the parameter alone' : 'total order ST: with all its interactions'
if (name eq 'failed' && 0 == (sum [i = 1:|estimate|] known(i))) { exit }
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . (any_ends ? ': estimates and 95 % intervals' : ': estimates, without intervals') \
  . ', sorted by total order' . (beyond ? '; longer bars and intervals leave the frame' : '')
load home . 'paper.gp'
set grid xtics noytics
set xtics 0.25
set xrange [x_low - (x_low < 0 ? 0.02 : 0):x_high + 0.02]
if (x_low < 0) { set arrow 1 from first 0, graph 0 to first 0, graph 1 nohead linecolor rgb grey linewidth 0.8 }

do for [p = 1:panels] {
  s = 1 + (p - 1) / words(movers); m = 1 + (p - 1) % words(movers)
  eval panel((p - 1) / columns, (p - 1) % columns)
  height(k) = estimate[at(s, m, k)]
  @sort_rows
  eval row_names(1)
  # $bars: which index, from, to, low, high of the bar; $ends: low, y, high.
  seen = 0; all_rows = 0; all_dropped = 0
  set print $bars
  print '0 NaN NaN NaN NaN'
  do for [k = 1:words(axes)] {
    i = at(s, m, sorted[k])
    if (first[i] == first[i]) { print sprintf('1 0 %.17g %.17g %.17g', first[i], k - bar_half, k) }
    if (known(i)) { print sprintf('2 0 %.17g %.17g %.17g', estimate[i], k, k + bar_half) }
    seen = seen + known(i) + (first[i] == first[i])
    all_rows = rows_of[i] > all_rows ? rows_of[i] : all_rows
    all_dropped = dropped[i] > all_dropped ? dropped[i] : all_dropped
  }
  set print $ends
  print 'NaN NaN NaN'
  do for [k = 1:words(axes)] {
    i = at(s, m, sorted[k])
    if (first_high[i] > first_low[i]) { print sprintf('%.17g %.17g %.17g', first_low[i], k - 0.5 * bar_half, first_high[i]) }
    if (has_ends(i)) { print sprintf('%.17g %.17g %.17g', ci_low[i], k + 0.5 * bar_half, ci_high[i]) }
  }
  unset print
  set title pretty(word(scenes, s)) . ': ' . pretty(word(movers, m)) offset 0, 0.35
  set label 3 rows_told(all_rows, all_dropped, 'rows') at graph 0.5, 1.0 offset 0, 0.6 center textcolor rgb grey font ',9' noenhanced
  set xlabel 'share of the variance of ' . label noenhanced
  if (seen == 0) {
    set label 1 no_variance at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    plot NaN
  } else {
    plot for [k = 1:2] $bars using ($1 == k ? $3 : NaN):($4):(0):3:4:5 with boxxyerror fillcolor rgb colour(k), \
      $ends using 1:2:($3 - $1):(0) with vectors heads size screen 3 / width, 90 linecolor rgb black linewidth 1
  }
  unset label
}
unset multiplot
