# Conditions and seeds as the tables show them: an axis that does not count is an empty cell, a grid
# has no point twice, and independent replicates have seeds of their own.

spec=$HANDHOLD_SPECS/planner_choices.yaml
sed 's/^replicates: .*/replicates: 2/; s/^until: .*/duration_s: 1/' "$spec" >choices.yaml
"$HANDHOLD" sweep choices.yaml --out choices --timing=off --quiet
tr -d '\r' <choices/summary.csv | tail -n +2 | cut -d, -f4-9 >points
[ "$(wc -l <points)" -eq 34 ]
[ "$(sort -u points | wc -l)" -eq 34 ]
[ "$(grep -c '^exact,,,,,[0-9]*$' points)" -eq 4 ]
[ "$(grep -c '^iterative,[0-9]*,[0-9]*,damped,0.[47],$' points)" -eq 12 ]
[ "$(grep -c '^iterative,[0-9]*,[0-9]*,[a-z]*,,$' points)" -eq 18 ]

# The spec as run, and its points as a list, give the same episodes.
"$HANDHOLD" sweep choices/spec.yaml --out again --timing=off --quiet
cmp choices/runs.csv again/runs.csv
tr -d '\r' <choices/summary.csv | cut -d, -f4-9 >points.csv
sed '/^design:/,/^metrics:/{/^metrics:/!d;}' choices.yaml >list.yaml
echo 'design: {kind: list, points: points.csv}' >>list.yaml
"$HANDHOLD" sweep list.yaml --out list --timing=off --quiet
cmp choices/runs.csv list/runs.csv
"$HANDHOLD" sweep list/spec.yaml --out list-again --timing=off --quiet
cmp choices/runs.csv list-again/runs.csv

# A file called - is a file, beside the spec; and a list of points that nobody has is missed.
sed 's/points.csv/"-"/' list.yaml >dash.yaml
cp points.csv ./-
"$HANDHOLD" sweep dash.yaml --out dash --timing=off --quiet </dev/null
cmp choices/runs.csv dash/runs.csv
rm ./-
code=0
"$HANDHOLD" sweep dash.yaml --out none <points.csv 2>err || code=$?
[ $code -eq 2 ] && grep -q '^dash.yaml:[0-9]*:[0-9]*: error: points: ./-: error: cannot be' err && [ ! -e none ]

# Seeds: run 1 has the first plus 1.
sed 's/^seed: .*/seed: 10\nseeds: independent/' choices.yaml >seeds.yaml
"$HANDHOLD" sweep seeds.yaml --out seeds --timing=off --quiet
tr -d '\r' <seeds/runs.csv | tail -n +2 | cut -d, -f1,4 |
  awk -F, '$2 != 10 + $1 { print "seed of " $0; exit 1 }'

# What is to be tuned has no points to sweep.
sed '/^design:/d; s/^metrics:/optimizer: {budget: 9}\nobjectives: [{metric: falls}]\nmetrics:/' \
  "$HANDHOLD_SPECS/planner_space.yaml" >tune.yaml
code=0
"$HANDHOLD" sweep tune.yaml --out tuned >out 2>err || code=$?
[ $code -eq 2 ] && grep -q optimizer err && [ ! -e tuned ]
