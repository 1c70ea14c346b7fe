# The legend below the head of the picture: `count` entries called(k), in colour(k) and shape(k).
# In labels, since gnuplot's own key wraps at the width of one panel.
x = 20.0; y = 78.0
do for [k = 1:count] {
  length = 34 + 7.2 * strlen(called(k))
  if (x > 20 && x + length > width) { x = 20.0; y = y + 17 }
  set label 200 + k called(k) at screen x / width, 1 - y / height left \
    point linecolor rgb colour(k) pointtype shape(k) pointsize 0.8 offset 0.9, -0.22 noenhanced
  x = x + length
}
