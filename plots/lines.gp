# A column of summary.csv over one to three swept parameters of a grid: lines with 95 % intervals.
# One: a panel a scene, a line a mover. Two: a panel a scene and mover, a line a value of the
# parameter that has fewer. Three: a row of panels a scene and mover, a panel a value of the
# parameter that has fewest. A panel in which the lines are the same has one, in grey.
# Words: column, label, heading|line|note, scenes, movers, axes, units, scales, values.
name = ARG1; label = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('lines.gp')]
load home . 'style.gp'

# Which axis runs across a panel, which makes its lines, which makes panels; 0: none.
many(n) = words(list(ARG9, n))
facet = words(axes) < 3 ? 0 : many(3) <= many(1) && many(3) <= many(2) ? 3 : many(2) <= many(1) ? 2 : 1
one = facet == 1 ? 2 : 1
two = words(axes) < 2 ? 0 : facet == 0 || facet == 3 ? 2 : 3
main = two > 0 && many(two) > many(one) ? two : one
lines = two == 0 ? 0 : one + two - main
axis = word(axes, main); unit = word(units, main); scale = word(scales, main)
values = list(ARG9, main)
with_unit(n) = word(axes, n) . (word(units, n) eq '-' ? '' : ', ' . unit_read(word(units, n)))
reads(n, w) = word(scales, n) eq 'words' ? w : value_read(w, word(units, n))
value_lists = ARG9
heading = list(titles, 1); line = list(titles, 2)
load home . 'rows.gp'
if (any == 0) { exit }

levels = lines ? list(ARG9, lines) : movers
count = words(levels)
colour(k) = lines ? step(k, count) : hue(word(levels, k))
shape(k) = lines ? marks[1 + (k - 1) % 7] : mark(word(levels, k))
called(k) = lines ? reads(lines, word(levels, k)) : pretty(word(levels, k))

# The row of summary.csv at a place on each axis, by scene and mover; 0: none.
ranks(n) = n > words(axes) ? 1 : many(n)
place_of(s, m, a, b, c) = \
  ((((s - 1) * words(movers) + m - 1) * ranks(1) + a - 1) * ranks(2) + b - 1) * ranks(3) + c
array cell[words(scenes) * words(movers) * ranks(1) * ranks(2) * ranks(3)]
do for [i = 1:|cell|] { cell[i] = 0 }
do for [i = 1:count_rows] {
  if (a_of[i] * b_of[i] * c_of[i] > 0) { cell[place_of(s_of[i], m_of[i], a_of[i], b_of[i], c_of[i])] = i }
}
# Value j of the main axis, line k, in the panel of scene s, mover m (0: lines are movers), part f.
on(n, j, k) = n == main ? j : n == lines ? k : n == facet ? f : 1
row_at(j, k) = cell[place_of(s, m > 0 ? m : k, on(1, j, k), on(2, j, k), on(3, j, k))]
level_at(i) = lines == 0 ? m_of[i] : lines == 1 ? a_of[i] : lines == 2 ? b_of[i] : c_of[i]
part_at(i) = facet == 0 ? 1 : facet == 1 ? a_of[i] : facet == 2 ? b_of[i] : c_of[i]
in_panel(i) = s_of[i] == s && (m == 0 || m_of[i] == m) && (facet == 0 || part_at(i) == f)
# Panels of one row share a scale when they differ in a parameter only.
wanted(i) = s_of[i] == s && (m == 0 || m_of[i] == m)

# The values of the main axis in rising order.
array order[words(values)]
do for [j = 1:words(values)] { order[j] = j }
if (scale ne 'words') { do for [j = 2:words(values)] { do for [l = j:2:-1] {
  if (word(values, order[l]) + 0 < word(values, order[l - 1]) + 0) {
    swap = order[l]; order[l] = order[l - 1]; order[l - 1] = swap
  }
} } }

# A sequence of panels: scenes, movers where lines are values, facets.
parts = facet ? list(ARG9, facet) : '-'
apart = lines ? movers : '-'
panels = words(scenes) * words(apart) * words(parts)
columns = facet ? words(parts) : words(apart) > 1 ? words(apart) : panels < 3 ? panels : 3
rows = (panels + columns - 1) / columns
above = 44.0
if (columns == 1) { wide = 600.0 }
if (facet) {
  wide = columns > 3 ? 210.0 : columns > 2 ? 300.0 : 400.0
  high = columns > 2 ? 160.0 : 230.0; gap = 20.0; above = 70.0; between = 94.0
}
size_of = facet ? 0.4 : 0.55
reduced_rows = sum [i = 1:count_rows] (used[i] < total[i])
note = rest(titles, 3) . (counts ? ': a point a configuration' : ': mean and 95 % interval of each configuration') \
  . (lines ? '; lines: ' . with_unit(lines) : '') . (facet ? '; panels: ' . with_unit(facet) : '') \
  . (!facet && reduced_rows > 0 && reduced_rows < count_rows ? '; k/n: k of n episodes have a value' : '') . n_note
load home . 'paper.gp'
load home . 'axis.gp'
bars = 0; ends_shown = 1

# Lines of a panel stand side by side by a little, so that none hides another.
closest = span
do for [j = 2:scale eq 'words' ? 1 : words(values)] {
  x = bend(word(values, order[j]) + 0) - bend(word(values, order[j - 1]) + 0)
  closest = x > 0 && x < closest ? x : closest
}
aside = scale eq 'words' ? 0.5 / count : 0.5 * closest / count < 0.015 * span ? 0.5 * closest / count : 0.015 * span
across(j, k) = (aside_k = (k - 0.5 * (count + 1)) * aside, \
  scale eq 'words' ? j + aside_k : unbend(bend(word(values, j) + 0) + aside_k))
same(v, w) = v == w || (v != v && w != w)
mean_at(j, k) = row_at(j, k) > 0 ? mean[row_at(j, k)] : NaN
twins(k, l) = words(values) == sum [j = 1:words(values)] same(mean_at(j, k), mean_at(j, l))
steady(k) = words(values) == sum [j = 1:words(values)] same(mean_at(j, k), mean_at(1, k))

do for [p = 1:panels] {
  s = 1 + (p - 1) / (words(apart) * words(parts))
  m = lines ? 1 + (p - 1) / words(parts) % words(apart) : 0
  f = 1 + (p - 1) % words(parts)
  eval panel((p - 1) / columns, (p - 1) % columns)
  leftmost = (p - 1) % columns == 0
  scene = pretty(word(scenes, s)); mover = pretty(word(apart, m > 0 ? m : 1))
  load home . 'scale.gp'
  at_height(y) = log_y ? log10(y / y_low) / log10(y_high / y_low) : (y - y_low) / (y_high - y_low)

  # One line stands for lines that are the same; lines that coincide in part are dashed.
  is_alone(part) = (f = part, lines && count > 1 && shown > 0 ? count - 1 == sum [k = 2:count] twins(1, k) : 0)
  is_steady(part) = (f = part, words(values) > 1 && steady(1))
  f_here = f
  row_alone = words(parts) == sum [part = 1:words(parts)] is_alone(part)
  row_steady = words(parts) == sum [part = 1:words(parts)] is_steady(part)
  alone = is_alone(f_here)
  array dash[count]
  do for [k = 1:count] { dash[k] = sum [l = 1:k] (l < k ? twins(k, l) : 0) }

  # $points: line, x, y, low, high, hollow; n where it is less than all.
  seen = 0
  set print $points
  print '0 NaN NaN NaN NaN 0'
  do for [k = 1:alone ? 1 : count] { do for [o = 1:words(values)] {
    i = row_at(order[o], k)
    x = alone ? across(order[o], 0.5 * (count + 1)) : across(order[o], k)
    if (i > 0 && known(i)) {
      print sprintf('%d %.17g %.17g %.17g %.17g %d', k, x, drawn(mean[i]), \
        has_ends(i) ? end(ci_low[i]) : NaN, has_ends(i) ? end(ci_high[i]) : NaN, few(i))
      seen = seen + 1
    } else { print sprintf('%d %.17g NaN NaN NaN 0', k, x) }
  } }
  unset print
  n_low = most; n_high = 0; reduced = 0; done_low = most; done_high = 0
  do for [i = 1:count_rows] { if (wanted(i)) {
    n_low = used[i] < n_low ? used[i] : n_low; n_high = used[i] > n_high ? used[i] : n_high
    reduced = reduced + (used[i] < total[i])
    done = total[i] - bad[i]
    done_low = done < done_low ? done : done_low; done_high = done > done_high ? done : done_high
  } }
  each = reduced > 0 && n_low < n_high && reduced <= 10 && !facet
  n_text = reduced == 0 || each ? '' : 'n = ' . span_of(n_low, n_high, most)
  if (!counts && done_low < most) {
    n_text = n_text . (strlen(n_text) ? '; ' : '') . 'ended well: ' . span_of(done_low, done_high, most)
  }
  if (cut) { n_text = n_text . (strlen(n_text) ? '; ' : '') . cut_text }
  if (round_off) { n_text = n_text . (strlen(n_text) ? '; ' : '') . round_text }
  no_effect = alone ? 'no effect of ' . word(axes, lines) \
    . ((row_alone ? row_steady : is_steady(f_here)) ? (row_alone ? ' ' : "\n") . 'or ' . axis : '') : ''
  if (row_alone) { n_text = n_text . (strlen(n_text) ? '; ' : '') . no_effect }
  if (!facet) { set label 3 n_text at graph 0.5, 1.0 offset 0, 0.6 center textcolor rgb grey font ',9' noenhanced }
  if (each) { do for [k = 1:count] { do for [j = 1:words(values)] {
    i = row_at(j, k)
    if (i > 0 && used[i] < total[i]) {
      set label 1000 + i sprintf('%d/%d', used[i], total[i]) at first across(j, k), \
        first (known(i) ? drawn(mean[i]) : y_low) \
        offset (has_ends(i) ? 1.6 : 0), (known(i) ? (at_height(drawn(mean[i])) > 0.12 ? -0.8 : 0.8) : 0.7 * k - 0.2) center \
        textcolor rgb colour(k) font ',8'
    }
  } } }

  if (facet) {
    set title word(axes, facet) . ' ' . reads(facet, word(parts, f)) offset 0, -0.4
    if (!leftmost) { set format y ''; if (log_y && zeros) { set ytics add ('' zero_y) } }
    if (p + columns <= panels) { set xlabel '' } else { set xlabel with_unit(main) }
    if (leftmost) {
      set label 2 scene . ', ' . mover . (strlen(n_text) ? ': ' . n_text : '') at screen 14 / width, \
        panel_top((p - 1) / columns) + 46 / height left font ',13' noenhanced
    }
  } else {
    set title scene . (lines ? ': ' . mover : '') offset 0, (strlen(n_text) ? 0.35 : -0.4)
  }
  if (leftmost) { eval y_name(0, label . (log_y ? ' (log)' : '')) }

  if (seen == 0) {
    set label 1 no_data at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    if (shown == 0) { set ytics () }
    plot NaN
  } else {
    if (alone && row_alone == 0) {
      set label 1 no_effect at graph 0.5, (at_height(drawn(mean_at(order[1], 1))) > 0.5 ? 0.2 : 0.9) \
        center front boxed textcolor rgb grey font ',10' noenhanced
    }
    paint(k) = alone ? grey : colour(k)
    dash_of(k) = dash[k] == 0 ? solid : dash[k] == 1 ? dashed : dotted
    joins = scale eq 'words' ? NaN : 1 # nothing lies between two words
    plot for [k = 1:count] $points using ($1 == k ? $2 * joins : NaN):3 with lines \
           linecolor rgb paint(k) linewidth (dash[k] ? 2.2 : 1.6) \
           dashtype dash_of(k), \
         for [k = 1:count] $points using ($1 == k && $4 == $4 ? $2 : NaN):3:4:5 with yerrorbars \
           linecolor rgb paint(k) linewidth 1.2 pointtype shape(k) pointsize size_of, \
         for [k = 1:count] $points using ($1 == k ? $2 : NaN):3 with points \
           linecolor rgb paint(k) pointtype shape(k) pointsize size_of, \
         $points using ($6 == 1 ? $2 : NaN):3 with points pointtype 7 pointsize 0.5 * size_of \
           linecolor rgb '#ffffff'
  }
  unset label
}
unset multiplot
