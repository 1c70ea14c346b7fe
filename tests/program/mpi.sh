# mpirun: any number of ranks gives the bytes of one process, after any kill too; what is refused is
# refused once. Needs a build with MPI (cmake --preset mpi); without one, only that it says so.

spec=$HANDHOLD_SPECS/smoke.yaml
tables='runs.csv summary.csv spec.yaml datapackage.json'
# A plot costs a second and is none of what is held here.
mkdir no_gnuplot
printf '#!/bin/sh\nexit 1\n' >no_gnuplot/gnuplot
chmod +x no_gnuplot/gnuplot
PATH=$PWD/no_gnuplot:$PATH

refused() { # CODE WORDS-EXPECTED COMMAND...
  wanted=$1 words=$2 code=0
  shift 2
  "$@" >out 2>err </dev/null || code=$?
  [ $code -eq "$wanted" ] || { echo "exit $code, not $wanted: $*"; cat err; exit 1; }
  [ "$(grep -c -e "$words" err)" -eq 1 ] || { echo "stderr of $* does not say '$words' once:"; cat err; exit 1; }
}

# Started by an mpirun that it knows nothing of, it does not do everything twice.
started() { # RANK COMMAND...
  rank=$1
  shift
  OMPI_COMM_WORLD_SIZE=4 SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=$rank "$HANDHOLD" "$@"
}
if [ "${HANDHOLD_MPI-OFF}" = OFF ]; then
  refused 2 '4 of this program were started together.*cmake --preset mpi.*--shard I/4' \
    started 0 sweep "$spec" --out none
  refused 2 'started together.*cmake --preset mpi$' started 0 tune "$spec" --out none
  refused 2 'started together.*cmake --preset mpi$' started 0 merge a b --out none
  code=0
  started 2 sweep "$spec" --out none 2>err || code=$?
  [ $code -eq 2 ] && [ ! -s err ] && [ ! -e none ]
  started 2 sweep "$spec" --out part --shard 3/4 --quiet
  started 2 list movers | grep -q sine
  echo 'skipped: this build is without MPI (cmake --preset mpi)'
  exit 0
fi
refused 2 '4 of this program were started together.*mpirun of the MPI.*--shard I/4' \
  started 0 sweep "$spec" --out none

same() { # FOLDER FOLDER NAME...
  one=$1 two=$2
  shift 2
  for name; do cmp "$one/$name" "$two/$name"; done
}
sed 's/replicates: .*/replicates: 400/; s/duration_s: .*/duration_s: 30/' "$spec" >long.yaml
"$HANDHOLD" sweep long.yaml --out whole --timing=off --quiet 2>>log
for words in '-n 1' '-n 2' '-n 4' '-n 7' '-n 2 --jobs 3'; do
  # shellcheck disable=SC2086 # a list of words
  set -- $words
  # shellcheck disable=SC2086
  mpirun -n "$2" "$HANDHOLD" sweep long.yaml --out "with $words" --timing=off --quiet ${3-} ${4-} 2>>log
  # shellcheck disable=SC2086
  same whole "with $words" $tables
done
grep -q '"ranks": 4' 'with -n 4/provenance.json'

# A shard, a comparison, a course, a spec from standard input.
mpirun -n 3 "$HANDHOLD" sweep long.yaml --out 'part 1' --timing=off --shard 1/2 2>>log
"$HANDHOLD" sweep long.yaml --out 'part 2' --timing=off --shard 2/2 2>>log
"$HANDHOLD" merge 'part 1' 'part 2' --out merged --quiet 2>>log
# shellcheck disable=SC2086 # a list of words
same whole merged $tables
printf 'x_m,y_m\n0,0\n1.6,0.1\n3.2,0\n4.7,0.1\n' >course.csv
printf 'name: c\nscenes: [course, random_course]\nmovers: [sine, ballistic]\nswings: 9\nreplicates: 4\ncourse: course.csv\n' >course.yaml
"$HANDHOLD" compare course.yaml --out compared --timing=off --quiet >table 2>>log
mpirun -n 4 "$HANDHOLD" compare - --out comparison --timing=off --quiet <compared/spec.yaml >again 2>>log
cmp table again
# shellcheck disable=SC2086 # a list of words
same compared comparison $tables compare.csv

# A search, whose episodes depend on those before.
printf '%s\n' 'name: t' 'scenes: [endless_branch]' 'movers: [ballistic]' 'duration_s: 3' 'replicates: 2' \
  'sweep: {planner.weight.momentum: {min: 0.1, max: 10, scale: log}}' \
  'optimizer: {kind: cma_es, budget: 40}' 'objectives: [{metric: speed_cv, goal: minimize}]' \
  'held_out: {scenes: [sloped_branch], seed: 1000, replicates: 4}' >tune.yaml
"$HANDHOLD" tune tune.yaml --out tuned --timing=off --quiet >table 2>>log
mpirun -n 3 "$HANDHOLD" tune tune.yaml --out tuning --timing=off --quiet >again 2>>log
cmp table again
# shellcheck disable=SC2086 # a list of words
same tuned tuning $tables history.csv
grep -v '^#' tuned/best.yaml >best
grep -v '^#' tuning/best.yaml | cmp - best

# Only rank 0 speaks, and all end as it does.
refused 2 'is not empty' mpirun -n 4 "$HANDHOLD" sweep "$spec" --out whole
refused 2 'absent.yaml' mpirun -n 4 "$HANDHOLD" sweep absent.yaml --out none
refused 2 'unknown option' mpirun -n 4 "$HANDHOLD" sweep "$spec" --out none --frobnicate
refused 2 'versions or command lines' mpirun -n 1 "$HANDHOLD" sweep "$spec" --out none : \
  -n 1 "$HANDHOLD" sweep "$spec" --out other
[ ! -e none ] && [ ! -e other ]
[ "$(mpirun -n 4 "$HANDHOLD" list movers | grep -c sine)" -eq "$("$HANDHOLD" list movers | grep -c sine)" ]
mpirun -n 4 "$HANDHOLD" sweep whole/spec.yaml --out whole --timing=off --resume 2>err
grep -q 'nothing to do' err
# A limit of 8 MB, since MPI has files of its own; records beyond it are refused by the system.
printf 'name: many\nscenes: [drop]\nmovers: [free_swing]\nuntil: end\nreplicates: 30000\n' >many.yaml
code=0
(ulimit -f 16384 && mpirun -n 3 "$HANDHOLD" sweep many.yaml --out small --timing=off --quiet) 2>err || code=$?
[ $code -eq 1 ] || { cat err; echo "exit $code when the journal is full"; exit 1; }
grep -q 'small/runs.journal: File too large' err
mpirun -n 3 "$HANDHOLD" sweep many.yaml --out small --timing=off --resume --quiet 2>>log
"$HANDHOLD" sweep many.yaml --out large --timing=off --quiet 2>>log
# shellcheck disable=SC2086 # a list of words
same large small $tables

# Killed or interrupted, any rank or all, and another number goes on.
# shellcheck disable=SC2016 # for the inner shell
printf '%s\n' 'echo $$ >pid.$PMI_RANK' 'exec "$HANDHOLD" "$@"' >rank.sh
interrupted=0
for what in 'TERM all' 'KILL 0' 'INT all' 'KILL 2' 'KILL all'; do
  signal=${what% *} victim=${what#* }
  rm -rf broken pid.*
  mpirun -n 3 sh rank.sh sweep long.yaml --out broken --timing=off --quiet 2>err &
  child=$!
  until [ -e broken/spec.yaml ] || ! kill -0 $child; do sleep 0.01; done
  sleep 0.05
  if [ "$victim" = all ]; then kill -"$signal" $child; else kill -"$signal" "$(cat "pid.$victim")"; fi
  code=0
  wait $child || code=$?
  # A background process of a script ignores SIGINT. After a SIGTERM the code is mpirun's own: 143,
  # or 0 when it sees its ranks leave before it has noted why.
  [ "$signal" != KILL ] || [ -e broken/summary.csv ] || [ $code -ne 0 ]
  [ "$signal" != TERM ] || [ $code -eq 143 ] || [ $code -eq 0 ] || { echo "exit $code after SIGTERM"; exit 1; }
  [ -e broken/summary.csv ] || interrupted=$((interrupted + 1))
  tries=0 # ranks whose mpirun was killed end a moment later
  until mpirun -n 2 "$HANDHOLD" sweep long.yaml --out broken --timing=off --quiet --resume 2>err; do
    tries=$((tries + 1))
    { [ $tries -lt 50 ] && grep -q 'another handhold is writing' err; } || { cat err; exit 1; }
    sleep 0.2
  done
  # shellcheck disable=SC2086 # a list of words
  same whole broken $tables
done
echo "$interrupted of 5 were interrupted"
[ $interrupted -gt 0 ]
