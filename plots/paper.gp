# Opens the picture: paper of `rows` x `columns` panels, `heading` in large type, `line` and
# `note` below it, then room for the legend. Loaded after style.gp once these five are set.
width = left + columns * wide + (columns - 1) * gap + right
height = top + rows * high + (rows - 1) * between + under
set terminal svg size width, height fixed noenhanced font 'DejaVu Sans,12' background '#ffffff'
set multiplot
set label 101 heading at screen 14 / width, 1 - 18 / height left font ',14' noenhanced
set label 102 line at screen 14 / width, 1 - 39 / height left font ',11' noenhanced
set label 103 note at screen 14 / width, 1 - 56 / height left textcolor rgb grey font ',11' noenhanced
