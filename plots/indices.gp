# Of sensitivity.csv the estimates of one metric, `name`, and index, `index`, in arrays over
# at(scene, mover, parameter): estimate, ci_low, ci_high, NaN for none; rows_of, dropped; `unit`.
@read_comma
at(s, m, p) = s * m * p == 0 ? 0 : ((s - 1) * words(movers) + m - 1) * words(axes) + p
array estimate[words(scenes) * words(movers) * words(axes)]
array ci_low[|estimate|]; array ci_high[|estimate|]; array rows_of[|estimate|]; array dropped[|estimate|]
do for [i = 1:|estimate|] {
  estimate[i] = NaN; ci_low[i] = NaN; ci_high[i] = NaN; rows_of[i] = 0; dropped[i] = 0
}
unit = ''
here(s, m, p) = strcol('metric') eq name && strcol('index') eq index ? at(place(scenes, s), place(movers, m), place(axes, p)) : 0
note_index(i) = i == 0 ? 0 : (estimate[i] = column('estimate'), ci_low[i] = column('ci95_low'), \
  ci_high[i] = column('ci95_high'), rows_of[i] = column('rows'), dropped[i] = column('rows_dropped'), \
  unit = strcol('unit'), i)
stats [*:*][*:*] 'sensitivity.csv' using (note_index(here(strcol('scene'), strcol('mover'), strcol('parameter')))) nooutput
@read_blank
known(i) = estimate[i] == estimate[i]
has_ends(i) = known(i) && ci_high[i] > ci_low[i]
