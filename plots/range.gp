# The scale of many values: those of column `name` of `source` in rows that are `taken(0)`. Sets
# some, how many have a value; `logs` when none is negative and they span more than a factor of 100;
# the ends `low` and `top` of a frame and its `tick`; `over`, how many lie above it, where at most one
# in 50 towers above the others; drawn(v), where v lies. eval ranged('x') makes it the scale of that axis.
some = 0; least = 0.0; most = 0.0; quarter = 0.0
@read_comma
stats [*:*][*:*] source using (taken(0) && abs(column(name)) < 1e300 ? (some = some + 1, column(name)) : NaN) nooutput
if (some > 0) { least = STATS_min; most = STATS_max; quarter = STATS_up_quartile }
# What is a billionth of the largest is round-off: zero.
tiny = least >= 0 ? 1e-9 * most : 0.0
above_tiny = 0; least_above = most
stats [*:*][*:*] source using (taken(0) && column(name) > tiny && column(name) < 1e300 ? (above_tiny = above_tiny + 1, column(name)) : NaN) nooutput
if (above_tiny > 0) { least_above = STATS_min }
logs = least >= 0 && most > 100 * least_above; zeros = some > above_tiny; over = 0
if (logs) {
  zero_at = 10**(floor(log10(least_above)) - 0.5)
  low = zeros ? zero_at / 10**0.25 : least_above / 10**0.1; top = most * 10**0.1
  tick = 0
} else {
  low = least; top = most
  if (least < quarter && most > quarter + 20 * (quarter - least)) {
    top = quarter + 10 * (quarter - least)
    stats [*:*][*:*] source using (taken(0) && column(name) > top ? (over = over + 1, 0) : NaN) nooutput
    if (50 * over > some) { over = 0; top = most }
  }
  if (least >= 0 && low < 0.5 * top) { low = 0.0 }
  margin = top > low ? 0.05 * (top - low) : top != 0 ? 0.1 * abs(top) : 1.0
  low = low == 0 && least >= 0 ? -0.4 * margin : low - margin; top = top + margin
  tick = nice((top - low) / 4.5)
}
@read_blank
drawn(v) = logs && v <= tiny ? zero_at : v
share_of(v) = logs ? log10(drawn(v) / low) / log10(top / low) : (v - low) / (top - low)
ranged(a) = (logs ? 'set' : 'unset') . sprintf(' logscale %s; set %srange [%.17g:%.17g]; set %stics () scale 0.6; ', a, a, low, top, a) \
  . (logs ? sprintf('set format %s "%%g"; set %stics autofreq; ', a, a) . (zeros ? sprintf('set %stics add ("0" %.17g)', a, zero_at) : '') \
          : sprintf('set format %s "%% h"; set %stics ', a, a) . (least >= 0 ? sprintf('0, %.17g', tick) : sprintf('%.17g', tick)))
