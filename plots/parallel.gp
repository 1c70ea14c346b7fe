# Parallel coordinates: a line a configuration, over an axis for each parameter and each of `columns`,
# which are metrics or scores and lie to the right. Of history.csv one panel; of summary.csv one for
# each scene and mover. Coloured by the first column, low values last and on top; of a search with a
# front, the others are grey; of another the best is orange; the default is black. At most LINES lines a panel, evenly by rank.
# Words: columns, their labels joined by |, heading|line|note, scenes or - for a search, movers or
# `front` or `race` for a search with one, axes, units, scales, values.
columns_of = ARG1; labels = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
axes = ARG6; units = ARG7; scales = ARG8; value_lists = ARG9
home = ARG0[1:strlen(ARG0) - strlen('parallel.gp')]
load home . 'style.gp'
LINES = 2000
default_trial = -1; told = movers
search = scenes eq '-'; with_front = told eq 'front'
if (search) {
  load home . 'trials.gp'
  if (trials == 0) { exit }
  load home . 'front_of.gp'
  movers = '-'
} else { source = 'summary.csv' }
# Prints line i: to $lines or the like its parts, to $bridges what crosses parameters that do not count.
put = "do for [k = 1:all] { print sprintf('%d %.4f %.4f', k, at[(i - 1) * all + k], colour_at[i]) }; print ''"
column_of(k) = search ? word(columns_of, k) : word(columns_of, k) . '_mean'

# A name is broken at its points, underlines and blanks into lines of at most 13 characters.
parted(s) = strlen(s) == 0 ? '' : s[1:1] . (s[1:1] eq '.' || s[1:1] eq '_' ? ' ' : '') . parted(s[2:*])
ends_word(s) = strlen(s) == 0 || s[strlen(s):strlen(s)] eq '.' || s[strlen(s):strlen(s)] eq '_'
all = words(axes) + words(columns_of)
array told[all]; array told_rows[all]; array most_told[all]; array least_told[all]
name_rows = 1; widest = 10
do for [k = 1:all] {
  text = k <= words(axes) ? parted(word(axes, k)) . (word(units, k) eq '-' ? '' : ', ' . unit_read(word(units, k))) \
                          : list(labels, k - words(axes))
  told[k] = ''; told_rows[k] = 1; row_text = ''
  do for [w = 1:words(text)] {
    glue = ends_word(row_text) || word(text, w) eq ',' ? '' : ' '
    if (strlen(row_text) > 0 && strlen(row_text . glue . word(text, w)) > 13) {
      told[k] = told[k] . row_text . "\n"; told_rows[k] = told_rows[k] + 1; row_text = word(text, w)
    } else { row_text = row_text . glue . word(text, w) }
    widest = strlen(row_text) > widest ? strlen(row_text) : widest
  }
  told[k] = told[k] . row_text
  name_rows = told_rows[k] > name_rows ? told_rows[k] : name_rows
}
apart = 14 + 6.4 * widest
groups = words(scenes) * words(movers)
rows = groups; columns = 1
wide = apart * (all - 1); wide = wide < 300 ? 300.0 : wide
high = 260.0; left = 30 + 0.5 * apart; right = 184.0
name_room = 12.0 * name_rows + 34
above = name_room + (search ? 8 : 36); between = name_room + 76; under = 34.0
heading = list(titles, 1); line = list(titles, 2)
many = 0; broken = 0
@read_comma
stats [*:*][*:*] source using (many = many + 1, 1) nooutput
do for [k = 1:words(axes)] {
  axis = word(axes, k); scale = word(scales, k)
  stats [*:*][*:*] source using (broken = broken + (strcol(axis) eq ''), 1) nooutput
}
@read_blank
n_group = search ? trials : many / groups
count = 0
note = rest(titles, 3) . (search ? ': a line an evaluation' : ': a line the means of one configuration') \
  . (broken > 0 ? '; dotted across parameters that do not count' : '') . (with_front ? '; grey: not on the front' : search && best_trial >= 0 ? '; orange: the best' : '') . (default_trial >= 0 ? '; black: the default' : '') \
  . (n_group > LINES ? sprintf('; %d of %d are drawn, evenly by rank', LINES, n_group) : '')
load home . 'paper.gp'

do for [g = 1:groups] {
  s = 1 + (g - 1) / words(movers); m = 1 + (g - 1) % words(movers)
  taken(x) = search ? 1 : strcol('scene') eq word(scenes, s) && strcol('mover') eq word(movers, m)
  n = 0
  @read_comma
  stats [*:*][*:*] source using (taken(0) ? (n = n + 1, 1) : 0) nooutput
  @read_blank
  if (n == 0) { n = 1 }
  array at[all * n]; array colour_at[n]; array number[n]
  x = sum [i = 1:all * n] (at[i] = NaN, 0)
  x = sum [i = 1:n] (colour_at[i] = NaN, number[i] = -1, 0)

  # Where each line crosses each axis, 0 to 1; NaN: nowhere.
  do for [k = 1:words(axes)] {
    axis = word(axes, k); unit = word(units, k); scale = word(scales, k); values = list(value_lists, k)
    load home . 'axis.gp'
    from = scale eq 'words' ? 0.5 : low; to = scale eq 'words' ? words(values) + 0.5 : high_end
    if (to == from) { from = from - 0.5; to = to + 0.5 }
    unit_at(v) = scale eq 'words' ? (strcol(axis) eq '' ? NaN : (place(values, strcol(axis)) - from) / (to - from)) \
                                  : (bend(v) - from) / (to - from)
    least_told[k] = scale eq 'words' ? '' : short_read(unbend(from), unit); most_told[k] = scale eq 'words' ? '' : short_read(unbend(to), unit)
    row = 0
    @read_comma
    stats [*:*][*:*] source using (taken(0) ? (row = row + 1, v = scale eq 'words' ? 0 : column(axis), at[(row - 1) * all + k] = v == v ? unit_at(v) : NaN, 1) : 0) nooutput
    @read_blank
  }
  do for [c = 1:words(columns_of)] {
    name = column_of(c)
    load home . 'range.gp'
    k = words(axes) + c
    from = logs ? low : least; to = logs ? top : over ? top : most
    if (to == from) { from = from - 0.5; to = to + 0.5 }
    unit_at(v) = v != v ? NaN : logs ? log10(drawn(v) / from) / log10(to / from) : (v > to ? to - from : v - from) / (to - from)
    least_told[k] = some == 0 ? 'no data' : least == most ? '' : logs && zeros ? '0' : short(logs ? least : from)
    most_told[k] = some == 0 ? '' : least == most ? short(most) : over ? 'above ' . short(to) : short(logs ? most : to)
    row = 0
    @read_comma
    stats [*:*][*:*] source using (taken(0) ? (row = row + 1, at[(row - 1) * all + k] = unit_at(column(name)), 1) : 0) nooutput
    @read_blank
    if (c == 1) {
      colour_logs = logs; colour_some = some; colour_least = least_told[k]
      # Colours tell the lowest three quarters apart: a few high values leave them little room.
      to_quarter = some > 0 && quarter > least && !(logs && quarter <= tiny)
      colour_end = to_quarter ? unit_at(quarter) : 1.0
      colour_end = colour_end > 0 ? colour_end : 1.0
      colour_told = some == 0 ? '' : least == most ? '' : to_quarter && quarter < most ? short(quarter) . ' and more' : short(most)
      x = sum [i = 1:n] (colour_at[i] = at[(i - 1) * all + k] / colour_end, \
        colour_at[i] = least == most ? 0 * colour_at[i] : colour_at[i] > 1 ? 1.0 : colour_at[i], 0)
    }
  }
  row = 0
  if (search) {
    @read_comma
    stats [*:*][*:*] source using (row = row + 1, number[row] = column('evaluation'), 1) nooutput
    @read_blank
  }
  key(i) = colour_at[i] == colour_at[i] ? 0.999 * colour_at[i] : 1.0
  load home . 'sorted.gp'

  drawn_line(i, r, grey_one) = r == 1 || int(1.0 * r * LINES / n) > int(1.0 * (r - 1) * LINES / n) || (with_front && !grey_one)
  # $others, $lines: axis, place, colour; a blank line between lines. Rank 1 comes last.
  set print $best
  print 'NaN NaN NaN'
  if (search && !with_front && n > 1) { do for [i = 1:n] { if (number[i] == best_trial) { @put } } }
  set print $default
  print 'NaN NaN NaN'
  if (default_trial >= 0 && n > 1) { do for [i = 1:n] { if (number[i] == default_trial) { @put } } }
  set print $others
  print 'NaN NaN NaN'
  set print $lines
  print 'NaN NaN NaN'
  do for [pass = 1:2] {
    if (pass == 1) { set print $others append } else { set print $lines append }
    do for [r = n:1:-1] {
      i = sorted[r]
      grey_one = colour_at[i] != colour_at[i] || (with_front && !in_front(number[i]))
      if ((pass == 1) == grey_one && drawn_line(i, r, grey_one)) { @put }
    }
  }
  set print $bridges
  print 'NaN NaN NaN'
  do for [r = broken > 0 ? n : 0:1:-1] {
    i = sorted[r]
    if (drawn_line(i, r, colour_at[i] != colour_at[i] || (with_front && !in_front(number[i])))) {
      last = 0
      do for [k = 1:all] { if (at[(i - 1) * all + k] == at[(i - 1) * all + k]) {
        if (last > 0 && k > last + 1) {
          print sprintf('%d %.4f %.4f', last, at[(i - 1) * all + last], colour_at[i])
          print sprintf("%d %.4f %.4f\n", k, at[(i - 1) * all + k], colour_at[i])
        }
        last = k
      } }
    }
  }
  unset print

  eval panel(g - 1, 0)
  unset logscale x
  set xrange [1:all]; set yrange [0:1]
  set border 0
  unset grid
  set xtics () scale 0; set ytics () scale 0; set format x ''; set format y ''; set xlabel ''
  if (!search) {
    set label 2 pretty(word(scenes, s)) . ': ' . pretty(word(movers, m)) at screen 14 / width, \
      panel_top(g - 1) + (name_room + 18) / height left font ',13' noenhanced
  }
  do for [k = 1:all] {
    set arrow k from first k, first 0 to first k, first 1 nohead front linecolor rgb black linewidth 0.9
    set label 300 + k told[k] at first k, screen panel_top(g - 1) + (26 + 12.0 * told_rows[k]) / height \
      center font ',10' noenhanced
    set label 400 + k most_told[k] at first k, graph 1 offset 0, 0.6 center font ',9' textcolor rgb grey noenhanced
    set label 500 + k least_told[k] at first k, graph 0 offset 0, -0.8 center font ',9' textcolor rgb grey noenhanced
    if (k <= words(axes) && word(scales, k < words(axes) ? k : words(axes)) eq 'words') {
      values = list(value_lists, k)
      do for [l = 1:words(values)] {
        set label 1000 + 50 * k + l "\302\240" . word(values, l) . "\302\240" at first k, first (l - 0.5) / words(values) offset 1.2, 0 left front boxed font ',9' noenhanced
      }
    }
  }
  set cbrange [0:1]
  if (colour_some > 0) {
    set colorbox user origin screen panel_left(0) + (wide + 60) / width, \
      screen panel_top(g - 1) - high / height size screen 12 / width, screen high / height noborder
    set cbtics () scale 0
    set format cb ''
    set cblabel list(labels, 1) . (colour_logs ? ' (log)' : '') noenhanced offset 1, 0
    set label 701 colour_told at screen panel_left(0) + (wide + 60) / width, screen panel_top(g - 1) + 10 / height left font ',9' textcolor rgb grey
    set label 702 colour_least at screen panel_left(0) + (wide + 60) / width, screen panel_top(g - 1) - (high + 10) / height left font ',9' textcolor rgb grey
  } else { unset colorbox }
  plot $others using 1:2 with lines linecolor rgb '#a0aaaaaa' linewidth 0.6, \
    $bridges using 1:2:($3 == $3 ? $3 : 1) with lines linecolor palette linewidth 0.5 dashtype dotted, \
    $lines using 1:2:3 with lines linecolor palette linewidth 0.9, \
    $default using 1:2 with lines linecolor rgb black linewidth 1.6, \
    $best using 1:2 with lines linecolor rgb hues[2] linewidth 2.4
  unset label
  unset arrow
}
unset multiplot
