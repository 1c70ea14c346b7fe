# The y axis for the rows of rows.gp that are `wanted(i)`: sets the range, ticks and, when nothing
# is negative and the positive means span more than a factor of 100, a log scale, on which zeros
# lie at the bottom. Sets `shown`, how many there are; drawn(v), where a mean lies; end(v), where
# the end of an interval lies; `cut` where intervals run out of the frame: that of three times the
# range of the means, when fewer than half of the intervals are longer. Needs `bars`, whether the
# axis begins at zero, and `ends_shown`, whether intervals are drawn.
has(i) = ends_shown && has_ends(i)
shown = 0; m_low = 0.0; m_high = 0.0; e_low = 0.0; e_high = 0.0
do for [i = 1:count_rows] { if (known(i) && wanted(i)) {
  v = mean[i]; l = has(i) ? ci_low[i] : v; h = has(i) ? ci_high[i] : v
  if (shown == 0) { m_low = v; m_high = v; e_low = l; e_high = h }
  m_low = v < m_low ? v : m_low; m_high = v > m_high ? v : m_high
  e_low = l < e_low ? l : e_low; e_high = h > e_high ? h : e_high
  shown = shown + 1
} }
# What is a billionth of the largest is round-off: zero.
tiny = 1e-9 * m_high; p_low = m_high; zeros = 0
do for [i = 1:count_rows] { if (known(i) && wanted(i)) {
  if (mean[i] > tiny) { p_low = mean[i] < p_low ? mean[i] : p_low } else { zeros = zeros + 1 }
} }
positive = m_low >= 0
log_y = !counts && shown > 0 && positive && m_high > 100 * p_low
cut = 0
unset logscale y
set format y '% h'
if (log_y) {
  set logscale y
  zero_y = 10**(floor(log10(p_low)) - 0.5)
  y_low = zeros ? zero_y / 10**0.25 : p_low / 10**(0.15 + 0.03 * log10(m_high / p_low))
  reach_low = p_low
  do for [i = 1:count_rows] {
    if (wanted(i) && has(i) && ci_low[i] > 0.1 * p_low && ci_low[i] < reach_low) { reach_low = ci_low[i] }
  }
  if (!zeros && reach_low < p_low) { y_low = reach_low / 10**0.1 }
  y_high = (e_high > m_high ? e_high : m_high) * 10**0.2
  set ytics autofreq font ',12'
  set format y '%g'
  if (zeros) { set ytics add ('0' zero_y) }
  drawn(v) = v > tiny ? v : zero_y
  end(v) = v > y_low ? v : 0.1 * y_low # out of the frame
  cut = (sum [i = 1:count_rows] (wanted(i) && has(i) && ci_low[i] < y_low && mean[i] > tiny)) > 0
} else {
  spread = m_high - m_low
  y_low = e_low; y_high = e_high
  if (spread > 0 && e_high - e_low > 3 * spread) {
    f_low = m_low - spread; f_high = m_high + spread
    leaving = sum [i = 1:count_rows] (wanted(i) && has(i) && (ci_low[i] < f_low || ci_high[i] > f_high))
    having = sum [i = 1:count_rows] (wanted(i) && has(i))
    if (2 * leaving < having) {
      cut = 1
      y_low = e_low > f_low ? e_low : f_low; y_high = e_high < f_high ? e_high : f_high
    }
  }
  if (positive && (y_low < 0.5 * y_high || spread == 0)) { y_low = 0.0 }
  if (bars && y_low > 0) { y_low = 0.0 }
  if (bars && y_high < 0) { y_high = 0.0 }
  if (counts) { y_low = 0.0; y_high = most }
  margin = y_high > y_low ? 0.05 * (y_high - y_low) : y_high != 0 ? 0.1 * abs(y_high) : 1.0
  y_tick = nice((y_high - y_low + margin) / (high < 180 ? 4.0 : 5.0))
  if (counts && y_tick < 1) { y_tick = 1 }
  # Nothing is negative: no tick is, and marks at zero stay clear of the axis.
  floor_y = positive && y_low <= margin
  if (floor_y) { set ytics 0, y_tick } else { set ytics y_tick }
  y_high = y_high + margin; y_low = floor_y ? (bars ? 0.0 : -0.6 * margin) : y_low - margin
  number_type = number_font(y_low, y_high, y_tick)
  set ytics font number_type
  drawn(v) = v
  end(v) = v # what lies below zero runs out of the frame
}
# What nothing but rounding has made: told, since a scale makes it look like a finding.
round_off = shown > 0 && positive && !counts && m_high > 0 && m_high < 1e-11
round_text = round_off ? 'round-off, all below 1e-11' : ''
cut_text = cut == 0 ? '' : log_y ? 'intervals that leave the frame reach about 0' : 'longer intervals leave the frame'
if (shown == 0) { y_low = 0.0; y_high = 1.0 }
set yrange [y_low:y_high]
