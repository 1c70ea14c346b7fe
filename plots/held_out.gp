# What a search found against the default, on scenes and seeds it has not seen, from held_out.csv:
# a row of panels an objective; on the left the means with 95 % intervals, on the right the paired
# differences from the default, with p of Wilcoxon's test after Holm where there is room.
# Words: objectives, their labels joined by |, heading|line|note.
columns_of = ARG1; labels = ARG2; titles = ARG3
home = ARG0[1:strlen(ARG0) - strlen('held_out.gp')]
load home . 'style.gp'
@read_comma
candidates = ''; scenes = ''; count_rows = 0
added(all, w) = place(all, w) ? all : all . ' ' . w
stats [*:*][*:*] 'held_out.csv' using (count_rows = count_rows + 1, candidates = added(candidates, strcol('candidate')), \
  scenes = added(scenes, strcol('scene')), 1) nooutput
if (count_rows == 0) { exit }
array s_of[count_rows]; array k_of[count_rows]; array v_of[count_rows]; array n_of[count_rows]; array bad[count_rows]
array p_of[count_rows]; array mean[count_rows]; array ci_low[count_rows]; array ci_high[count_rows]
row = 0
stats [*:*][*:*] 'held_out.csv' using (row = row + 1, s_of[row] = place(scenes, strcol('scene')), \
  k_of[row] = place(candidates, strcol('candidate')), v_of[row] = place(columns_of, strcol('metric')), \
  n_of[row] = column('n'), bad[row] = column('failures'), p_of[row] = column('wilcoxon_p_holm'), 1) nooutput
take_rows = read_comma . "; row = 0; \
  stats [*:*][*:*] 'held_out.csv' using (row = row + 1, mean[row] = column(taking), \
  ci_low[row] = column(takes . 'ci95_low'), ci_high[row] = column(takes . 'ci95_high'), 1) nooutput; " . read_blank

counts = 0
groups = words(scenes); slots = words(candidates)
known(i) = mean[i] == mean[i]
has_ends(i) = known(i) && ci_high[i] > ci_low[i]
rows = words(columns_of); columns = 2
wide = (40.0 + 18 * slots) * groups; wide = wide < 240 ? 240.0 : wide > 640 ? 640.0 : wide
high = 210.0; gap = 96.0; above = 44.0; between = 84.0
fronts = slots - (place(candidates, 'default') > 0) - (place(candidates, 'tuned') > 0)
is_front(k) = word(candidates, k) ne 'default' && word(candidates, k) ne 'tuned'
colour_of(k) = word(candidates, k) eq 'default' ? '#777777' : word(candidates, k) eq 'tuned' ? hues[2] : step(k - slots + fronts, fronts)
shape_of(k) = word(candidates, k) eq 'default' ? 7 : word(candidates, k) eq 'tuned' ? 5 : 9
# Of a long front the legend names the ends.
first_front = slots - fronts + 1
count = fronts > 8 ? slots - fronts + 2 : slots
entry_of(k) = k == count && fronts > 8 ? slots : k
colour(k) = colour_of(entry_of(k)); shape(k) = shape_of(entry_of(k)); called(k) = pretty(word(candidates, entry_of(k))) . (k == first_front && fronts > 8 ? ' to' : '')
heading = list(titles, 1); line = list(titles, 2)
with_p = slots <= 3 && groups <= 4
note = rest(titles, 3) . ': mean and 95 % interval; on the right the paired difference from the default' \
  . (with_p ? ', with p of Wilcoxon''s test after Holm' : '')
load home . 'paper.gp'
unit_of(s) = strstrt(s, ', ') ? s[strstrt(s, ', '):*] : ''
mark_x(i) = s_of[i] + (k_of[i] - 0.5 * (slots + 1)) * 0.7 / slots

do for [o = 1:words(columns_of)] { do for [c = 1:2] {
  taking = c == 1 ? 'mean' : 'difference'; takes = c == 1 ? '' : 'difference_'
  @take_rows
  eval panel(o - 1, c - 1)
  wanted(i) = v_of[i] == o && (c == 1 || word(candidates, k_of[i]) ne 'default')
  bars = c == 2; ends_shown = 1
  load home . 'scale.gp'
  set label 3 cut_text at graph 0.5, 1.0 offset 0, (slots <= 3 ? 1.6 : 0.6) center textcolor rgb grey font ',9' noenhanced
  # $marks: candidate, x, y; $ends: x, low, high.
  set print $marks
  print '0 NaN NaN'
  do for [i = 1:count_rows] { if (wanted(i) && known(i)) { print sprintf('%d %.17g %.17g', k_of[i], mark_x(i), drawn(mean[i])) } }
  set print $ends
  print 'NaN NaN NaN'
  do for [i = 1:count_rows] { if (wanted(i) && has_ends(i)) {
    print sprintf('%.17g %.17g %.17g', mark_x(i), end(ci_low[i]), end(ci_high[i]))
  } }
  unset print
  do for [i = 1:count_rows] { if (wanted(i)) {
    if (c == 1 && bad[i] > 0 && slots <= 3) {
      set label 1000 + i sprintf('%d failed', bad[i]) at first mark_x(i), graph 1 offset 0, (k_of[i] % 2 ? 0.6 : 1.4) center \
        textcolor rgb colour_of(k_of[i]) font ',9'
    }
    if (c == 2 && with_p && p_of[i] == p_of[i]) {
      set label 1000 + i 'p = ' . gprintf('%.2g', p_of[i]) at first mark_x(i), graph 1 offset 0, 0.6 center \
        textcolor rgb colour_of(k_of[i]) font ',9'
    }
  } }
  set xrange [0.5:groups + 0.5]
  set xtics () scale 0
  do for [k = 1:groups] { set xtics add (pretty(word(scenes, k)) k) }
  set grid noxtics ytics
  set xlabel ''
  eval y_name(c - 1, (c == 2 ? 'difference' . unit_of(list(labels, o)) : list(labels, o)) . (log_y ? ' (log)' : ''))
  if (c == 2) { set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linecolor rgb grey linewidth 1 }
  if (shown == 0) {
    set label 1 'no data' at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    set format y ''
    unset arrow
    plot NaN
  } else {
    plot $ends using 1:2:(0):($3 - $2) with vectors heads size screen 4 / width, 90 linecolor rgb black linewidth 1.2, \
      for [k = 1:slots] $marks using ($1 == k ? $2 : NaN):3 with points pointtype shape_of(k) \
        pointsize (slots > 8 ? 0.6 : 1.0) linecolor rgb colour_of(k)
  }
  unset label
  unset arrow
  unset logscale y
} }
unset multiplot
