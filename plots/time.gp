# A column `name` of the traces over time, a line a mover: the whole run, and below it the first
# `window` seconds frame by frame. Needs scene, movers, label; `shading` says what an object
# behind the lines means.
window = 8.0
file(k) = 'trace_' . scene . '_' . word(movers, k) . '.csv'
count = words(movers)
colour(k) = hue(word(movers, k)); shape(k) = 5; called(k) = pretty(word(movers, k))

end = 0; frames = 1
do for [k = 1:count] {
  stats [*:*][*:*] file(k) using (column('t_s')) nooutput
  if (!exists('STATS_records')) { STATS_records = 0 }
  if (STATS_records > 0) {
    end = STATS_max > end ? STATS_max : end
    frames = STATS_records > frames ? STATS_records : frames
  }
}
skip = 1 + int(frames / 2000)
rows = end > 1.5 * window ? 2 : 1; columns = 1
wide = 800.0; top = 104.0; between = 70.0
line = pretty(scene)
if (!exists('shading')) { shading = '' }
note = (rows == 1 ? 'the whole run' : sprintf('the whole run, and its first %g s', window)) . shading
load home . 'paper.gp'
load home . 'legend.gp'
set xlabel 'time, s'
set ylabel label noenhanced
do for [r = 1:rows] {
  eval panel(r - 1, 0)
  if (r == rows && rows == 2) { set xrange [0:window] } else { set xrange [0:end > 0 ? end : 1] }
  plot for [k = 1:count] file(k) every (r < rows ? skip : 1) using (column('t_s')):(column(name)) \
    with lines linecolor rgb colour(k) linewidth (r < rows ? 0.8 : 1.6)
  unset label
}
