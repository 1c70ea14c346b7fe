# Mechanical energy per mass of every mover on one scene, from the traces.
# Words: scene, movers, heading|scene, speed_min, speed_max.
scene = ARG1; movers = ARG2
home = ARG0[1:strlen(ARG0) - strlen('energy.gp')]
load home . 'style.gp'
heading = list(ARG3, 1)
name = 'energy_J_per_kg'; label = 'kinetic + potential energy, J/kg'
load home . 'time.gp'
unset multiplot
