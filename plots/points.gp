# A column of summary.csv over the parameters of a random design, or a grid of three and more: a
# row of panels a scene, a panel a parameter, a point a configuration.
# Words: column, label, heading|line|note, scenes, movers, axes, units, scales, values.
name = ARG1; label = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8
home = ARG0[1:strlen(ARG0) - strlen('points.gp')]
load home . 'style.gp'
value_lists = ARG9
heading = list(titles, 1); line = list(titles, 2)
load home . 'rows.gp'
if (any == 0) { exit }

count = words(movers)
colour(k) = hue(word(movers, k)); shape(k) = mark(word(movers, k)); called(k) = pretty(word(movers, k))
faint(k) = '#70' . colour(k)[2:*]

# Up to five panels in a row, rows as full as one another.
lines_a_scene = (words(axes) + 4) / 5
columns = (words(axes) + lines_a_scene - 1) / lines_a_scene
rows = words(scenes) * lines_a_scene
wide = columns > 3 ? 210.0 : columns > 2 ? 270.0 : wide
high = 210.0; gap = 26.0; between = 84.0
note = rest(titles, 3) . (counts ? ': a point a configuration' : ': a point is the mean of one configuration') \
  . (any_few ? '; hollow: fewer than half of the episodes have a value' : '')
load home . 'paper.gp'
bars = 0; ends_shown = 0
wanted(i) = s_of[i] == s

do for [s = 1:words(scenes)] { do for [p = 1:words(axes)] {
  eval panel((s - 1) * lines_a_scene + (p - 1) / columns, (p - 1) % columns)
  leftmost = (p - 1) % columns == 0
  axis = word(axes, p); unit = word(units, p); scale = word(scales, p); values = list(ARG9, p)
  load home . 'axis.gp'
  load home . 'scale.gp'
  # So many marks that they hide one another anyway: one for each place.
  dense = count_rows > 2000 * words(scenes)
  load home . 'cells.gp'
  share_x(x) = scale eq 'words' ? (x - 0.5) / span : (bend(x) - low) / span
  share_y(y) = log_y ? log10(y / y_low) / log10(y_high / y_low) : (y - y_low) / (y_high - y_low)
  sparse(x, y) = y != y || !dense || fresh(share_x(x), share_y(y)) ? y : NaN
  # Marks on words stand side by side by a little, by mover and then by number.
  beside(c) = count_rows > 50 * words(scenes) ? 0.4 * sideways(c) / count : 0
  across(k) = scale eq 'words' ? place(values, strcol(axis)) + (k - 0.5 * (count + 1)) * 0.5 / count + beside(column('config')) \
                               : column(axis)
  if (p == 1) {
    n_low = most; n_high = 0; done_low = most; done_high = 0
    do for [i = 1:count_rows] { if (wanted(i)) {
      n_low = used[i] < n_low ? used[i] : n_low; n_high = used[i] > n_high ? used[i] : n_high
      done = total[i] - bad[i]
      done_low = done < done_low ? done : done_low; done_high = done > done_high ? done : done_high
    } }
    set label 2 pretty(word(scenes, s)) . (n_low < most ? '; n = ' . span_of(n_low, n_high, most) : '') \
      . (!counts && done_low < most ? '; ended well: ' . span_of(done_low, done_high, most) : '') \
      . (round_off ? ': ' . round_text : '') \
      at screen 14 / width, panel_top((s - 1) * lines_a_scene) + 18 / height left font ',13' noenhanced
  }
  if (leftmost) { eval y_name(0, label . (log_y ? ' (log)' : '')) } else { set format y ''; if (log_y && zeros) { set ytics add ('' zero_y) } }
  if (shown == 0) {
    set label 1 no_data at graph 0.5, 0.5 center textcolor rgb grey font ',10'
    set ytics ()
    plot NaN
  } else {
    set datafile separator comma
    set datafile columnheaders
    set datafile missing NaN
    index_of(k) = row_of[key(column('config'), strcol('scene'), strcol('mover'))]
    chosen(k) = strcol('scene') eq word(scenes, s) && strcol('mover') eq word(movers, k)
    plot for [k = 1:count] 'summary.csv' using (across(k)): \
        (chosen(k) && known(index_of(k)) && !few(index_of(k)) ? sparse(across(k), drawn(mean[index_of(k)])) : NaN) \
        with points linecolor rgb faint(k) pointtype shape(k) pointsize 0.5, \
      for [k = 1:count] 'summary.csv' using (across(k)): \
        (chosen(k) && few(index_of(k)) ? sparse(across(k), drawn(mean[index_of(k)])) : NaN) \
        with points linecolor rgb faint(k) pointtype hollow(shape(k)) pointsize 0.5
    unset datafile columnheaders
    unset datafile missing
    set datafile separator whitespace
  }
  unset label
} }
unset multiplot
