# A column of summary.csv where nothing was swept: a bar a mover, with 95 % interval, a group a
# scene.
# Words: column, label, heading|line, scenes, movers.
name = ARG1; label = ARG2; scenes = ARG4; movers = ARG5
home = ARG0[1:strlen(ARG0) - strlen('bars.gp')]
load home . 'style.gp'

axes = '-'; scales = '-'; value_lists = ''
load home . 'rows.gp'
if (any == 0) { exit }
rows = 1; columns = 1; wide = 600.0
heading = list(ARG3, 1); line = list(ARG3, 2)
note = counts ? 'number for each scene' : 'mean and 95 % interval of each scene'
load home . 'paper.gp'
load home . 'group.gp'
unset multiplot
