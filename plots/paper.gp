# Opens the picture: paper of `rows` x `columns` panels; `heading` in large type, `line` and `note`
# below it, each wrapped at the edge; then the legend: `count` entries called(k), in colour(k) and
# shape(k), as labels, since gnuplot's own key wraps at the width of one panel.
# Loaded after style.gp once all of these are set.
width = left + columns * wide + (columns - 1) * gap + right

# The words of `unfolded` in lines of at most `most_chars`, joined by |: `folded`.
fold = "folded = ''; so_far = 0; do for [w = 1:words(unfolded)] { \
  fits = so_far + 1 + strlen(word(unfolded, w)) <= most_chars; \
  folded = folded . (w == 1 ? '' : fits ? ' ' : '|') . word(unfolded, w); \
  so_far = (w == 1 || fits ? so_far + 1 : 0) + strlen(word(unfolded, w)) }"
bars_in(s) = sum [b = 1:strlen(s)] (s[b:b] eq '|')
do for [part = 1:3] {
  unfolded = part == 1 ? heading : part == 2 ? line : note
  most_chars = int((width - 28) / (part == 1 ? 8.6 : 6.6))
  @fold
  if (part == 1) { heads = folded }
  if (part == 2) { lines_of = folded }
  if (part == 3) { notes = folded }
}
legend_rows = count > 0; x = 20.0
do for [k = 1:count] {
  length = 34 + 7.2 * strlen(called(k))
  if (x > 20 && x + length > width) { x = 20.0; legend_rows = legend_rows + 1 }
  x = x + length
}
text_rows(s) = strlen(s) ? 1 + bars_in(s) : 0
head = 10 + 20 * text_rows(heads) + 16 * (text_rows(lines_of) + text_rows(notes)) + 19 * legend_rows
height = head + above + rows * high + (rows - 1) * between + under

# The picture's title, as gnuplot wants it: letters, digits and underlines.
plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
slug(s) = strlen(s) == 0 ? '' : (strstrt(plain, s[1:1]) ? s[1:1] : '_') . slug(s[2:*])
paper = sprintf('set terminal svg size %g, %g fixed noenhanced name "%s" \
  font "DejaVu Sans,12" background "#ffffff"', width, height, slug(heading[1:100]))
@paper
set multiplot
y = 20.0; entry = 100
do for [k = 1:text_rows(heads)] {
  set label entry list(heads, k) at screen 14 / width, 1 - y / height left font ',14' noenhanced
  entry = entry + 1; y = y + 20
}
do for [k = 1:text_rows(lines_of)] {
  set label entry list(lines_of, k) at screen 14 / width, 1 - y / height left font ',11' noenhanced
  entry = entry + 1; y = y + 16
}
do for [k = 1:text_rows(notes)] {
  set label entry list(notes, k) at screen 14 / width, 1 - y / height left textcolor rgb grey \
    font ',11' noenhanced
  entry = entry + 1; y = y + 16
}
x = 20.0; y = y + 4
do for [k = 1:count] {
  length = 34 + 7.2 * strlen(called(k))
  if (x > 20 && x + length > width) { x = 20.0; y = y + 19 }
  set label 200 + k called(k) at screen x / width, 1 - y / height left \
    point linecolor rgb colour(k) pointtype shape(k) pointsize 0.8 offset 0.9, -0.22 noenhanced
  x = x + length
}
