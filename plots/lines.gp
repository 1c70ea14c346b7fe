# A column of summary.csv over one to three swept parameters of a grid: lines with 95 % intervals.
# One: a panel a scene, a line a mover. Two: a panel a scene and mover, a line a value of the
# parameter that has fewer. Three: a row of panels a scene and mover, a panel a value of the
# parameter that has fewest.
# Words: column, label, heading|line, scenes, movers, axes, units, scales, values.
name = ARG1; label = ARG2; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('lines.gp')]
load home . 'style.gp'

# Which axis runs across a panel, which makes its lines, which makes panels; 0: none.
many(n) = words(list(ARG9, n))
facet = words(axes) < 3 ? 0 : many(3) <= many(1) && many(3) <= many(2) ? 3 : many(2) <= many(1) ? 2 : 1
one = facet == 1 ? 2 : 1
two = words(axes) < 2 ? 0 : facet == 0 || facet == 3 ? 2 : 3
if (words(axes) < 2) { two = 0 }
main = two > 0 && many(two) > many(one) ? two : one
lines = two == 0 ? 0 : one + two - main
axis = word(axes, main); unit = word(units, main); scale = word(scales, main)
values = list(ARG9, main)
with_unit(n) = word(axes, n) . (word(units, n) eq '-' ? '' : ', ' . word(units, n))
reads(n, w) = word(scales, n) eq 'words' ? w : short(w)
value_lists = ARG9
load home . 'rows.gp'
if (any == 0) { exit }

# Line k of a panel: which rows, and how it looks. Panel: scene s, mover m (0: all) and part f of
# the facet are set before each plot.
levels = lines ? list(ARG9, lines) : movers
count = words(levels)
colour(k) = lines ? step(k, count) : hue(word(levels, k))
shape(k) = lines ? marks[1 + (k - 1) % 7] : mark(word(levels, k))
called(k) = lines ? reads(lines, word(levels, k)) : pretty(word(levels, k))
inside(unused) = column(1) == s && (m == 0 || column(2) == m) && (facet == 0 || column(2 + facet) == f)
chosen(k) = inside(0) && column(lines ? 2 + lines : 2) == k
shown(k, number) = chosen(k) ? column(number) : NaN
across(k) = scale eq 'words' ? column(2 + main) + (k - 0.5 * (count + 1)) * 0.5 / count \
                             : column(2 + main) > 0 ? word(values, int(column(2 + main))) + 0 : NaN
joined(k) = scale eq 'words' ? NaN : across(k) # nothing lies between two words

# A sequence of panels: scenes, movers where lines are values, facets.
parts = facet ? list(ARG9, facet) : '-'
apart = lines ? movers : '-'
panels = words(scenes) * words(apart) * words(parts)
columns = facet ? words(parts) : words(apart) > 1 ? words(apart) : panels < 3 ? panels : 3
rows = (panels + columns - 1) / columns
if (columns == 1) { wide = 600.0 }
if (facet) {
  wide = columns > 3 ? 210.0 : 300.0; high = 160.0; gap = 20.0; top = 148.0; between = 82.0
}
size_of = facet ? 0.4 : 0.55
heading = list(ARG3, 1); line = list(ARG3, 2)
note = (counts ? 'a point a configuration' : 'mean and 95 % interval of each configuration (longer ones run out of the frame)') \
  . (lines ? '; lines: ' . with_unit(lines) : '') . (facet ? '; panels: ' . with_unit(facet) : '')
load home . 'paper.gp'
load home . 'legend.gp'
load home . 'axis.gp'

do for [p = 1:panels] {
  s = 1 + (p - 1) / (words(apart) * words(parts))
  m = lines ? 1 + (p - 1) / words(parts) % words(apart) : 0
  f = 1 + (p - 1) % words(parts)
  eval panel((p - 1) / columns, (p - 1) % columns)
  leftmost = (p - 1) % columns == 0
  scene = pretty(word(scenes, s)); mover = pretty(word(apart, m > 0 ? m : 1))
  if (facet) {
    set title word(axes, facet) . ' ' . reads(facet, word(parts, f))
    set format y (leftmost ? '% h' : '')
    if (p + columns <= panels) { set xlabel '' } else { set xlabel with_unit(main) }
    if (leftmost) {
      set label 2 scene . ', ' . mover at screen 14 / width, \
        panel_top((p - 1) / columns) + 38 / height left font ',13' noenhanced
    }
  } else {
    set title scene . (lines ? ': ' . mover : '')
  }
  set ylabel (leftmost ? label : '') noenhanced

  # Panels of one row share a scale when they differ in a parameter only. It is that of the means,
  # with room for the intervals; an interval of two or three replicates may be far longer.
  facet_here = facet; facet = 0
  stats [*:*][*:*] $rows using (inside(0) ? column(6) : NaN) nooutput
  applies = exists('STATS_min')
  if (applies && !counts) {
    y_low = STATS_min; y_high = STATS_max; spread = y_high - y_low; positive = y_low >= 0
    stats [*:*][*:*] $ends using (inside(0) ? column(7) : NaN):(inside(0) ? column(8) : NaN) nooutput
    if (exists('STATS_min_x') && exists('STATS_max_y')) {
      reach = spread > 0 ? 0.7 * spread : STATS_max_y - STATS_min_x
      y_low = STATS_min_x > y_low - reach ? STATS_min_x : y_low - reach
      y_high = STATS_max_y < y_high + reach ? STATS_max_y : y_high + reach
      if (positive && y_low < 0) { y_low = 0 }
    }
    margin = y_high > y_low ? 0.05 * (y_high - y_low) : y_high != 0 ? 0.1 * abs(y_high) : 1
    set yrange [y_low - margin:y_high + margin]
  }
  facet = facet_here
  if (!applies) {
    set yrange [0:1]; set label 1 'does not apply' at graph 0.5, 0.5 center textcolor rgb grey
    plot -1
  } else { if (counts) {
    set yrange [0:1.05 * most]
    whole = most > 7 ? nice(most / 5.0) : 1
    set ytics whole
    plot for [k = 1:count] $rows using (joined(k)):(shown(k, 6)) smooth unique \
           with lines linecolor rgb colour(k) linewidth 1.6, \
         for [k = 1:count] $rows using (across(k)):(shown(k, 6)) \
           with points linecolor rgb colour(k) pointtype shape(k) pointsize size_of
  } else {
    plot for [k = 1:count] $rows using (joined(k)):(shown(k, 6)) smooth unique \
           with lines linecolor rgb colour(k) linewidth 1.6, \
         for [k = 1:count] $ends using (across(k)):(shown(k, 6)):(shown(k, 7)):(shown(k, 8)) \
           with yerrorbars linecolor rgb colour(k) linewidth 1.2 pointtype shape(k) pointsize size_of, \
         for [k = 1:count] $rows using (across(k)):(shown(k, 6)) \
           with points linecolor rgb colour(k) pointtype shape(k) pointsize size_of
  } }
  unset label
}
unset multiplot
