# The scale of many values: those of column `name` of `source` in rows that are `taken(0)`. Sets
# some, how many have a value; `logs` when none is negative and they span more than a factor of 100;
# the ends `low` and `top` of a frame and its `tick`; `over`, how many lie above it, where at most one
# in 50 towers above the others; drawn(v), where v lies. eval ranged('x') makes it the scale of that axis,
# eval scaled('x', 0) without numbers.
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
  decades = log10(most / least_above)
  zero_at = 10**(floor(log10(least_above)) - 0.5 - 0.13 * decades)
  low = (zeros ? zero_at : least_above) / 10**(0.04 * decades); top = most * 10**(0.04 * decades)
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
# Decades among the values: what zeros have below is no scale.
tick_first = logs ? int(ceil(log10(least_above))) : 0; tick_last = logs ? int(floor(log10(most))) : 0
scaled(a, told) = (logs ? 'set' : 'unset') . sprintf(' logscale %s; set %srange [%.17g:%.17g]; set %stics () scale 0.6; ', a, a, low, top, a) \
  . (logs ? sprintf('do for [d = %d:%d:%d] { set %stics add (gprintf("%s", 10.0**d) 10.0**d) }; ', \
                    tick_first, tick_last, 1 + (tick_last - tick_first) / 6, a, told ? '%g' : '') \
            . (zeros ? sprintf('set %stics add ("%s" %.17g)', a, told ? '0' : '', zero_at) : '') \
          : sprintf('set format %s "%s"; set %stics ', a, told ? '% h' : '', a) \
            . (least >= 0 ? sprintf('0, %.17g', tick) : sprintf('%.17g', tick)))
ranged(a) = scaled(a, 1) . sprintf('; set %stics font "%s"', a, logs ? ',12' : number_font(low, top, tick))
