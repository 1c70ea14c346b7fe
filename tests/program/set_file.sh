# --set-file: a parameter file gives what the same --set gives, under them and over the spec; what
# is wrong in it is refused with its line.

refused() { # WORDS-EXPECTED COMMAND...
  words=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
  [ ! -e result ] || { echo "$* wrote something"; exit 1; }
}
run() {
  "$HANDHOLD" run --scene endless_branch --mover ballistic --duration 5 --timing=off "$@"
}

printf '# a preset\ngibbon.arm_length: 0.62\nplanner.method: exact\nworld.slope: 3 deg\n' >p.yaml
run --set-file p.yaml >by_file
run --set gibbon.arm_length=0.62 --set planner.method=exact --set 'world.slope=3 deg' >by_set
run >plain
grep -q state_hash by_file
cmp by_file by_set
if cmp -s by_file plain; then echo "the file changed nothing"; exit 1; fi
run --set-file p.yaml --set planner.method=iterative --set gibbon.arm_length=0.75 \
  --set world.slope=0 >over
cmp over plain

# A sweep: the same folder, whose spec says it all, so that it runs and resumes without the file.
spec=$HANDHOLD_SPECS/smoke.yaml
sweep() { "$HANDHOLD" sweep "$spec" --timing=off --quiet "$@"; }
printf 'gibbon.arm_length: 0.62\nworld.slope: 3 deg\n' >q.yaml
sweep --out by_file.d --set-file q.yaml
sweep --out by_set.d --set gibbon.arm_length=0.62 --set 'world.slope=3 deg'
sweep --out plain.d
for name in runs.csv summary.csv spec.yaml; do cmp by_file.d/$name by_set.d/$name; done
if cmp -s by_file.d/runs.csv plain.d/runs.csv; then echo "the file changed nothing"; exit 1; fi
"$HANDHOLD" sweep by_file.d/spec.yaml --out again.d --timing=off --quiet
cmp by_file.d/runs.csv again.d/runs.csv

# Refusals, with the line.
printf '\nplanner.gueses: 3\n' >wrong.yaml
refused 'wrong.yaml:2:1: error: planner.gueses: .*did you mean planner.guesses' run --set-file wrong.yaml
printf '# x\nplanner.guesses: 0\n' >wrong.yaml
refused "wrong.yaml:2:18: error: planner.guesses: '0' is out of range; choose from 1 to" \
  sweep --out result --set-file wrong.yaml
printf 'planner.method: exakt\n' >wrong.yaml
refused 'wrong.yaml:1:17: .*did you mean exact' run --set-file wrong.yaml
printf 'planner.guesses: 3\n\nplanner.iterations: 3\n' >wrong.yaml
refused 'wrong.yaml:3:1: error: planner.iterations: swept' sweep --out result --set-file wrong.yaml
printf 'world.gap_max: 2\nworld.gap_min: 3\n' >wrong.yaml
refused 'wrong.yaml:2:1: error: world.gap_min: leaves' sweep --out result --set-file wrong.yaml
refused 'contradicts' run --set-file wrong.yaml
sed 's/^sweep:.*/&\n  planner.guesses: {values: [4, 8], when: {planner.method: iterative}}/' "$spec" >when.yaml
printf '\n# x\nplanner.method: exact\n' >wrong.yaml
refused 'wrong.yaml:3:1: error: planner.method: leaves planner.guesses no point' \
  "$HANDHOLD" sweep when.yaml --out result --set-file wrong.yaml
refused '^planner.method: leaves planner.guesses no point' \
  "$HANDHOLD" sweep when.yaml --out result --set-file wrong.yaml --set planner.method=exact
refused 'absent.yaml: error: cannot be opened' sweep --out result --set-file absent.yaml
refused 'one file' sweep --out result --set-file q.yaml --set-file p.yaml
refused 'name a file' run --set-file -

# What the file leaves open, --set may close.
printf 'world.gap_min: 3\n' >open.yaml
refused 'open.yaml:1:1: error: world.gap_min: leaves' sweep --out result --set-file open.yaml
sweep --out closed.d --set-file open.yaml --set world.gap_max=3
