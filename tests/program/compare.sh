# A comparison leaves its tables, traces and pictures, wherever it is told to; without gnuplot it
# leaves all but the pictures.

spec=$HANDHOLD_SPECS/smoke.yaml
sed '/^sweep:/,/planner.iterations/d' "$spec" >movers.yaml
out="it's a \"result\" \$(here)"
"$HANDHOLD" compare movers.yaml --out "$out" --timing=off --quiet >table
grep -q ballistic table
for name in runs.csv summary.csv compare.csv datapackage.json provenance.json spec.yaml \
  trace_endless_branch_sine.csv trace_endless_branch_sine.world.csv; do
  [ -s "$out/$name" ] || { echo "no $name"; exit 1; }
done
for name in paths_endless_branch energy_endless_branch speed_endless_branch jumps losses speed_cv; do
  grep -q '</svg>' "$out/$name.svg" || { echo "no $name.svg"; exit 1; }
  grep -q "$name.svg" "$out/provenance.json" || { echo "$name.svg not in provenance.json"; exit 1; }
done

# Everything by its own name once more, and nothing else goes.
touch "$out/notes.txt"
"$HANDHOLD" compare movers.yaml --out "$out" --timing=off --quiet --force >again
cmp table again
[ -e "$out/notes.txt" ]

mkdir empty
PATH=$PWD/empty "$HANDHOLD" compare movers.yaml --out plain --timing=off --quiet >again 2>err
cmp table again
cmp "$out/compare.csv" plain/compare.csv
grep -q gnuplot-nox err
[ "$(wc -l <err)" -eq 1 ]
