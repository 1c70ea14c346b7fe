# What share of a metric's variance each parameter explains alone, from importance.csv: a row of
# panels a scene and mover, a panel a metric, a row a parameter, the most important first.
# Words: metrics, their names joined by |, heading|line|note, parameters. Of `failed` and `score` only
# what has a value is shown.
metrics = ARG1; labels = ARG2; titles = ARG3; axes = ARG4
home = ARG0[1:strlen(ARG0) - strlen('importance.gp')]
load home . 'style.gp'
load home . 'names.gp'

# Scenes and movers as the file has them; - where it names none.
@read_comma
scenes = ''; movers = ''; valued = ''
some(w) = strlen(w) ? w : '-'
have(all, w) = 0 < sum [k = 1:words(all)] (word(all, k) eq w)
added(all, w) = have(all, w) ? all : all . ' ' . w
stats [*:*][*:*] 'importance.csv' using (scenes = added(scenes, some(strcol('scene'))), \
  movers = added(movers, some(strcol('mover'))), \
  column('importance') == column('importance') ? (valued = added(valued, strcol('metric'))) : 0, 1) nooutput
if (words(scenes) == 0) { exit }
shown = ''
do for [w in metrics] { if (have('failed score', w) == 0 || have(valued, w)) { shown = shown . ' ' . w } }
order_of(all, w) = sum [k = 1:words(all)] (word(all, k) eq w ? k : 0)
at(s, m, v, p) = (((s - 1) * words(movers) + m - 1) * words(shown) + v - 1) * words(axes) + p
array share[words(scenes) * words(movers) * words(shown) * words(axes)]
do for [i = 1:|share|] { share[i] = NaN }
stats [*:*][*:*] 'importance.csv' using (p = place(axes, strcol('parameter')), p * have(shown, strcol('metric')) == 0 ? 0 : \
  (share[at(order_of(scenes, some(strcol('scene'))), order_of(movers, some(strcol('mover'))), \
    order_of(shown, strcol('metric')), p)] = column('importance'), 1)) nooutput
@read_blank
called_metric(v) = list(labels, place(metrics, word(shown, v)))

groups = words(scenes) * words(movers)
lines_a_group = (words(shown) + 3) / 4
columns = (words(shown) + lines_a_group - 1) / lines_a_group
rows = groups * lines_a_group
wide = columns > 2 ? 210.0 : 270.0; gap = 30.0; above = 60.0; between = 104.0
if (columns == 1) { wide = 420.0 }
heading = list(titles, 1); line = list(titles, 2); note = rest(titles, 3)
load home . 'paper.gp'
set grid xtics noytics
set xrange [0:1.02]
set xtics 0.25
set format x '%g'

do for [g = 1:groups] { do for [v = 1:words(shown)] {
  s = 1 + (g - 1) / words(movers); m = 1 + (g - 1) % words(movers)
  height(p) = sum [w = 1:words(shown)] (share[at(s, m, w, p)] == share[at(s, m, w, p)] ? share[at(s, m, w, p)] : 0)
  @sort_rows
  r = (g - 1) * lines_a_group + (v - 1) / columns
  eval panel(r, (v - 1) % columns)
  eval row_names((v - 1) % columns == 0)
  if (v == 1) {
    set label 2 (word(scenes, s) eq '-' ? '' : pretty(word(scenes, s))) . (word(movers, m) eq '-' ? '' : ': ' . pretty(word(movers, m))) \
      at screen 14 / width, panel_top(r) + 38 / height left font ',13' noenhanced
  }
  set title called_metric(v) offset 0, -0.4
  set xlabel (v + columns > words(shown) ? 'share of the variance' : '')
  set print $bars
  print 'NaN NaN'
  seen = 0
  do for [k = 1:words(axes)] {
    x = share[at(s, m, v, sorted[k])]
    if (x == x) { print sprintf('%d %.17g', k, x); seen = seen + 1 }
  }
  unset print
  if (seen == 0) {
    set label 1 no_variance at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    plot NaN
  } else {
    plot $bars using 2:1:(0):2:($1 - bar_half):($1 + bar_half) with boxxyerror fillcolor rgb hues[1]
  }
  unset label
} }
unset multiplot
