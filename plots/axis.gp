# The x axis over a swept parameter: its name `axis`, `unit` (- for none), `scale` (linear, log or
# words) and `values` (words; or - and the two ends of an interval).
set xlabel (unit eq '-' ? axis : axis . ', ' . unit_read(unit)) noenhanced
unset logscale x
set xtics () font ',12'
bend(x) = scale eq 'log' ? log10(x) : x
unbend(x) = scale eq 'log' ? 10**x : x
# Listed values over more than a decade want a log scale, though nobody said so.
if (scale eq 'linear' && words(values) > 3 && word(values, 1) ne '-') {
  least_value = word(values, 1) + 0; most_value = least_value
  do for [k = 2:words(values)] {
    x = word(values, k) + 0
    least_value = x < least_value ? x : least_value; most_value = x > most_value ? x : most_value
  }
  if (least_value > 0 && most_value > 10 * least_value) { scale = 'log' }
}
if (scale eq 'words') {
  set xrange [0.5:words(values) + 0.5]
  span = words(values)
  do for [k = 1:words(values)] { set xtics add (word(values, k) k) }
  # Smaller where they would touch.
  longest = 0
  do for [k = 1:words(values)] { longest = strlen(word(values, k)) > longest ? strlen(word(values, k)) : longest }
  word_font = sprintf(',%g', 7.6 * longest + 6 < wide / span ? 12 : 5.8 * longest + 5 < wide / span ? 9 : 7)
  set xtics font word_font
} else {
  if (scale eq 'log') { set logscale x }
  begin = word(values, 1) eq '-' ? 2 : 1
  low = bend(word(values, begin) + 0); high_end = low
  do for [k = begin:words(values)] {
    x = bend(word(values, k) + 0); low = x < low ? x : low; high_end = x > high_end ? x : high_end
  }
  span = high_end > low ? high_end - low : (scale eq 'log' ? 1 : abs(low) + 1)
  set xrange [unbend(low - 0.05 * span):unbend(high_end + 0.05 * span)]
  # Ticks at the values themselves when they leave room for one another, if need be in smaller type;
  # else about five.
  roomy = begin == 1 && words(values) <= 8
  number_room = 12
  do for [k = 1:roomy ? words(values) : 0] { do for [l = 1:k - 1] {
    distance = abs(bend(word(values, k) + 0) - bend(word(values, l) + 0)) / span
    chars = 0.5 * (strlen(value_read(word(values, k), unit)) + strlen(value_read(word(values, l), unit)))
    if (distance * wide / 1.1 < 7.6 * chars + 4) { number_room = 9 }
    if (distance < 0.075 || distance * wide / 1.1 < 5.8 * chars + 2) { roomy = 0 }
  } }
  if (high_end == low) { roomy = 1; number_room = 12 }
  if (roomy && number_room == 9) { set xtics font ',9' }
  if (roomy) {
    do for [k = begin:words(values)] { set xtics add (value_read(word(values, k), unit) word(values, k) + 0) }
  } else {
    turn = unit eq 'rad' ? 180 / pi : 1.0
    about = nice(span * turn / 5.0)
    # Within two decades one more tick than each decade has is needed.
    if (scale eq 'log') { if (span < 2) { do for [d = floor(low):floor(high_end)] { do for [f in '1 2 5'] {
      set xtics add (sprintf('%g', f * 10.0**d) f * 10.0**d)
    } } } else { set xtics autofreq } } else { if (turn == 1) { set xtics about } else {
      do for [k = int(ceil(low * turn / about)):int(floor(high_end * turn / about))] {
        set xtics add (short(k * about) k * about / turn)
      }
    } }
  }
}
