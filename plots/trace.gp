# One trace, file(k), as the table $trace: time, x, y, the point held (its own place when none is),
# column `name`, whether the creature was hung up again after a fall in that frame, and how often by then.
# It is then somewhere else, straight below the point it holds. In a `room` no such point is told. Sets `frames`, `end`, the last time, and
# fate(k): how the run ended and when, from runs.csv.
set datafile separator comma
set datafile columnheaders
unset datafile missing
x_before = NaN; y_before = NaN
hung_up(x, y, held, grip) = (away = sqrt((x - x_before)**2 + (y - y_before)**2), x_before = x, y_before = y, \
  away > 0.3 && held == 1 && abs(grip - x) < 1e-9 ? (cuts = cuts + 1, 1) : 0)
gripped(axis) = !room && column('held') == 1 ? column('contact_' . axis . '_m') : column('com_' . axis . '_m')
set print $trace
unset print
frames = 0; end = 0.0; cuts = 0
stats [*:*][*:*] file(k) using (frames = frames + 1, end = column('t_s')) nooutput
if (frames > 0) {
  set table $trace append separator whitespace
  plot [*:*][*:*] file(k) using (column('t_s')):(column('com_x_m')):(column('com_y_m')):(gripped('x')):(gripped('y')): \
    (column(name)):(hung_up(column('com_x_m'), column('com_y_m'), column('held'), \
      !room && column('held') == 1 ? column('contact_x_m') : NaN)):(cuts) with table
  unset table
}
fate = ''
note_fate(config, replicate, s, m, status) = (fate = config == 0 && replicate == 0 && s eq scene \
  && m eq word(movers, k) ? status : fate, 0)
stats [*:*][*:*] 'runs.csv' using (note_fate(column('config'), column('replicate'), strcol('scene'), \
  strcol('mover'), strcol('status'))) nooutput
ended_well = place('arrived finished running', fate) || strlen(fate) == 0
told = pretty(word(movers, k)) . (ended_well ? (fate eq 'arrived' ? sprintf(': arrived after %.3g s', end) : '') \
                                             : sprintf(': %s after %.3g s', pretty(fate), end))
unset datafile columnheaders
set datafile separator whitespace
