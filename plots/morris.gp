# Elementary effects of one metric from sensitivity.csv: a row of panels a scene and mover; on the
# left their mean size mu* for each parameter, sorted, with 95 % intervals; on the right their
# standard deviation sigma against mu*, numbered as on the left.
# Words: metric, its name, heading|line|note, scenes, movers, parameters.
name = ARG1; label = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5; axes = ARG6
home = ARG0[1:strlen(ARG0) - strlen('morris.gp')]
load home . 'style.gp'
load home . 'names.gp'
index = 'sigma'
load home . 'indices.gp'
array sigma[|estimate|]
do for [i = 1:|estimate|] { sigma[i] = estimate[i] }
index = 'mu_star'
load home . 'indices.gp'

rows = words(scenes) * words(movers); columns = 2
left = left + 20; wide = 340.0; gap = 104.0; above = 60.0; between = 106.0
bar_half = bar_half * (high < 220 ? high / 220 : 1.0)
high = high < 220 ? 220.0 : high
if (name eq 'failed' && 0 == (sum [i = 1:|estimate|] (estimate[i] > 0))) { exit } # none failed
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . ': mean size mu* of the elementary effects' \
  . (0 < (sum [i = 1:|estimate|] has_ends(i)) ? ' with 95 % interval' : '') \
  . ', and their standard deviation sigma; above the line sigma = mu*: effects that change sign or depend on the others'
load home . 'paper.gp'
effect = 'effect on ' . label . (strlen(unit) ? ', ' . unit : '')

do for [p = 1:rows] {
  s = 1 + (p - 1) / words(movers); m = 1 + (p - 1) % words(movers)
  height(k) = estimate[at(s, m, k)]
  @sort_rows
  x_high = 0.0; y_high = 0.0; seen = 0; all_rows = 0; all_dropped = 0
  do for [k = 1:words(axes)] {
    i = at(s, m, k)
    x_high = known(i) && estimate[i] > x_high ? estimate[i] : x_high
    y_high = sigma[i] > y_high ? sigma[i] : y_high
    seen = seen + known(i)
    all_rows = rows_of[i] > all_rows ? rows_of[i] : all_rows
    all_dropped = dropped[i] > all_dropped ? dropped[i] : all_dropped
  }
  end_high = x_high
  do for [k = 1:words(axes)] { i = at(s, m, k); end_high = has_ends(i) && ci_high[i] > end_high ? ci_high[i] : end_high }
  end_high = end_high > 0 ? 1.05 * end_high : 1.0
  x_high = x_high > 0 ? 1.12 * x_high : 1.0; y_high = y_high > 0 ? 1.12 * y_high : 1.0

  set print $bars
  print 'NaN NaN'
  do for [k = 1:words(axes)] { i = at(s, m, sorted[k]); if (known(i)) { print sprintf('%d %.17g', k, estimate[i]) } }
  set print $ends
  print 'NaN NaN NaN'
  do for [k = 1:words(axes)] {
    i = at(s, m, sorted[k])
    if (has_ends(i)) { print sprintf('%d %.17g %.17g', k, ci_low[i], ci_high[i]) }
  }
  # $places: mu*, sigma, number; points too near for two numbers share a label.
  set print $places
  print 'NaN NaN 0'
  do for [k = 1:words(axes)] {
    i = at(s, m, sorted[k])
    if (known(i) && sigma[i] == sigma[i]) { print sprintf('%.17g %.17g %d', estimate[i], sigma[i], k) }
  }
  unset print

  eval panel(p - 1, 0)
  eval row_names(0)
  do for [k = 1:words(axes)] { set ytics add (sprintf('%s  %d', word(axes, sorted[k]), k) k) }
  set title pretty(word(scenes, s)) . ': ' . pretty(word(movers, m)) offset 0, 0.35
  set label 3 rows_told(all_rows, all_dropped, 'trajectories') at graph 0.5, 1.0 offset 0, 0.6 center textcolor rgb grey font ',9' noenhanced
  set grid xtics noytics
  set xrange [0:end_high]; set xtics nice(end_high / 4.5)
  set xlabel 'mu*, mean size of the ' . effect noenhanced
  if (seen == 0) { set label 1 no_variance at graph 0.5, 0.5 center textcolor rgb grey font ',10' }
  plot $bars using 2:1:(0):2:($1 - bar_half):($1 + bar_half) with boxxyerror fillcolor rgb hues[1], \
    $ends using 2:1:($3 - $2):(0) with vectors heads size screen 3 / width, 90 linecolor rgb black linewidth 1
  unset label

  eval panel(p - 1, 1)
  set title ''
  set grid xtics ytics
  set xrange [0:x_high]; set xtics nice(x_high / 4.5)
  set yrange [0:y_high]; set format y '% h'; set ytics () scale 0.6; set ytics nice(y_high / 5.0)
  set xlabel 'mu*'
  eval y_name(1, 'sigma of the ' . effect)
  array told[words(axes)]; array tell_x[words(axes)]; array tell_y[words(axes)]
  do for [k = 1:words(axes)] {
    i = at(s, m, sorted[k]); told[k] = ''
    if (known(i) && sigma[i] == sigma[i]) {
      tell_x[k] = estimate[i]; tell_y[k] = sigma[i]; told[k] = sprintf('%d', k)
      do for [l = 1:k - 1] {
        if (strlen(told[k]) && strlen(told[l]) && abs(tell_x[k] - tell_x[l]) < (14 + 7 * strlen(told[l])) * x_high / wide \
            && abs(tell_y[k] - tell_y[l]) < 13 * y_high / high) {
          told[l] = told[l] . ', ' . told[k]; told[k] = ''
        }
      }
    }
  }
  do for [k = 1:words(axes)] { if (strlen(told[k])) {
    set label 300 + k told[k] at first tell_x[k], first tell_y[k] offset 0.8, 0.35 left font ',10'
  } }
  plot [0:x_high] x linecolor rgb grey linewidth 0.8 dashtype dashed, \
    $places using 1:2 with points pointtype 7 pointsize 0.6 linecolor rgb hues[1]
  unset label
}
unset multiplot
