# Killed or interrupted at any moment, a sweep goes on with --resume and ends with the bytes of an
# undisturbed one.

spec=$HANDHOLD_SPECS/smoke.yaml
rounds=4
[ "${HANDHOLD_FULL-0}" = 1 ] && rounds=40
sed 's/replicates: .*/replicates: 400/; s/duration_s: .*/duration_s: 30/' "$spec" >long.yaml
"$HANDHOLD" sweep long.yaml --out whole --timing=off --quiet

round=0 interrupted=0
while [ $round -lt $rounds ]; do
  round=$((round + 1))
  signal=KILL # SIGINT is ignored by what a script starts in the background
  [ $((round % 2)) = 0 ] && signal=TERM
  rm -rf broken
  "$HANDHOLD" sweep long.yaml --out broken --timing=off --quiet --jobs 2 &
  child=$!
  sleep "0.$((round * 37 % 90 + 10))"
  kill -$signal $child 2>/dev/null || true
  code=0
  wait $child || code=$?
  if [ $signal = TERM ] && [ $code -ne 143 ] && [ $code -ne 0 ]; then
    echo "exit $code after SIGTERM"
    exit 1
  fi
  if [ $code -ne 0 ]; then
    interrupted=$((interrupted + 1))
    "$HANDHOLD" sweep long.yaml --out broken --resume --timing=off --quiet
  fi
  for name in runs.csv summary.csv spec.yaml datapackage.json; do cmp "whole/$name" "broken/$name"; done
  for name in broken/*.tmp broken/*journal*; do
    [ ! -e "$name" ] || { echo "$name left behind in round $round"; exit 1; }
  done
done

echo "$interrupted of $rounds sweeps were interrupted"
[ $interrupted -gt 0 ]

# A finished folder of the same spec has nothing to do; of another one it is refused.
"$HANDHOLD" sweep long.yaml --out whole --resume --timing=off --quiet
code=0
"$HANDHOLD" sweep "$spec" --out whole --resume --timing=off --quiet 2>err || code=$?
[ $code -eq 2 ]
