# A wrong request exits 2, says why and the remedy, and writes nothing; help and version exit 0.

refused() { # WORDS-EXPECTED COMMAND...
  words=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
  [ ! -e result ] || { echo "$* wrote something"; exit 1; }
}

"$HANDHOLD" --help | grep -q sweep
"$HANDHOLD" --version | grep -q '^handhold [0-9]'
for what in scenes movers params metrics; do "$HANDHOLD" list $what | grep -q .; done

spec=$HANDHOLD_SPECS/smoke.yaml
refused 'handhold' "$HANDHOLD"
refused 'sweep' "$HANDHOLD" swep "$spec" --out result
refused '\-\-out' "$HANDHOLD" sweep "$spec"
refused 'absent.yaml' "$HANDHOLD" sweep absent.yaml --out result
refused 'jobs' "$HANDHOLD" sweep "$spec" --out result --jobs many
refused 'option' "$HANDHOLD" sweep "$spec" --out result --frobnicate
refused 'planner.guesses' "$HANDHOLD" sweep "$spec" --out result --set planner.gueses=3
refused 'planner.guesses' "$HANDHOLD" sweep "$spec" --out result --set planner.guesses=0
refused 'planner.iterations' "$HANDHOLD" sweep "$spec" --out result --set planner.iterations=3
refused 'did you mean ballistic' "$HANDHOLD" run --scene endless_branch --mover balistic
refused 'did you mean endless_branch' "$HANDHOLD" run --scene endles_branch --mover ballistic

sed 's/planner.iterations/planner.iteratoins/' "$spec" >wrong.yaml
refused 'wrong.yaml:[0-9]*:[0-9]*:.*planner.iterations' "$HANDHOLD" sweep wrong.yaml --out result
printf 'name: [unfinished\n' >wrong.yaml
refused 'wrong.yaml:[0-9]*:[0-9]*:' "$HANDHOLD" sweep wrong.yaml --out result

# A folder with something in it is not touched.
mkdir full
echo mine >full/notes.txt
refused 'full' "$HANDHOLD" sweep "$spec" --out full
[ "$(ls full)" = notes.txt ]

# A full disk is no wrong request: exit 1.
code=0
"$HANDHOLD" run --scene endless_branch --mover sine --duration 1 >/dev/full 2>err || code=$?
[ $code -eq 1 ] || { echo "exit $code with a full disk"; exit 1; }
