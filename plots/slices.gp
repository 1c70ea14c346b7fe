# The score or the objectives of a search against each parameter, from history.csv: a row of panels
# a score, a panel a parameter, a mark an evaluation. One score: coloured by evaluation, late ones
# on top, the best in a ring; several: those of the front in a colour.
# Words: columns, their labels joined by |, heading|line|note, -, `front` or `race` for a search with one, axes, units, scales, values.
columns_of = ARG1; labels = ARG2; titles = ARG3; told = ARG5; with_front = told eq 'front'
axes = ARG6; units = ARG7; scales = ARG8; value_lists = ARG9
home = ARG0[1:strlen(ARG0) - strlen('slices.gp')]
load home . 'style.gp'
load home . 'trials.gp'
if (trials == 0) { exit }
load home . 'front_of.gp'

# Up to five panels in a row, rows as full as one another.
lines_a_score = (words(axes) + 4) / 5
columns = (words(axes) + lines_a_score - 1) / lines_a_score
rows = words(columns_of) * lines_a_score
wide = columns > 3 ? 210.0 : columns > 2 ? 270.0 : columns > 1 ? 330.0 : 420.0
high = 210.0; gap = 26.0; above = 34.0; between = 84.0
right = with_front ? right : 124.0
# At most so many marks in a panel, evenly over the evaluations.
most_marks = 16000 / (words(axes) * words(columns_of)); most_marks = most_marks > 4000 ? 4000 : most_marks
thinned = trials > most_marks
kept(e) = !thinned || int((e - first_trial) * most_marks / (span_trials + 1)) > int((e - first_trial - 1) * most_marks / (span_trials + 1)) || e == best_trial
count = with_front ? 2 + (default_trial >= 0) : 0
colour(k) = k == 1 ? '#999999' : k == 2 ? hues[2] : black; shape(k) = k == 1 ? 7 : k == 2 ? 5 : 13
called(k) = k == 1 ? 'evaluations' : k == 2 ? 'on the front' : 'default'
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . ': a mark an evaluation' . (best_trial >= 0 ? '; ring: the best' : '') . (default_trial >= 0 && !with_front ? '; diamond: the default' : '') \
  . (thinned ? sprintf('; about %d of %d are drawn', most_marks, trials) : '')
load home . 'paper.gp'
size_of = trials > 1000 ? 0.35 : 0.5
set cbrange [first_trial:last_trial > first_trial ? last_trial : first_trial + 1]
set cblabel 'evaluation' offset 0.6, 0
step_cb = nice(span_trials / 4.0)
step_cb = step_cb < 1 ? 1 : step_cb
set cbtics step_cb
set format cb '%.0f'

do for [c = 1:words(columns_of)] { do for [p = 1:words(axes)] {
  r = (c - 1) * lines_a_score + (p - 1) / columns
  eval panel(r, (p - 1) % columns)
  name = word(columns_of, c)
  load home . 'range.gp'
  eval scaled('y', (p - 1) % columns == 0)
  axis = word(axes, p); unit = word(units, p); scale = word(scales, p); values = list(value_lists, p)
  load home . 'axis.gp'
  if ((p - 1) % columns == 0) { eval y_name(0, list(labels, c) . (logs ? ' (log)' : '')) }
  if (with_front == 0 && p % columns == 0 && p / columns == 1) {
    set colorbox user origin screen panel_left(columns - 1) + (wide + 18) / width, \
      screen panel_top(r) - high / height size screen 12 / width, screen high / height noborder
  } else { unset colorbox }
  if (some == 0) {
    set label 1 'no data' at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    set format y ''
    unset colorbox
    plot NaN
  } else {
    across(e) = scale eq 'words' ? (strcol(axis) eq '' ? NaN : place(values, strcol(axis)) + 0.6 * sideways(e)) : column(axis)
    up(e, chosen) = chosen && kept(e) ? drawn(column(name)) : NaN
    @read_comma
    if (with_front) {
      plot source using (across(column('evaluation'))):(up(column('evaluation'), !in_front(column('evaluation')))) \
          with points linecolor rgb '#a0999999' pointtype 7 pointsize size_of, \
        source using (across(column('evaluation'))):(in_front(column('evaluation')) ? drawn(column(name)) : NaN) \
          with points linecolor rgb colour(2) pointtype 5 pointsize size_of, \
        source using (column('evaluation') == default_trial ? across(default_trial) : NaN):(drawn(column(name))) \
          with points linecolor rgb black pointtype 13 pointsize 0.9
    } else {
      plot source using (across(column('evaluation'))):(up(column('evaluation'), 1)):(column('evaluation')) \
          with points linecolor palette pointtype 7 pointsize size_of, \
        source using (column('evaluation') == best_trial ? across(best_trial) : NaN):(drawn(column(name))) \
          with points linecolor rgb black pointtype 6 pointsize 1.1 linewidth 1.4, \
        source using (column('evaluation') == default_trial ? across(default_trial) : NaN):(drawn(column(name))) \
          with points linecolor rgb black pointtype 13 pointsize 0.9
    }
    @read_blank
  }
  unset label
} }
unset multiplot
