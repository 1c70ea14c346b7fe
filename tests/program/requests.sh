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
sed 's/scenes: .*/scenes: []/' "$spec" >empty.yaml
sed 's/replicates: .*/replicates: 2000000/' "$spec" >many.yaml
refused 'handhold' "$HANDHOLD"
refused 'sweep' "$HANDHOLD" swep "$spec" --out result
refused '\-\-out' "$HANDHOLD" sweep "$spec"
refused 'absent.yaml' "$HANDHOLD" sweep absent.yaml --out result
refused 'jobs' "$HANDHOLD" sweep "$spec" --out result --jobs many
refused 'option' "$HANDHOLD" sweep "$spec" --out result --frobnicate
refused 'planner.guesses' "$HANDHOLD" sweep "$spec" --out result --set planner.gueses=3
refused 'planner.guesses' "$HANDHOLD" sweep "$spec" --out result --set planner.guesses=0
refused 'planner.iterations' "$HANDHOLD" sweep "$spec" --out result --set planner.iterations=3
refused 'world.gap_max: leaves world.gap_min not below' "$HANDHOLD" sweep "$spec" --out result \
  --set world.gap_min=3 --set world.gap_max=2 --set planner.guesses=4
refused 'is empty' "$HANDHOLD" sweep "$spec" --out ''
refused 'at most 1000000000' "$HANDHOLD" run --scene drop --mover sine --duration 1e10
refused 'write \[endless_branch\]$' "$HANDHOLD" sweep empty.yaml --out result
refused 'at most 1000000' "$HANDHOLD" sweep many.yaml --out result
refused 'did you mean ballistic' "$HANDHOLD" run --scene endless_branch --mover balistic
refused 'did you mean endless_branch' "$HANDHOLD" run --scene endles_branch --mover ballistic

sed 's/planner.iterations/planner.iteratoins/' "$spec" >wrong.yaml
refused 'wrong.yaml:[0-9]*:[0-9]*:.*planner.iterations' "$HANDHOLD" sweep wrong.yaml --out result
printf 'name: [unfinished\n' >wrong.yaml
refused 'wrong.yaml:[0-9]*:[0-9]*:' "$HANDHOLD" sweep wrong.yaml --out result

# Each --set may contradict the spec, if all together do not.
"$HANDHOLD" sweep "$spec" --out gaps --quiet --set world.gap_min=2 --set world.gap_max=3
grep -q 'world.gap_min: 2$' gaps/spec.yaml

# Courses: what a spreadsheet leaves at the end is no hold; many digits are read,
# and what follows them is refused.
run_course() {
  "$HANDHOLD" run --scene course --mover ballistic --course course.csv --set planner.guesses=4 "$@"
}
printf 'x_m,y_m\n0,0\n1.6,0.1\n3.2,0\n\n\r\n\n' >course.csv
run_course >out
zeros=0000000000000000000000000000000000000000000000000000000000000000
printf 'x_m,y_m\n0,0\n1.6,0.1%s\n3.2,0\n' "$zeros" >course.csv
run_course >long
grep state_hash out >hash
grep -q "$(cat hash)" long
for line in '1.6,0.1,' "1.6,0.1$zeros junk" '1.6,0.1 junk' ',' '1.6' '1.6,'; do
  printf 'x_m,y_m\n0,0\n%s\n3.2,0\n' "$line" >course.csv
  refused 'course.csv:3:' run_course
done
printf 'x_m,y_m\n0,0\n\n1.6,0.1\n' >course.csv
refused 'course.csv:3:' run_course

# A folder with something in it is not touched.
mkdir full
echo mine >full/notes.txt
refused 'full' "$HANDHOLD" sweep "$spec" --out full
[ "$(ls full)" = notes.txt ]

# What cannot be a folder is a wrong request, and what was made on the way goes again.
ln -s nowhere link
refused 'link' "$HANDHOLD" sweep "$spec" --out link
refused 'notes.txt' "$HANDHOLD" sweep "$spec" --out full/notes.txt/result
refused 'name too long' "$HANDHOLD" sweep "$spec" --out "made/$zeros$zeros$zeros$zeros$zeros"
[ ! -e made ] && [ ! -e nowhere ]
code=0
(ulimit -n 3 && "$HANDHOLD" sweep "$spec" --out full --force) 2>err || code=$?
[ $code -ne 0 ] && [ "$(ls full)" = notes.txt ]

# A trace that cannot be written is refused before the episode.
trace() {
  "$HANDHOLD" run --scene endless_branch --mover sine --duration 1 --trace "$1"
}
mkdir folder half.world.csv
for path in '' folder folder/ absent/t.csv full/notes.txt/t.csv half.csv; do
  refused 'trace' trace "$path"
  [ ! -s out ] || { echo "metrics before the refusal of '$path'"; exit 1; }
done
[ ! -e half.csv ]

# A full disk is no wrong request: exit 1.
code=0
"$HANDHOLD" run --scene endless_branch --mover sine --duration 1 >/dev/full 2>err || code=$?
[ $code -eq 1 ] || { echo "exit $code with a full disk"; exit 1; }

# Neither a trace nor its world replaces what is read.
printf 'x_m,y_m\n0,0\n1.6,0.1\n3.2,0\n' >course.csv
cp course.csv kept.csv
refused 'would replace' run_course --trace course.csv
refused 'would replace' run_course --trace ./course.csv
cmp course.csv kept.csv
cp course.csv course.world.csv
run_worlds_course() {
  "$HANDHOLD" run --scene course --mover sine --course course.world.csv "$@"
}
refused 'would replace' run_worlds_course --trace course.csv
cmp course.world.csv kept.csv
rm course.world.csv
echo 'rig.level: rig2' >course.yaml
refused 'would replace' "$HANDHOLD" run --scene drop --mover sine --set-file course.yaml \
  --trace course.yaml
grep -q rig2 course.yaml
