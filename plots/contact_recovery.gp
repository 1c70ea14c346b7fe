# Hand over hand: energy recovery and collision fraction over the overshoot, a line an arm's flexion,
# with the siamangs' ranges shaded; and the pairs of overshoot and flexion that give their means
# (lines) and ranges (shaded), from contact.csv (bench_contact) and siamang.csv (bench_contact
# siamang). Words: spacing in metres, as the files have it.
spacing = ARG1 + 0
home = ARG0[1:strlen(ARG0) - strlen('contact_recovery.gp')]
load home . 'style.gp'
array bent[5] = [0.0, 0.1, 0.2, 0.3, 0.4]
wide = 300.0; high = 260.0; gap = 80.0; above = 48.0
rows = 1; columns = 3
count = 8
by_recovery = hues[1]; by_fraction = hues[2]; by_both = '#b7d7ae'
colour(k) = k < 6 ? step(k, 5) : k == 6 ? by_recovery : k == 7 ? by_fraction : by_both
shape(k) = k < 6 ? 7 : 5
called(k) = k < 6 ? sprintf('flexion %g', bent[k]) : k == 6 ? 'recovery 70 %' : k == 7 ? 'collision fraction 0.2' \
  : 'both in their ranges'
heading = 'What an overshoot costs hand over hand, and what a bent arm saves'
line = sprintf('arm 0.8 m, holds %g m apart, level; a point mass with muscles along the arc', spacing)
note = 'shaded: siamangs, mean and standard deviation (Michilsens et al. 2012): recovery 70 +- 11.4 %, ' \
  . 'collision fraction 0.2 +- 0.13'
load home . 'paper.gp'

is(name, value) = abs(column(name) - value) < 1e-6
of(k) = is('spacing_m', spacing) && is('flexion', bent[k])
band(low, high, paint) = sprintf('set object 1 rectangle from graph 0, first %g to graph 1, first %g \
  behind fillcolor rgb "%s" fillstyle solid 1 noborder', low, high, paint)
@read_comma
set xrange [0:40]; set xtics 10
set xlabel 'overshoot, degrees'

eval panel(0, 0)
set title 'energy recovery'
eval y_name(0, 'recovery, %')
set yrange [40:102]; set ytics 20
eval band(58.6, 81.4, '#dbe9f4')
plot for [k = 1:5] 'contact.csv' using (of(k) ? column('overshoot_deg') : NaN):'recovery_percent' \
  with lines linecolor rgb colour(k) linewidth 1.8
unset label

eval panel(0, 1)
set title 'collision fraction'
eval y_name(1, 'collision fraction')
set yrange [0:1.02]; set ytics 0.2
eval band(0.07, 0.33, '#fbe3d5')
plot for [k = 1:5] 'contact.csv' using (of(k) ? column('overshoot_deg') : NaN):'collision_fraction' \
  with lines linecolor rgb colour(k) linewidth 1.8
unset label
unset object

eval panel(0, 2)
set title 'pairs that fit'
eval y_name(2, 'overshoot, degrees')
set xlabel 'flexion of the arm that takes over'
set xrange [0:0.4]; set xtics 0.1
set yrange [0:40]; set ytics 10
at(name) = is('spacing_m', spacing) ? column(name) : NaN
up_to(name) = is('spacing_m', spacing) && column(name) != column(name) ? 40 : at(name)
plot 'siamang.csv' using (at('flexion')):(at('recovery_most_deg')):(up_to('recovery_least_deg')) \
    with filledcurves fillcolor rgb '#dbe9f4' fillstyle solid 0.8 noborder, \
  'siamang.csv' using (at('flexion')):(at('fraction_least_deg')):(up_to('fraction_most_deg')) \
    with filledcurves fillcolor rgb '#fbe3d5' fillstyle solid 0.8 noborder, \
  'siamang.csv' using (at('flexion')):(at('both_from_deg')):(at('both_to_deg')) \
    with filledcurves fillcolor rgb by_both fillstyle solid 1 noborder, \
  'siamang.csv' using (at('flexion')):(at('recovery_mean_deg')) with lines linecolor rgb by_recovery linewidth 2, \
  'siamang.csv' using (at('flexion')):(at('fraction_mean_deg')) with lines linecolor rgb by_fraction linewidth 2
unset multiplot
