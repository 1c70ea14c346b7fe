# The path of the centre of mass of every mover on one scene, one above the other, with holds and
# branches and a picture of the arm every few frames; length and height in equal scales. A fall is
# cut off a little below the swings, with a cross.
# Words: scene, movers, heading|line|note, speed_min, speed_max.
scene = ARG1; movers = ARG2; titles = ARG3
home = ARG0[1:strlen(ARG0) - strlen('paths.gp')]
load home . 'style.gp'
room = 0
name = 'speed_mps'

window = 8.0
file(k) = 'trace_' . scene . '_' . filed(word(movers, k)) . '.csv'
world(k) = 'trace_' . scene . '_' . filed(word(movers, k)) . '.world.csv'
early(t, v) = t <= window ? v : NaN
inside(x, v) = x >= x_low && x <= x_high ? v : NaN
least(a, b) = b == b && b < a ? b : a
most(a, b) = b == b && b > a ? b : a
# Of no values stats has no number of records.
counted(v) = (seen = seen + (v == v), v)

# What the panels must show: how far the paths go, how high, how low while something is held, and
# the holds on the way.
x_low = 0.0; x_high = 1.0; y_low = 0.0; y_high = 0.0
do for [k = 1:words(movers)] {
  load home . 'trace.gp'
  if (frames > 0) {
    stats [*:*][*:*] $trace using (early($1, $2)):(early($1, $3)) nooutput
    x_low = least(x_low, STATS_min_x); x_high = most(x_high, STATS_max_x); y_high = most(y_high, STATS_max_y)
    seen = 0
    stats [*:*][*:*] $trace using ($4 != $2 || $5 != $3 ? counted(early($1, $3)) : NaN) nooutput
    if (seen > 0) { y_low = least(y_low, STATS_min) }
  }
}
holds_low = NaN
set datafile separator comma
set datafile columnheaders
do for [k = 1:words(movers)] {
  seen = 0
  stats [*:*][*:*] world(k) using (counted(inside(column('x_m'), column('y_m')))) nooutput
  if (seen > 0) {
    holds_low = holds_low <= STATS_min ? holds_low : STATS_min
    y_low = least(y_low, STATS_min); y_high = most(y_high, STATS_max)
  }
}
unset datafile columnheaders
set datafile separator whitespace
# Nothing that a gibbon does on purpose is 2 m below every hold.
if (holds_low == holds_low && y_low < holds_low - 2) { y_low = holds_low - 2 }
cut_y = y_low - 0.5
x_low = x_low - 0.5; x_high = x_high + 0.5; y_low = cut_y - 0.15; y_high = y_high + 0.25
wide = 1060.0
high = wide * (y_high - y_low) / (x_high - x_low)
if (high > 260) { wide = wide * 260 / high; high = 260.0 }
wide = wide < 560 ? 560 : wide
metre = wide / (x_high - x_low) < high / (y_high - y_low) ? wide / (x_high - x_low) : high / (y_high - y_low)
x_high = x_low + wide / metre; y_low = y_high - high / metre

rows = words(movers); columns = 1
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . sprintf(': path of the centre of mass in the first %g s', window) \
  . '; thin lines: the arm every 1/15 s; dots: holds, joined where they are on one branch; x: a fall'
above = 40.0; between = 34.0
load home . 'paper.gp'
set xrange [x_low:x_high]; set yrange [y_low:y_high]
metres = nice((y_high - y_low) / (high < 120 ? 4.0 : 6.0))
set ytics metres
set grid noxtics noytics

do for [k = 1:rows] {
  load home . 'trace.gp'
  eval panel(k - 1, 0)
  set title told textcolor rgb hue(word(movers, k)) offset 0, -0.4
  eval y_name(0, 'height, m')
  set xlabel (k == rows ? 'distance, m' : '')
  set format x (k == rows ? '% h' : '')
  # $branch: from a hold to the next on its branch.
  set datafile separator comma
  set datafile columnheaders
  b_last = -1; x_last = NaN; y_last = NaN
  from_last(b, x, y) = (joins = b == b_last, x_from = x_last, y_from = y_last, \
    b_last = b, x_last = x, y_last = y, joins)
  set print $branch
  unset print
  seen = 0
  stats [*:*][*:*] world(k) using (counted(column('x_m'))) nooutput
  if (seen > 0) {
    set table $branch append separator whitespace
    plot [*:*][*:*] world(k) using (from_last(column('branch'), column('x_m'), column('y_m'))): \
      (x_from):(y_from):(column('x_m')):(column('y_m')) with table
    unset table
  }
  unset datafile columnheaders
  set datafile separator whitespace
  # $falls: where the line is cut: the last place above cut_y before it is hung up again.
  x_seen = NaN; y_seen = NaN
  fallen(x, y, cut) = cut == 1 ? 1 : (y >= cut_y ? (x_seen = x, y_seen = y, 0) : 0)
  set print $falls
  print 'NaN NaN'
  unset print
  if (frames > 0 && seen > 0) {
    set table $falls append separator whitespace
    plot [*:*][*:*] $trace using ($1 <= window && fallen($2, $3, $7) ? x_seen : NaN):(y_seen) with table
    unset table
    plot $branch using ($1 == 1 ? $2 : NaN):3:($4 - $2):($5 - $3) with vectors nohead \
        linecolor rgb '#b8a080' linewidth 1.6, \
      $trace every 4 using ($7 == 1 || $3 < cut_y ? NaN : early($1, $2)):3:($4 - $2):($5 - $3) \
        with vectors nohead linecolor rgb '#b0b0b0' linewidth 0.7, \
      $branch using (inside($4, $4)):5 with points pointtype 7 pointsize 0.45 linecolor rgb black, \
      $trace using (early($1, $2)):($7 == 1 || $3 < cut_y ? NaN : $3) \
        with lines linecolor rgb hue(word(movers, k)) linewidth 1.8, \
      $falls using 1:2 with points pointtype 2 pointsize 0.9 linewidth 2 linecolor rgb black
  } else {
    set label 1 'no trace' at graph 0.5, 0.5 center textcolor rgb grey
    plot NaN
  }
  unset label
}
unset multiplot
