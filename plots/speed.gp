# Speed of the centre of mass of every mover on one scene, with the wanted band, from the traces.
# Words: scene, movers, heading|line|note, speed_min, speed_max; - and - for no band.
scene = ARG1; movers = ARG2; titles = ARG3
home = ARG0[1:strlen(ARG0) - strlen('speed.gp')]
load home . 'style.gp'
room = ARG4 eq '-'
name = 'speed_mps'; label = 'speed, m/s'
remark = ''
if (!room) {
  set object 1 rectangle from graph 0, first ARG4 + 0 to graph 1, first ARG5 + 0 behind \
    fillcolor rgb '#eef3e6' fillstyle solid 1 noborder
  remark = '; shaded: the wanted band, gibbon.speed_min to gibbon.speed_max'
}
from_zero = 1
load home . 'time.gp'
unset multiplot
