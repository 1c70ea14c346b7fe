# Marks that would cover one another are drawn once: fresh(x, y), shares of a panel's width and
# height, is 1 the first time in a cell of 2 x 2 pixels, and 0 after that. Loaded for each panel anew.
cells_x = int(wide / 2) + 1; cells_y = int(high / 2) + 1
array cell[cells_x * cells_y]
x = sum [c = 1:|cell|] (cell[c] = 0, 0)
inside(v) = v < 0 ? 0.0 : v > 1 ? 1.0 : v
cell_at(x, y) = 1 + int(inside(x) * (cells_x - 1)) + cells_x * int(inside(y) * (cells_y - 1))
fresh(x, y) = x != x || y != y ? 0 : (c_at = cell_at(x, y), cell[c_at] == 1 ? 0 : (cell[c_at] = 1, 1))
