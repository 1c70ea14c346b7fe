# What all pictures share: how the CSV is read, colours, type, and where panels lie.
# Scripts are run in a result folder as `gnuplot -d -c SCRIPT WORD... > PICTURE.svg`.
# They read CSV and compute nothing but the layout; they count the episodes that have a value.
set encoding utf8
set datafile separator comma
set datafile columnheaders
set datafile missing NaN

# @read_comma: what follows reads CSV; @read_blank: datablocks of our own.
read_comma = "set datafile separator comma; set datafile columnheaders; set datafile missing NaN"
read_blank = "unset datafile columnheaders; unset datafile missing; set datafile separator whitespace"

# Okabe & Ito 2008, "Color universal design": told apart by colour-blind readers.
# A mover keeps its colour and mark in every picture.
black = '#000000'; grey = '#666666'; pale = '#dddddd'
array hues[7] = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#000000']
array marks[8] = [7, 5, 9, 11, 13, 15, 3, 2]
known = 'ballistic sine free_swing mixed'
rank(m) = place(known, m) > 0 ? place(known, m) \
        : m eq 'creature:daddy' ? 6 : m eq 'creature:daddy_honest' ? 2 : 5
hue(m) = hues[rank(m)]
mark(m) = marks[rank(m)]
do for [k = 1:words(known)] {
  set linetype k linecolor rgb hues[k] linewidth 1.6 pointtype marks[k] pointsize 0.6
}
# Sequential: viridis, sampled; equal steps look equal, in print too.
set palette defined (0 '#440154', 1 '#46327e', 2 '#365c8d', 3 '#277f8e', 4 '#1fa187', 5 '#4ac16d', \
                     6 '#a0da39', 7 '#fde725')
array steps[8] = ['#440154', '#46327e', '#365c8d', '#277f8e', '#1fa187', '#4ac16d', '#a0da39', '#e2c51c']
step(k, count) = steps[count > 1 ? 1 + int((k - 1) * 7.0 / (count - 1) + 0.5) : 1]

pretty(s) = strlen(s) == 0 ? '' : strstrt(s, ':') ? s : (s[1:1] eq '_' ? ' ' : s[1:1]) . pretty(s[2:*])
# A mover in the name of a file.
filed(s) = strlen(s) == 0 ? '' : (s[1:1] eq ':' ? '_' : s[1:1]) . filed(s[2:*])
# Marks that would lie on one another stand side by side by number: within -0.5 and 0.5, 0 in the middle.
sideways(n) = n * 0.6180339887 + 0.5 - floor(n * 0.6180339887 + 0.5) - 0.5
# A step of 1, 2 or 5 near x.
five(d) = d < 1.5 ? 1 : d < 3.5 ? 2 : d < 7.5 ? 5 : 10
decade(x) = 10.0**floor(log10(x))
nice(x) = five(x / decade(x)) * decade(x)
# But for round-off: a range of nothing else is none, and ticks in it would not end.
same(a, b) = abs(a - b) <= 1e-9 * (abs(a) > abs(b) ? abs(a) : abs(b))
short(s) = gprintf('%.4g', s + 0)
# People read angles in degrees; CSV has rad.
unit_read(unit) = unit eq 'rad' ? 'degrees' : unit[strlen(unit):*] eq '2' ? unit[1:strlen(unit) - 1] . "\302\262" : unit
value_read(w, unit) = unit eq 'rad' ? short((w + 0) * 180 / pi) : short(w)
short_read(x, unit) = short(unit eq 'rad' ? x * 180 / pi : x)
# List k of lists joined by |, and all from the k-th on; the lists themselves are words.
list(s, k) = k == 1 ? (strstrt(s, '|') > 0 ? s[1:strstrt(s, '|') - 1] : s) \
                    : list(s[strstrt(s, '|') + 1:*], k - 1)
rest(s, k) = k == 1 ? s : rest(s[strstrt(s, '|') + 1:*], k - 1)
place(s, w) = w eq '-' ? 0 : sum [k = 1:words(s)] (word(s, k) eq w ? k : 0)
nearest(s, x) = sum [k = 1:words(s)] (word(s, k) + 0 == x ? k : 0)
# "2 of 5", "2 to 4 of 5".
span_of(least, most, all) = least == most ? sprintf('%d of %d', least, all) \
                                          : sprintf('%d to %d of %d', least, most, all)
no_data = "no data: too few grabs,\nor not for this mover"
no_variance = "no data: no value,\nor always the same"

set border 3 linewidth 1 linecolor rgb grey
set tics nomirror out scale 0.6 textcolor rgb black
set grid linetype 1 linecolor rgb pale linewidth 0.6
unset key
set style textbox opaque noborder fillcolor rgb '#ffffff' margins 0.6, 0.6
set title noenhanced
set errorbars small linewidth 1.2
set style fill solid 0.85 noborder
set bars 0.6

# Panels: rows x columns of wide x high pixels, with room for labels around each. `head` is what
# paper.gp needs for heading, text and legend; `above` the room for a title between it and panels.
wide = 330.0; high = 230.0; left = 84.0; gap = 84.0; right = 24.0
above = 42.0; under = 58.0; between = 96.0
count = 0 # entries of the legend
panel_left(c) = (left + c * (wide + gap)) / width
panel_top(r) = 1 - (head + above + r * (high + between)) / height
panel(r, c) = sprintf('set lmargin at screen %.6f; set rmargin at screen %.6f; \
  set tmargin at screen %.6f; set bmargin at screen %.6f', panel_left(c), \
  panel_left(c) + wide / width, panel_top(r), panel_top(r) - high / height)
set xtics offset 0, 0.25
set xlabel offset 0, 0.35
set title offset 0, -0.3
# The label of the y axis of a panel of column c, in a place of its own however wide the numbers are,
# and in smaller type where it is longer than the panel is high.
y_name(c, text) = sprintf('set label 4 "%s" at screen %.6f, graph 0.5 center rotate noenhanced font ",%d"', \
  text, panel_left(c) - ((c ? gap : left) - 15) / width, 7.2 * strlen(text) < high + 20 ? 12 : 10)
# The type of the numbers of a y axis from tick number `first` to `last` of `step`: smaller where they
# would reach the label.
chars_of(first, last, step) = first > last ? 0 : (later = chars_of(first + 1, last, step), \
  here = strlen(gprintf('%h', first * step)), here > later ? here : later)
number_font(low, high, step) = chars_of(int(ceil(low / step)), int(floor(high / step)), step) > 6 ? ',9' : ',12'
# The outline of a filled mark.
hollow(mark) = mark < 4 ? mark : mark - 1
solid = 1; dashed = 2; dotted = 3
