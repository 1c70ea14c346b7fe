# A column of summary.csv over two parameters of a design that is no grid: a panel a scene and mover,
# a mark a configuration, coloured by its mean.
# Words: column, label, heading|line|note, scenes, movers, and of the two: axes, units, scales, values.
column_name = ARG1; label = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8; value_lists = ARG9
home = ARG0[1:strlen(ARG0) - strlen('scatter.gp')]
load home . 'style.gp'
source = 'summary.csv'; name = column_name . '_mean'

rows = words(scenes); columns = words(movers)
left = 104.0; gap = 104.0; right = 130.0; high = 270.0; above = 50.0; between = 108.0
heading = list(titles, 1); line = list(titles, 2)
note = rest(titles, 3) . ': a mark is the mean of one configuration, high values on top; a scale for each scene'
load home . 'paper.gp'

# The second parameter upwards, angles in degrees.
axis = word(axes, 2); unit = word(units, 2); scale = word(scales, 2); values = list(value_lists, 2)
load home . 'axis.gp'
up_axis = axis; up_words = scale eq 'words' ? values : ''
turn = unit eq 'rad' ? 180 / pi : 1.0
if (strlen(up_words)) {
  set yrange [0.5:words(values) + 0.5]
  set ytics ()
  do for [k = 1:words(values)] { set ytics add (word(values, k) k) }
} else { if (scale eq 'log') {
  set logscale y
  set format y '%g'
  set yrange [unbend(low - 0.05 * span):unbend(high_end + 0.05 * span)]
  if (span < 2) {
    set ytics ()
    do for [d = floor(low):floor(high_end)] { do for [f in '1 2 5'] { set ytics add (sprintf('%g', f * 10.0**d) f * 10.0**d) } }
  } else { set ytics autofreq }
} else {
  step_y = nice(1.1 * turn * span / 4.5)
  set ytics step_y
  set yrange [turn * (low - 0.05 * span):turn * (high_end + 0.05 * span)]
} }
up_name = axis . (unit eq '-' ? '' : ', ' . unit_read(unit))
axis = word(axes, 1); unit = word(units, 1); scale = word(scales, 1); values = list(value_lists, 1)
load home . 'axis.gp'
across(x) = scale eq 'words' ? (strcol(axis) eq '' ? NaN : place(values, strcol(axis)) + 0.6 * sideways(column('config'))) : column(axis)
upward(x) = strlen(up_words) ? (strcol(up_axis) eq '' ? NaN : place(up_words, strcol(up_axis)) + 0.6 * sideways(0.37 * column('config'))) \
                             : turn * column(up_axis)

do for [s = 1:rows] { do for [m = 1:columns] {
  # A scale for all panels of a scene, so that their colours compare.
  taken(x) = strcol('scene') eq word(scenes, s)
  load home . 'range.gp'
  cb_low = logs && zeros ? zero_at : logs ? least_above : least; cb_high = over > 0 ? top : most
  eval ranged('cb')
  set cbrange [cb_low:cb_high > cb_low ? cb_high : cb_low + (cb_low != 0 ? abs(cb_low) : 1)]
  if (cb_high <= cb_low) { set cbtics (); set cbtics add (short(cb_low) cb_low) }
  set cblabel label . (logs ? ' (log)' : '') noenhanced offset 0.6, 0
  size_of = some > 4000 * columns ? 0.35 : some > 400 * columns ? 0.5 : 0.8
  eval panel(s - 1, m - 1)
  if (m == 1) { eval y_name(0, up_name) }
  chosen(x) = strcol('scene') eq word(scenes, s) && strcol('mover') eq word(movers, m)
  seen = 0; placed = 0
  @read_comma
  stats [*:*][*:*] source using (chosen(0) && column(name) == column(name) ? (seen = seen + 1, 1) : 0) nooutput
  stats [*:*][*:*] source using (chosen(0) && column(name) == column(name) && across(0) == across(0) \
    && upward(0) == upward(0) ? (placed = placed + 1, 1) : 0) nooutput
  beneath = (placed < seen ? sprintf('%d of %d points lack one of the two', seen - placed, seen) : '') \
    . (placed < seen && over > 0 ? '; ' : '') . (over > 0 ? sprintf('%d values are above the scale', over) : '') \
    . (least >= 0 && most > 0 && most < 1e-11 ? 'round-off, all below 1e-11' : '')
  set label 3 beneath at graph 0.5, 1.0 offset 0, 0.6 center textcolor rgb grey font ',9' noenhanced
  set title pretty(word(scenes, s)) . ': ' . pretty(word(movers, m)) offset 0, (strlen(beneath) ? 0.35 : -0.4)
  if (m == columns) {
    set colorbox user origin screen panel_left(m - 1) + (wide + 18) / width, \
      screen panel_top(s - 1) - high / height size screen 12 / width, screen high / height noborder
  } else { unset colorbox }
  if (seen == 0) {
    set label 1 no_data at graph 0.5, 0.5 center textcolor rgb grey
    unset colorbox
    plot NaN
  } else {
    plot source using (chosen(0) ? across(0) : NaN):(upward(0)):(drawn(column(name))):(drawn(column(name))) smooth zsort \
      with points linecolor palette pointtype 7 pointsize size_of
  }
  @read_blank
  unset label
} }
unset multiplot
