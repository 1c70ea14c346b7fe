# Which rows of history.csv are in front.csv: in_front(evaluation); nothing is where there is none.
array member[last_trial + 1]
x = sum [c = 1:|member|] (member[c] = 0, 0)
members = 0
in_front(e) = e >= 0 && e <= last_trial && member[e + 1] == 1
if (with_front) {
  @read_comma
  stats [*:*][*:*] 'front.csv' using (column('evaluation') <= last_trial ? (member[column('evaluation') + 1] = 1, members = members + 1, 1) : 0) nooutput
  @read_blank
}
