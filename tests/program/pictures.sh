# The same result gives the same pictures, whatever the environment holds: none shows what gnuplot
# found in memory that it had not written.

command -v gnuplot >/dev/null || { echo "skipped: no gnuplot here"; exit 0; }

sed 's/^replicates: .*/replicates: 2/; s/^until: .*/duration_s: 1/' \
  "$HANDHOLD_SPECS/planner_choices.yaml" >choices.yaml
"$HANDHOLD" sweep choices.yaml --out first --timing=off --quiet
ls first/parallel_*.svg >/dev/null
for more in LC_ALL=C LC_ALL=de_DE.UTF-8 "LONG=$(printf '%3000s' '')"; do
  env "$more" "$HANDHOLD" sweep choices.yaml --out other --timing=off --quiet
  for picture in first/*.svg; do cmp "$picture" "other/${picture##*/}"; done
  rm -r other
done
