# Planner regret against cost on two log scales: a panel a scene, a point a configuration, and a
# line through those that none beats in both, which are selected, not computed. Colours are the
# values of the first parameter that has words for values, else movers.
# Words: regret and one or two columns of cost, of which the first with a value is taken; their
# labels, joined by |; heading|line|note, scenes, movers, axes, units, scales, values.
columns_of = ARG1; labels = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('pareto.gp')]
load home . 'style.gp'
value_lists = ARG9
heading = list(titles, 1); line = list(titles, 2)

cost_at = 1; costs = 0
while (costs == 0 && cost_at < words(columns_of)) {
  cost_at = cost_at + 1
  name = word(columns_of, cost_at)
  load home . 'rows.gp'
  costs = sum [i = 1:count_rows] (known(i) && mean[i] > 0)
}
if (costs == 0) { exit }
array cost[count_rows]
do for [i = 1:count_rows] { cost[i] = known(i) && mean[i] > 0 ? mean[i] : NaN }
name = word(columns_of, 1)
load home . 'rows.gp'
priced(i) = cost[i] == cost[i]
wanted(i) = priced(i)
if (0 == sum [i = 1:count_rows] (known(i) && priced(i))) { exit }

# Which axis gives colours; 0: movers do.
by = 0
do for [n = words(axes) < 3 ? words(axes) : 3:1:-1] { if (word(scales, n) eq 'words') { by = n } }
levels = by ? list(ARG9, by) : movers
count = words(levels)
colour(k) = by ? hues[1 + (k - 1) % 7] : hue(word(levels, k))
shape(k) = by ? marks[1 + (k - 1) % 8] : mark(word(levels, k))
called(k) = by ? word(axes, by) . ' ' . word(levels, k) : pretty(word(levels, k))
level_of(i) = by == 0 ? m_of[i] : by == 1 ? a_of[i] : by == 2 ? b_of[i] : c_of[i]
faint(k) = '#60' . colour(k)[2:*]

columns = words(scenes) < 2 ? 1 : 2
rows = (words(scenes) + columns - 1) / columns
if (columns == 1) { wide = 600.0; high = 400.0 }
bars = 0; ends_shown = 0
load home . 'scale.gp'
note = rest(titles, 3) . ': a point is the mean of one configuration; line: those that none beats in both' \
  . (log_y && zeros ? sprintf('; 0: below %.0e, round-off', tiny) : '') \
  . (any_few ? '; hollow: fewer than half of the episodes have a value' : '')
load home . 'paper.gp'

c_low = NaN; c_high = NaN
do for [i = 1:count_rows] { if (priced(i) && known(i)) {
  c_low = c_low <= cost[i] ? c_low : cost[i]; c_high = c_high >= cost[i] ? c_high : cost[i]
} }
set logscale x
set xrange [c_low / 10**0.08:c_high * 10**0.08]
set format x '%g'
# Between two decades there is room for 2 and 5, and they are needed when there is but one.
set xtics ()
if (c_high < 300 * c_low) {
  do for [d = floor(log10(c_low)) - 1:floor(log10(c_high)) + 1] { do for [f in '1 2 5'] {
    set xtics add (sprintf('%g', f * 10.0**d) f * 10.0**d)
  } }
} else { set xtics autofreq }
set xlabel list(labels, cost_at) . ' (log)' noenhanced
exact_regret(i) = mean[i] > tiny ? mean[i] : 0 # round-off beats nothing
beats(j, i) = s_of[j] == s_of[i] && known(j) && priced(j) \
  && cost[j] <= cost[i] && exact_regret(j) <= exact_regret(i) \
  && (cost[j] < cost[i] || exact_regret(j) < exact_regret(i))

do for [s = 1:words(scenes)] {
  eval panel((s - 1) / columns, (s - 1) % columns)
  # $marks: level, cost, regret, hollow; $front: cost, regret.
  set print $marks
  print '0 NaN NaN 0'
  do for [i = 1:count_rows] { if (s_of[i] == s && known(i) && priced(i)) {
    print sprintf('%d %.17g %.17g %d', level_of(i), cost[i], drawn(mean[i]), few(i))
  } }
  set print $front
  do for [i = 1:count_rows] { if (s_of[i] == s && known(i) && priced(i)) {
    if (0 == sum [j = 1:count_rows] beats(j, i)) { print sprintf('%.17g %.17g', cost[i], drawn(mean[i])) }
  } }
  unset print
  set title pretty(word(scenes, s))
  if ((s - 1) % columns == 0) { eval y_name(0, list(labels, 1) . (log_y ? ' (log)' : '')) }
  if (|$front| == 0) {
    set label 1 no_data at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    plot NaN
  } else {
    plot $front using 1:2 smooth unique with lines linecolor rgb grey linewidth 1.2 dashtype solid, \
      for [k = 1:count] $marks using ($1 == k && $4 == 0 ? $2 : NaN):3 with points \
        linecolor rgb faint(k) pointtype shape(k) pointsize 0.6, \
      for [k = 1:count] $marks using ($1 == k && $4 == 1 ? $2 : NaN):3 with points \
        linecolor rgb faint(k) pointtype hollow(shape(k)) pointsize 0.6, \
      for [k = 1:1] $front using 1:2 with points linecolor rgb black pointtype 6 pointsize 0.9 linewidth 1
  }
  unset label
}
unset multiplot
