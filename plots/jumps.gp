# How glitchy each mover is: the largest jumps of velocity and kinetic energy where the governing
# law changes, and the acceleration that neither gravity nor a pulling arm explains.
# Words: heading, scenes, movers.
heading = ARG1; scenes = ARG2; movers = ARG3
home = ARG0[1:strlen(ARG0) - strlen('jumps.gp')]
load home . 'style.gp'
line = 'jumps where the law of motion changes, and unexplained change of velocity'
names = 'velocity_step_max_mps energy_step_max_ratio unphysical_dv_mps_per_m'
labels = 'largest velocity jump, m/s|largest energy jump, ratio|unexplained dv, m/s per m'
load home . 'groups.gp'
