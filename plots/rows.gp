# Of summary.csv only what one picture shows, so that the many passes over it are quick:
#   $rows   1 scene and 2 mover as places in `scenes` and `movers`; 3 to 5 the first three axes as
#           places in their lists of values, `value_lists`; 6 mean
#   $ends   the same, and 7 and 8 the ends of the mean's interval, for rows that have one
# Needs axes, scales and name too; sets counts: failures.svg has numbers, without an interval, and
# is drawn only when there are `any`; `most` is the number of episodes.
counts = name eq 'failures'
any = 1
if (counts) {
  stats [*:*][*:*] 'summary.csv' using (column('failures')):(column('n')) nooutput
  any = STATS_max_x; most = STATS_max_y
}
mean_of = counts ? name : name . '_mean'
place_on(n) = n > words(axes) || axes eq '-' ? 0 \
  : word(scales, n) eq 'words' ? place(list(value_lists, n), strcol(word(axes, n))) \
                               : nearest(list(value_lists, n), column(word(axes, n)))
# A table that nothing is written to would not exist; place 0 is nowhere.
set print $rows
print '0,0,0,0,0,NaN'
set print $ends
print '0,0,0,0,0,NaN,NaN,NaN'
unset print
set table $rows append separator comma
plot 'summary.csv' using (place(scenes, strcol('scene'))):(place(movers, strcol('mover'))): \
  (place_on(1)):(place_on(2)):(place_on(3)):(column(mean_of)) with table
if (!counts) {
  set table $ends append separator comma
  plot 'summary.csv' using (place(scenes, strcol('scene'))):(place(movers, strcol('mover'))): \
    (place_on(1)):(place_on(2)):(place_on(3)):(column(mean_of)): \
    (column(name . '_ci95_low')):(column(name . '_ci95_high')) with table
}
unset table
unset datafile columnheaders
