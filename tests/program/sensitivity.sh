# `handhold sensitivity` from outside: the same bytes for any number of threads, after a kill and
# from shards; a finished result lacks no file; --force knows it; another design is refused.

cat >spec.yaml <<EOF
name: small
scenes: [random_course]
movers: [ballistic]
duration_s: 6
replicates: 2
seed: 3
design: {kind: saltelli, samples: 16, scrambles: 4}
sweep:
  muscle.work: {min: 0.1, max: 0.8}
  planner.method: {values: [iterative, exact]}
metrics: [speed_mean_mps, falls]
EOF
tables='runs.csv summary.csv sensitivity.csv datapackage.json'
# A plot costs a second; only the last of these draws.
mkdir no_gnuplot
here=$PATH
PATH=$PWD/no_gnuplot:/bin:/usr/bin
[ ! -x /usr/bin/gnuplot ] || { printf '#!/bin/sh\nexit 1\n' >no_gnuplot/gnuplot; chmod +x no_gnuplot/gnuplot; }
run() { "$HANDHOLD" sensitivity spec.yaml --timing=off --quiet "$@" 2>>log; }
same() { # FOLDER FOLDER
  for name in $tables; do cmp "$1/$name" "$2/$name"; done
}

run --out one --jobs 1 >table
grep -q 'speed_mean_mps' table
run --out two --jobs 2 >again
cmp table again
same one two

# Killed anywhere, it goes on to the same bytes.
for pause in 0.02 0.05 0.1; do
  rm -rf killed
  "$HANDHOLD" sensitivity spec.yaml --timing=off --quiet --out killed >killed.table 2>>log &
  sleep $pause
  kill -9 $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  run --out killed --resume >killed.table
  same one killed
done

for part in 1 2 3; do run --out part$part --shard $part/3; done
"$HANDHOLD" merge part1 part2 part3 --out merged --quiet >again 2>>log
cmp table again
same one merged

# A finished result says so, and misses a file that goes.
run --out one --resume
rm one/sensitivity.csv
code=0
"$HANDHOLD" sensitivity spec.yaml --timing=off --out one --resume 2>err || code=$?
[ $code -eq 2 ]
grep -q 'lacks its sensitivity.csv' err
run --out one --force >again
same one two

sed 's/^design:.*/design: {kind: sobol, samples: 40}/' spec.yaml >sobol.yaml
code=0
"$HANDHOLD" sensitivity sobol.yaml --out refused 2>err || code=$?
[ $code -eq 2 ]
grep -q 'design: {kind: saltelli' err
[ ! -e refused ]

# A sweep over the same points has importance.csv, and a sweep may run a saltelli design too.
"$HANDHOLD" sweep sobol.yaml --timing=off --quiet --out sobol 2>>log
grep -q '^random_course,ballistic,speed_mean_mps,muscle.work,' sobol/importance.csv
"$HANDHOLD" sweep spec.yaml --timing=off --quiet --out swept 2>>log
cmp swept/runs.csv two/runs.csv
[ ! -e swept/sensitivity.csv ] && [ ! -e swept/importance.csv ]

PATH=$here
run --out two --force >again
grep -q '</svg>' two/sensitivity_speed_mean_mps.svg
grep -q 'sensitivity_speed_mean_mps.svg' two/provenance.json
