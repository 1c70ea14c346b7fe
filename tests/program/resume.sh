# Killed or interrupted at any moment, a sweep goes on with --resume and ends with the bytes of an
# undisturbed one.

spec=$HANDHOLD_SPECS/smoke.yaml
rounds=4 kills=6 replicates=800
[ "${HANDHOLD_FULL-0}" = 1 ] && rounds=40 kills=100 replicates=20000
sed 's/replicates: .*/replicates: 400/; s/duration_s: .*/duration_s: 30/' "$spec" >long.yaml
"$HANDHOLD" sweep long.yaml --out whole --timing=off --quiet

round=0 interrupted=0
while [ $round -lt $rounds ]; do
  round=$((round + 1))
  signal=KILL # SIGINT is ignored by what a script starts in the background
  case $((round % 4)) in
  1) signal=TERM number=143 ;;
  3) signal=HUP number=129 ;;
  esac
  rm -rf broken
  "$HANDHOLD" sweep long.yaml --out broken --timing=off --quiet --jobs 2 &
  child=$!
  sleep "0.$((round * 37 % 90 + 10))"
  kill -$signal $child 2>/dev/null || true
  code=0
  wait $child || code=$?
  if [ $signal != KILL ] && [ $code -ne $number ] && [ $code -ne 0 ]; then
    echo "exit $code after SIG$signal"
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

# One sweep, killed again and again.
sed "s/replicates: .*/replicates: $replicates/; s/duration_s: .*/duration_s: 30/" "$spec" >longest.yaml
round=0 interrupted=0
while [ $round -lt $kills ]; do
  round=$((round + 1))
  "$HANDHOLD" sweep longest.yaml --out battered --resume --timing=off --quiet &
  child=$!
  sleep "0.0$((round * 37 % 90 + 10))"
  kill -KILL $child 2>/dev/null || true
  code=0
  wait $child || code=$?
  [ $code -eq 0 ] || interrupted=$((interrupted + 1))
done
echo "it was killed $interrupted times"
[ $interrupted -gt $((kills / 2)) ]
"$HANDHOLD" sweep longest.yaml --out battered --resume --timing=off --quiet
"$HANDHOLD" sweep longest.yaml --out unharmed --timing=off --quiet
for name in runs.csv summary.csv spec.yaml datapackage.json; do
  cmp "unharmed/$name" "battered/$name"
done
rm -r battered unharmed

# The command that it prints goes on, whatever the words; from standard input too.
cp long.yaml "./-it's \$(long).yaml"
for words in "sweep --timing=off --set planner.guesses=16 --out 'a\"b  '\\''c' --quiet -- \"-it's \\\$(long).yaml\"" \
  "sweep - --out piped --timing=off --set planner.guesses=16 --quiet --set=planner.guesses=8 <long.yaml"; do
  eval "\"\$HANDHOLD\" $words 2>err &"
  child=$!
  sleep 0.2
  kill -TERM $child 2>/dev/null || true
  code=0
  wait $child || code=$?
  [ $code -eq 143 ] || [ $code -eq 0 ] || { echo "exit $code: $words"; exit 1; }
  if ! grep -q 'to go on:' err; then continue; fi # before it could begin, or after its end
  eval "$(sed -n 's/.*to go on: //p' err | tail -n 1)"
done
for folder in 'a"b  '"'"'c' piped; do
  [ ! -e "$folder" ] || [ -s "$folder/provenance.json" ]
done

# A signal that is ignored from the start stays so.
(
  trap '' HUP
  exec "$HANDHOLD" sweep long.yaml --out ignoring --timing=off --quiet
) &
child=$!
sleep 0.3
kill -HUP $child
wait $child
cmp whole/runs.csv ignoring/runs.csv

# A finished folder of the same spec has nothing to do; of another one, or for another command, it
# is refused.
"$HANDHOLD" sweep long.yaml --out whole --resume --timing=off --quiet
code=0
"$HANDHOLD" compare long.yaml --out whole --resume --timing=off --quiet 2>err || code=$?
[ $code -eq 2 ]
code=0
"$HANDHOLD" sweep "$spec" --out whole --resume --timing=off --quiet 2>err || code=$?
[ $code -eq 2 ]
grep -q 'another spec' err
grep -q 'spec.yaml there, line [0-9]*: `duration_s: 30`; now: `duration_s: 5`' err
