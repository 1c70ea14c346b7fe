# A column `name` of the traces over time: a row a mover, on the left the whole run, on the right
# its first `window` seconds frame by frame. Needs scene, movers, label; `remark` ends the note,
# `from_zero`: the axis begins there. Cut where the creature was hung up again after a fall.
window = 8.0
file(k) = 'trace_' . scene . '_' . filed(word(movers, k)) . '.csv'

# The panels of a column share their scale: the lowest, highest and tick of each.
array y_low[2]; array y_high[2]; array y_tick[2]
y_low[1] = from_zero ? 0.0 : NaN; y_high[1] = NaN; y_low[2] = y_low[1]; y_high[2] = NaN
least(a, b) = a <= b || b != b ? a : b
most(a, b) = a >= b || b != b ? a : b
end_all = 0.0; marks_shown = 0
do for [k = 1:words(movers)] {
  load home . 'trace.gp'
  end_all = most(end_all, end)
  do for [c = 1:frames > 0 ? 2 : 0] {
    stats [*:*][*:*] $trace using ($7 == 1 || (c == 2 && $1 > window) ? NaN : $6) nooutput
    y_low[c] = least(y_low[c], STATS_min); y_high[c] = most(y_high[c], STATS_max)
  }
  marks_shown = marks_shown + cuts
}
do for [c = 1:2] {
  if (!(y_high[c] >= y_low[c])) { y_low[c] = 0.0; y_high[c] = 1.0 }
  if (same(y_low[c], y_high[c])) { y_high[c] = y_low[c] + 1 }
  y_tick[c] = nice((y_high[c] - y_low[c]) / 3.5)
}

rows = words(movers); columns = end_all > 1.5 * window ? 2 : 1
wide = columns == 2 ? 520.0 : 800.0; high = 130.0; gap = 60.0
above = 40.0; between = 34.0; under = 54.0
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) \
  . (columns == 1 ? ': the whole run' : sprintf(': left the whole run, right its first %g s', window)) \
  . (marks_shown > 0 ? '; cut where the gibbon fell and was hung up again' : '') . remark
load home . 'paper.gp'
do for [k = 1:rows] {
  load home . 'trace.gp'
  skip = 1 + int(frames / 2000)
  do for [c = 1:columns] {
    eval panel(k - 1, c - 1)
    margin = 0.06 * (y_high[c] - y_low[c])
    set ytics y_tick[c]
    set yrange [y_low[c] - (from_zero ? 0 : margin):y_high[c] + margin]
    set title (c == 1 ? told : '') textcolor rgb hue(word(movers, k)) offset 0, -0.4
    if (c == 1) { eval y_name(0, label) }
    set xlabel (k == rows ? 'time, s' : '')
    set format x (k == rows ? '% h' : '')
    if (c == 2) { set xrange [0:window] } else { set xrange [0:end_all > 0 ? end_all : 1] }
    cuts_before = 0
    unbroken(v, cuts) = (leaps = cuts > cuts_before, cuts_before = cuts, leaps ? NaN : v)
    if (frames == 0) {
      set label 1 'no trace' at graph 0.5, 0.5 center textcolor rgb grey
      plot NaN
    } else {
      plot $trace every (c < columns ? skip : 1) using 1:(unbroken($6, $8)) with lines \
        linecolor rgb hue(word(movers, k)) linewidth (c < columns ? 0.9 : 1.5)
    }
    unset label
  }
}
