# Places 1 to n in `sorted` by rising key(i), a number from 0 to 1, the earlier first where keys are
# the same to one part in a million: two passes of a radix sort, all in expressions, which gnuplot
# evaluates 20 times as fast as statements. Needs n.
array sorted[n]; array passing[n]; array tally[1026]
digit(i, high) = (whole = int(1048575 * (key(i) < 0 ? 0.0 : key(i) > 1 ? 1.0 : key(i))), high ? whole / 1024 : whole % 1024)
blank = "sum [d = 1:1026] (tally[d] = 0, 0)"
totals = "sum [d = 2:1026] (tally[d] = tally[d] + tally[d - 1], 0)"
x = @blank
x = sum [i = 1:n] (d = digit(i, 0) + 2, tally[d] = tally[d] + 1, 0)
x = @totals
x = sum [i = 1:n] (d = digit(i, 0) + 1, tally[d] = tally[d] + 1, passing[tally[d]] = i, 0)
x = @blank
x = sum [i = 1:n] (d = digit(i, 1) + 2, tally[d] = tally[d] + 1, 0)
x = @totals
x = sum [i = 1:n] (j = passing[i], d = digit(j, 1) + 1, tally[d] = tally[d] + 1, sorted[tally[d]] = j, 0)
