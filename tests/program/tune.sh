# handhold tune from outside: killed at random moments it goes on to the same bytes; best.yaml is
# what --set-file takes; a wrong request exits 2 and writes nothing.

refused() { # WORDS-EXPECTED COMMAND...
  words=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
  [ ! -e result ] || { echo "$* wrote something"; exit 1; }
}
same() { # FOLDER FOLDER
  for file in "$1"/*.csv "$1"/*.yaml "$1/datapackage.json"; do cmp "$file" "$2/${file##*/}"; done
  [ "$(ls "$1" | wc -l)" -eq "$(ls "$2" | wc -l)" ] || { echo "$1 and $2 differ"; exit 1; }
}

cat >tune.yaml <<'SPEC'
name: tune
scenes: [endless_branch, random_course]
movers: [ballistic]
duration_s: 5
replicates: 10
seed: 1
set: {planner.candidates: 20}
optimizer: {kind: cma_es, budget: 60, polish: nelder_mead, polish_budget: 10}
objectives: [{metric: energy_loss_J_per_kg_m, weight: 1000}, {metric: speed_cv, scenes: worst}]
held_out: {scenes: [random_course], seed: 1000, replicates: 50}
sweep:
  planner.weight.momentum: {min: 0.1, max: 10, scale: log}
  planner.iterations: {min: 1, max: 8}
  start.speed: {min: 2, max: 6}
SPEC
sed 's/optimizer: .*/optimizer: {kind: nsga2, population: 10, budget: 60}/; s/, weight: 1000//' \
  tune.yaml >nsga2.yaml
sed 's/optimizer: .*/optimizer: {kind: race, budget: 20}/' tune.yaml >race.yaml
# No pictures: they take longer than all else.
tune() { PATH=/nowhere "$HANDHOLD" tune "$@" --timing=off --quiet >table 2>err; }

# What is reported of best.yaml is what a sweep with it gives, to the last digit.
tune tune.yaml --out whole
cat >held.yaml <<'SPEC'
name: held
scenes: [random_course]
movers: [ballistic]
duration_s: 5
replicates: 50
seed: 1000
SPEC
PATH=/nowhere "$HANDHOLD" sweep held.yaml --out held --set-file whole/best.yaml --timing=off --quiet
column() { # FILE NAME: its cells
  tr -d '\r' <"$1" |
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    NR > 1 { print $at }'
}
for metric in energy_loss_J_per_kg_m speed_cv distance_m; do
  grep -e "^candidate" -e "^tuned,random_course,$metric," whole/held_out.csv >row.csv
  for part in mean ci95_low ci95_high; do
    told=$(column row.csv $part) found=$(column held/summary.csv "${metric}_$part")
    [ -n "$told" ] && [ "$told" = "$found" ] || { echo "$metric $part: $told, $found"; exit 1; }
  done
done
grep -q '^# Trial [0-9]* of [0-9]*; on the scenes and seeds it was tuned on:$' whole/best.yaml
"$HANDHOLD" run --scene drop --mover ballistic --duration 2 --set-file whole/best.yaml >out

# Killed at random moments, also of what is held out and while files are written.
rounds=4
[ "${HANDHOLD_FULL-0}" = 1 ] && rounds=40
round=0 interrupted=0
for kind in tune nsga2 race; do tune $kind.yaml --out $kind; done
same tune whole
while [ $round -lt $rounds ]; do
  round=$((round + 1))
  for kind in tune nsga2 race; do
    signal=KILL number=137
    [ $((round % 2)) -eq 1 ] && signal=TERM number=143
    rm -rf broken
    PATH=/nowhere "$HANDHOLD" tune $kind.yaml --out broken --timing=off --quiet --jobs 2 >table 2>err &
    child=$!
    sleep "0.0$((round * 37 % 90 + 10))"
    kill -$signal $child 2>/dev/null || true
    code=0
    wait $child || code=$?
    [ $code -eq 0 ] || [ $code -eq $number ] || { echo "exit $code after SIG$signal"; cat err; exit 1; }
    if [ $code -ne 0 ]; then
      interrupted=$((interrupted + 1))
      # What is unfinished has a journal; the process may also be on its way out.
      if [ $signal = TERM ] && [ -e broken/runs.journal ]; then grep -q 'to go on: .*handhold tune --resume' err; fi
      tune $kind.yaml --out broken --resume
    fi
    same $kind broken
  done
done
echo "$interrupted of $((3 * rounds)) tunes were interrupted"
[ $interrupted -gt 0 ]

# --force leaves nothing of the earlier result, nor does a folder mix two.
cp -r nsga2 again
[ -e again/front_00.yaml ] && [ -e again/front.csv ]
tune race.yaml --out again --force
same race again
refused 'another spec' "$HANDHOLD" tune tune.yaml --out race --resume --timing=off
refused 'tune' "$HANDHOLD" sweep held.yaml --out race --resume --timing=off

# Refused, and nothing is written.
request() { refused "$1" "$HANDHOLD" "${3-tune}" "$2" --out result; }
change() { sed "$1" tune.yaml >wrong.yaml; }
request 'names no optimizer' held.yaml
change '/^held_out/d'
request 'nothing is held out' wrong.yaml
change 's/budget: 60/budget: 17/' # the default, 4 + 3 ln 3 points, the polish
request 'choose at least 18' wrong.yaml
change 's/budget: 60/budget: 18/'
tune wrong.yaml --out least
request 'run handhold tune' tune.yaml sweep
request 'optimizer' tune.yaml compare
request 'design' tune.yaml sensitivity
refused 'shard' "$HANDHOLD" tune tune.yaml --out result --shard 1/2
change 's/metric: speed_cv/metric: cpu_us_per_creature_step/'
request 'wrong.yaml:9:.*clock' wrong.yaml
change 's/metric: speed_cv/metric: planner_regret/'
request 'with episode.regret on' wrong.yaml
refused 'with episode.regret on' "$HANDHOLD" tune wrong.yaml --out result --set episode.regret=off
tune wrong.yaml --out regret --set episode.regret=on
grep -q planner_regret regret/best.yaml
change 's/seed: 1000/seed: 11/; s/scenes: \[random_course\]/scenes: [drop, random_course]/'
tune wrong.yaml --out apart # 1 to 10, and from 11 on
same_seeds='s/held_out: .*/held_out: {scenes: [drop, random_course], seed: 10, replicates: 5}/'
change "$same_seeds"
request 'wrong.yaml:10:.*random_course is tuned on 1 to 10' wrong.yaml
sed "$same_seeds; s/\[endless_branch, random_course\]/[endless_branch]/" tune.yaml >apart.yaml
tune apart.yaml --out other_scenes
change 's/^seed: 1/&\nseeds: independent/; s/seed: 1000/seed: 600/'
request 'is tuned on 1 to 1200' wrong.yaml
change 's/budget: 60/bugdet: 60/'
request 'wrong.yaml:8:.*did you mean budget' wrong.yaml
change 's/scenes: worst/scene: worst/'
request 'wrong.yaml:9:.*did you mean scenes' wrong.yaml
change 's/replicates: 50/replicas: 50/'
request 'wrong.yaml:10:.*did you mean replicates' wrong.yaml
change 's/^objectives.*//'
request 'objectives' wrong.yaml
change 's/kind: cma_es/kind: cma/'
request 'cma_es' wrong.yaml
refused 'start.speed: swept' "$HANDHOLD" tune tune.yaml --out result --set start.speed=3
sed 's/kind: race/kind: race, population: 9/' race.yaml >wrong.yaml
request 'race takes none' wrong.yaml
sed 's/population: 10/population: 2/' nsga2.yaml >wrong.yaml
request 'from 4 to' wrong.yaml
sed 's/replicates: 10/replicates: 1/' race.yaml >wrong.yaml
request 'replicates: 16' wrong.yaml

# A journal of tune is no shard.
PATH=/nowhere "$HANDHOLD" tune tune.yaml --out broken2 --timing=off --quiet >table 2>err &
child=$!
sleep 0.1
kill -KILL $child 2>/dev/null || true
wait $child || true
if [ -e broken2/runs.journal ]; then refused '' "$HANDHOLD" merge broken2 --out result; fi

# On a course of one's own, and held out on another scene; a setting is of every trial.
printf 'x_m,y_m\n0,0\n1.6,0.1\n3.2,0\n4.9,0.2\n6.4,0\n' >holds.csv
sed 's/^scenes: .*/scenes: [course]\ncourse: holds.csv/; s/^duration_s: .*/until: end/
  s/replicates: 10/replicates: 2/; s/weight: 1000/goal: maximize/' tune.yaml >course.yaml
tune course.yaml --out course --set gibbon.arm_length=0.7
grep -q '^gibbon.arm_length: 0.7$' course/best.yaml
grep -q '^planner.candidates: 20$' course/best.yaml
