# Columns of summary.csv where nothing was swept: for each a panel with a bar a mover, with 95 %
# interval, a group a scene.
# Words: columns, labels joined by |, heading|line|note, scenes, movers.
names = ARG1; labels = ARG2; titles = ARG3; scenes = ARG4; movers = ARG5
home = ARG0[1:strlen(ARG0) - strlen('bars.gp')]
load home . 'style.gp'

axes = '-'; scales = '-'; value_lists = ''
bars = 1; ends_shown = 1; drawn_panels = 0; empty = 0
groups = words(scenes); slots = words(movers)
columns = groups <= 2 ? words(names) : 1
wide = 70.0 * groups * slots
if (wide < 520.0 / columns) { wide = 520.0 / columns }
rows = words(names) / columns
heading = list(titles, 1); line = list(titles, 2)
count = slots
colour(k) = hue(word(movers, k)); shape(k) = 5; called(k) = pretty(word(movers, k))
do for [panel_number = 1:words(names)] {
  name = word(names, panel_number); label = list(labels, panel_number)
  load home . 'rows.gp'
  if (any == 0) { empty = 1 } else { load home . 'group.gp' }
}
if (empty == 0) { unset multiplot }
