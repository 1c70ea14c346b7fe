# A picture of several panels of bars: one for each of `names`, with its label.
columns = words(scenes) <= 2 ? words(names) : 1
wide = columns == 1 ? 560.0 : 110.0 + 110.0 * words(scenes)
rows = words(scenes) <= 2 ? 1 : words(names)
note = 'mean and 95 % interval of each scene'
top = 112.0
axes = '-'; scales = '-'; value_lists = ''
load home . 'paper.gp'
do for [p = 1:words(names)] {
  name = word(names, p); label = list(labels, p)
  set datafile columnheaders
  load home . 'rows.gp'
  load home . 'group.gp'
}
unset multiplot
