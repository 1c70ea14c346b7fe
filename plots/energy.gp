# Mechanical energy per mass of every mover on one scene, from the traces.
# Words: scene, movers, heading|line|note, speed_min, speed_max; both are - in a room.
scene = ARG1; movers = ARG2; titles = ARG3
home = ARG0[1:strlen(ARG0) - strlen('energy.gp')]
load home . 'style.gp'
room = ARG4 eq '-'
name = 'energy_J_per_kg'; label = 'energy, J/kg'
remark = '; potential energy is zero at y = 0, ' . \
  (room ? 'the lower edge of the room' : 'the height of the first hold')
from_zero = 0
load home . 'time.gp'
unset multiplot
