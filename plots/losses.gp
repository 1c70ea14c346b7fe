# What each mover loses, and what its muscles must add and remove, per metre of way.
# Words: heading, scenes, movers.
heading = ARG1; scenes = ARG2; movers = ARG3
home = ARG0[1:strlen(ARG0) - strlen('losses.gp')]
load home . 'style.gp'
line = 'energy that collisions and deliberate bleed take, and that muscles add and remove'
names = 'energy_loss_J_per_kg_m muscle_added_J_per_kg_m muscle_removed_J_per_kg_m'
labels = 'energy loss, J/(kg m)|muscle work added, J/(kg m)|muscle work removed, J/(kg m)'
load home . 'groups.gp'
