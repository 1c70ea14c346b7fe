# How a search went, from history.csv: a panel for the score, with the best so far as a line, or one
# for each objective and one for the hypervolume; a mark an evaluation.
# Words: objectives, their labels joined by |, heading|line|note, label of the score.
objectives = ARG1; labels = ARG2; titles = ARG3; score_label = ARG4
home = ARG0[1:strlen(ARG0) - strlen('history.gp')]
load home . 'style.gp'
told = '-'
load home . 'trials.gp'
if (trials == 0) { exit }

# Which columns have values.
columns_of = ''; labels_of = ''
do for [k = 1:words(objectives) + 2] {
  name = k == 1 ? 'score' : k == words(objectives) + 2 ? 'hypervolume' : word(objectives, k - 1)
  label = k == 1 ? score_label : k == words(objectives) + 2 ? 'hypervolume' : list(labels, k - 1)
  if (k == 1 || k == words(objectives) + 2 || words(objectives) > 1) {
    load home . 'range.gp'
    if (some > 0) { columns_of = columns_of . ' ' . name; labels_of = labels_of . label . '|' }
  }
}
if (words(columns_of) == 0) { columns_of = 'score'; labels_of = score_label . '|' }

columns = 1; rows = words(columns_of); wide = 700.0; above = 30.0; between = 34.0
high = rows > 1 ? 210.0 : 260.0
# The default is black, whichever kind comes first.
first_kind = place(kinds, 'default')
is_default(k) = k == first_kind
lines_drawn = place(columns_of, 'hypervolume') > 0
if (place(columns_of, 'score') > 0) { name = 'best_score'; load home . 'range.gp'; lines_drawn = some > 0 }
count = words(kinds) + lines_drawn
colour(k) = k > words(kinds) || is_default(k) ? black : hues[1 + (k - 1 - (first_kind > 0 && k > first_kind)) % 6]
shape(k) = k > words(kinds) ? 5 : is_default(k) ? 13 : 7
called(k) = k > words(kinds) ? 'best so far' : pretty(word(kinds, k))
if (words(columns_of) > 1 && place(columns_of, 'score') == 0) { called(k) = k > words(kinds) ? 'hypervolume so far' : pretty(word(kinds, k)) }
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . ': a mark an evaluation' . (turns > 0 ? '; dotted: a phase begins' : '') \
  . (bad_trials > 0 ? '; hollow: episodes failed' : '')
load home . 'paper.gp'
size_of = trials > 2000 ? 0.4 : trials > 200 ? 0.5 : 0.7
faint(k) = (is_default(k) ? '#' : '#90') . colour(k)[2:*]
set xrange [first_trial - 0.01 * span_trials:last_trial + 0.01 * span_trials]
step_x = nice(span_trials / 7.0)
step_x = step_x < 1 ? 1 : step_x
set xtics step_x
set format x '%.0f'

do for [r = 1:rows] {
  eval panel(r - 1, 0)
  name = word(columns_of, r)
  load home . 'range.gp'
  eval ranged('y')
  load home . 'cells.gp'
  eval y_name(0, list(labels_of, r) . (logs ? ' (log)' : ''))
  set xlabel (r == rows ? 'evaluation' : '')
  if (r < rows) { set format x '' } else { set format x '%.0f' }
  do for [k = 1:turns] {
    set arrow k from first turn[k], graph 0 to first turn[k], graph 1 nohead back dashtype dotted linecolor rgb grey linewidth 0.8
  }
  set label 3 (over > 0 ? sprintf('%d evaluations lie above the frame', over) : '') \
    at graph 0.5, 1.0 offset 0, 0.6 center textcolor rgb grey font ',9' noenhanced
  best_of = name eq 'score' ? 'best_score' : name
  joined = name eq 'score' || name eq 'hypervolume'
  across(e) = (e - first_trial) / span_trials
  shown(k, bad) = place(kinds, kind_of(strcol('phase'))) == k && (column('failures') > 0) == bad && name ne 'hypervolume' \
    && fresh(across(column('evaluation')), share_of(column(name))) ? drawn(column(name)) : NaN
  if (some == 0) {
    set label 1 'no data: no evaluation has a value' at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    set format y ''
    plot NaN
  } else {
    @read_comma
    plot for [k = 1:words(kinds)] source using (column('evaluation')):(shown(k, 0)) with points \
        linecolor rgb faint(k) pointtype shape(k) pointsize (is_default(k) ? 1.2 : size_of), \
      for [k = 1:words(kinds)] source using (column('evaluation')):(shown(k, 1)) with points \
        linecolor rgb colour(k) pointtype hollow(shape(k)) pointsize size_of, \
      source using (column('evaluation')):(joined ? drawn(column(best_of)) : NaN) with steps \
        linecolor rgb black linewidth 1.6
    @read_blank
  }
  unset label
}
unset multiplot
