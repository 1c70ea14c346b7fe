# A race of candidates, from race.csv: above the mean rank of each after every round, until it is
# dropped; below how many are left. The number of blocks, a scene and a seed, grows to the right.
# Words: -, -, heading|line|note.
titles = ARG3
home = ARG0[1:strlen(ARG0) - strlen('race.gp')]
load home . 'style.gp'
rows_read = 0; last = 0; rounds = 0; most_rank = 0.0; most_blocks = 0
@read_comma
note_row(e, r, rank, b) = (rows_read = rows_read + 1, last = e > last ? int(e) : last, rounds = r > rounds ? int(r) : rounds, \
  most_rank = rank > most_rank ? rank : most_rank, most_blocks = b > most_blocks ? b : most_blocks, 1)
stats [*:*][*:*] 'race.csv' using (note_row(column('evaluation'), column('round'), column('rank_mean'), column('blocks'))) nooutput
if (rows_read == 0) { exit }
# By evaluation and round: mean rank, blocks; fate: 1 dropped, 2 winner, 0 neither; candidates by number.
array which[last + 1]
x = sum [c = 1:|which|] (which[c] = 0, 0)
candidates = 0
found(e) = which[e + 1] > 0 ? 0 : (candidates = candidates + 1, which[e + 1] = candidates)
stats [*:*][*:*] 'race.csv' using (found(column('evaluation')), 1) nooutput
array rank_of[candidates * (rounds + 1)]; array fate[candidates]; array blocks_of[rounds + 1]; array left_over[rounds + 1]
x = sum [c = 1:|rank_of|] (rank_of[c] = NaN, 0)
x = sum [c = 1:candidates] (fate[c] = 0, 0)
x = sum [r = 1:rounds + 1] (blocks_of[r] = NaN, left_over[r] = 0, 0)
note_rank(c, r, decision) = (rank_of[(c - 1) * (rounds + 1) + r + 1] = column('rank_mean'), blocks_of[r + 1] = column('blocks'), \
  left_over[r + 1] = left_over[r + 1] + (decision ne 'dropped'), \
  fate[c] = decision eq 'dropped' ? 1 : decision eq 'winner' ? 2 : fate[c], 1)
stats [*:*][*:*] 'race.csv' using (note_rank(which[column('evaluation') + 1], column('round'), strcol('decision'))) nooutput
@read_blank

# $ranks: fate, blocks, rank; a blank line between candidates. $drops, $wins: blocks, rank.
# $left: blocks, how many.
set print $ranks
print 'NaN NaN NaN'
set print $drops
print 'NaN NaN'
set print $wins
print 'NaN NaN'
set print $left
print sprintf('0 %d', candidates)
drops = 0; wins = 0
do for [c = 1:candidates] {
  end_r = 0
  set print $ranks append
  print ''
  do for [r = 1:rounds + 1] {
    i = (c - 1) * (rounds + 1) + r
    if (rank_of[i] == rank_of[i]) { end_r = r; print sprintf('%d %.17g %.17g', fate[c], blocks_of[r], rank_of[i]) }
  }
  if (end_r > 0) {
    i = (c - 1) * (rounds + 1) + end_r
    if (fate[c] == 1) { set print $drops append; print sprintf('%.17g %.17g', blocks_of[end_r], rank_of[i]); drops = drops + 1 }
    if (fate[c] == 2) { set print $wins append; print sprintf('%.17g %.17g', blocks_of[end_r], rank_of[i]); wins = wins + 1 }
  }
}
set print $left append
do for [r = 1:rounds + 1] { if (blocks_of[r] == blocks_of[r]) { print sprintf('%.17g %d', blocks_of[r], left_over[r]) } }
unset print

rows = 2; columns = 1; wide = 620.0; above = 30.0; between = 40.0; high = 230.0
count = 3
array parts[3] = [hues[2], hues[1], '#999999']
array forms[3] = [5, 7, 2]
array names[3] = ['winner', 'kept', 'dropped']
colour(k) = parts[k]; shape(k) = forms[k]; called(k) = names[k]
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . sprintf(': a line a candidate, %d in all, of which %d were dropped', candidates, drops)
load home . 'paper.gp'
set xrange [0:1.03 * most_blocks]
step_x = nice(most_blocks / 8.0)
step_x = step_x < 1 ? 1 : step_x
set xtics step_x

eval panel(0, 0)
# Ranks shrink with the field.
if (most_rank > 20) {
  set logscale y
  set yrange [1.2 * most_rank:0.8]
  set ytics autofreq
  eval y_name(0, 'mean rank (log); 1: the best')
} else {
  set yrange [1.06 * most_rank:0]
  step_y = nice((most_rank + 1) / 5.0)
  step_y = step_y < 1 ? 1 : step_y
  set ytics step_y
  eval y_name(0, 'mean rank; 1: the best')
}
set format x ''
plot $ranks using 2:($1 == 1 ? $3 : NaN) with lines linecolor rgb '#bbbbbb' linewidth 1, \
  $ranks using 2:($1 == 0 ? $3 : NaN) with lines linecolor rgb '#600072B2' linewidth 1.4, \
  $drops using 1:2 with points linecolor rgb '#888888' pointtype 2 pointsize 0.6 linewidth 1.2, \
  $ranks using 2:($1 == 2 ? $3 : NaN) with lines linecolor rgb hues[2] linewidth 2.2, \
  $wins using 1:2 with points linecolor rgb hues[2] pointtype 5 pointsize 0.9
unset label

eval panel(1, 0)
unset logscale y
set yrange [0:1.06 * candidates]
step_y = nice(candidates / 4.0)
step_y = step_y < 1 ? 1 : step_y
set ytics step_y
set format x '% h'
set xlabel 'blocks raced so far, each a scene and a seed'
eval y_name(0, 'candidates left')
plot $left using 1:2 with steps linecolor rgb hues[1] linewidth 1.6, \
  $left using 1:2 with points linecolor rgb hues[1] pointtype 7 pointsize 0.6
unset label
unset multiplot
