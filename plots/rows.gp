# Of summary.csv what one picture shows of column `name`, in arrays over its `count_rows` rows:
#   s_of, m_of        scene and mover, as places in `scenes` and `movers`
#   a_of, b_of, c_of  the first three axes, as places in their lists of values, `value_lists`
#   mean, ci_low, ci_high  the mean and the ends of its interval; NaN for none
#   used, total, bad  how many of its episodes have a value, how many there are, how many failed
# `used` is counted in runs.csv. Needs axes and scales too. Sets counts: failures.svg has numbers,
# without an interval, and is drawn only when there are `any`; `most` is the number of episodes.
set datafile separator comma
set datafile columnheaders
set datafile missing NaN
counts = name eq 'failures'
mean_of = counts ? name : name . '_mean'
stats [*:*][*:*] 'summary.csv' using (column('failures')):(column('n')) nooutput
count_rows = STATS_records; any = counts ? STATS_max_x : 1; most = STATS_max_y
stats [*:*][*:*] 'summary.csv' using (column('config')) nooutput
configs = STATS_max + 1
array s_of[count_rows]; array m_of[count_rows]; array a_of[count_rows]; array b_of[count_rows]
array c_of[count_rows]; array mean[count_rows]; array ci_low[count_rows]; array ci_high[count_rows]
array used[count_rows]; array total[count_rows]; array bad[count_rows]
array row_of[configs * words(scenes) * words(movers)]
key(config, scene, mover) = \
  (config * words(scenes) + place(scenes, scene) - 1) * words(movers) + place(movers, mover)
place_on(n) = n > words(axes) || axes eq '-' ? 1 \
  : word(list(value_lists, n), 1) eq '-' ? 1 \
  : word(scales, n) eq 'words' ? place(list(value_lists, n), strcol(word(axes, n))) \
                               : nearest(list(value_lists, n), column(word(axes, n)))
row = 0
begin_row(config, scene, mover) = (row = row + 1, row_of[key(config, scene, mover)] = row, \
  s_of[row] = place(scenes, scene), m_of[row] = place(movers, mover), \
  mean[row] = NaN, ci_low[row] = NaN, ci_high[row] = NaN, used[row] = 0, row)
axes_row(a, b, c) = (a_of[row] = a, b_of[row] = b, c_of[row] = c)
stats [*:*][*:*] 'summary.csv' using (begin_row(column('config'), strcol('scene'), strcol('mover')), \
  axes_row(place_on(1), place_on(2), place_on(3)), \
  total[row] = column('n'), bad[row] = column('failures')) nooutput
row = 0
stats [*:*][*:*] 'summary.csv' using (row = row + 1, mean[row] = column(mean_of)) nooutput
if (!counts) {
  row = 0
  stats [*:*][*:*] 'summary.csv' using (row = row + 1, ci_low[row] = column(name . '_ci95_low')) nooutput
  row = 0
  stats [*:*][*:*] 'summary.csv' using (row = row + 1, ci_high[row] = column(name . '_ci95_high')) nooutput
}
# Which episodes of runs.csv have a value, and how those ended that did not end well.
array ended[count_rows]
do for [i = 1:count_rows] { ended[i] = '' }
statuses = ''; runs = 0
added(words, w) = place(words, w) || place('arrived finished running', w) ? words : words . ' ' . w
note_run(i, status) = (runs = runs + 1, statuses = added(statuses, status), \
  ended[i] = added(ended[i], status), i)
note_value(i, value) = (used[i] = used[i] + (value == value), i)
stats [*:*][*:*] 'runs.csv' using (note_run(row_of[key(column('config'), strcol('scene'), strcol('mover'))], \
  strcol('status'))) nooutput
if (runs > 0 && !counts) {
  stats [*:*][*:*] 'runs.csv' using (note_value(row_of[key(column('config'), strcol('scene'), \
    strcol('mover'))], column(name))) nooutput
} else { do for [i = 1:count_rows] { used[i] = mean[i] == mean[i] ? total[i] : 0 } }
unset datafile columnheaders
unset datafile missing
set datafile separator whitespace
# "fell, stalled or diverged"
joined_by_or(list) = words(list) < 2 ? word(list, 1) \
  : (sum [k = 1:words(list) - 1] (or_list = (k == 1 ? '' : or_list . ', ') . pretty(word(list, k)), 0), \
     or_list . ' or ' . pretty(word(list, words(list))))
if (counts && words(statuses)) {
  heading = 'Episodes that ' . joined_by_or(statuses) . heading[strlen('Failed episodes') + 1:*]
}

known(i) = mean[i] == mean[i]
few(i) = known(i) && 2 * used[i] < total[i]
# Two values have no interval worth the name; without any spread there is none.
has_ends(i) = !counts && known(i) && used[i] > 2 \
  && ci_high[i] - ci_low[i] > 1e-9 * (abs(ci_high[i]) + abs(ci_low[i]))
any_bare = sum [i = 1:count_rows] (known(i) && !has_ends(i))
any_few = sum [i = 1:count_rows] few(i)
n_note = (any_few ? '; hollow: fewer than half of the episodes have a value' : '') \
  . (!counts && any_bare > 0 ? '; no interval for n below 3 or without any spread' : '')
