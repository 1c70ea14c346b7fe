# The same request gives the same bytes on any number of threads, in any folder and locale, and
# `run` repeats any row.

for jobs in 1 2 5; do
  "$HANDHOLD" sweep "$HANDHOLD_SPECS/smoke.yaml" --out "with $jobs jobs" --jobs $jobs --timing=off \
    --quiet
done
LC_ALL=de_DE.UTF-8 "$HANDHOLD" sweep "$HANDHOLD_SPECS/smoke.yaml" --out elsewhere --timing=off --quiet
for name in runs.csv summary.csv spec.yaml datapackage.json; do
  for other in 'with 2 jobs' 'with 5 jobs' elsewhere; do
    cmp "with 1 jobs/$name" "$other/$name"
  done
done

# The spec as run asks for the same again; standard input is a spec too.
"$HANDHOLD" sweep - --out again --timing=off --quiet <"with 1 jobs/spec.yaml"
cmp "with 1 jobs/runs.csv" again/runs.csv
cmp "with 1 jobs/spec.yaml" again/spec.yaml

# Rows by `run`: seed, scene, mover, one swept parameter, and last the hash of the state.
header=$(head -n 1 again/runs.csv)
[ "${header%%,status,*}" = run,config,replicate,seed,scene,mover,planner.iterations ]
tr -d '\r' <again/runs.csv | tail -n +2 | while IFS=, read -r run config replicate seed scene mover value rest; do
  "$HANDHOLD" run --scene "$scene" --mover "$mover" --seed "$seed" --duration 5 \
    --set planner.iterations="$value" --timing=off >one
  grep -q "^state_hash *${rest##*,}\$" one || {
    echo "run $run (config $config, replicate $replicate): ${rest##*,} in the table, not in:"
    cat one
    exit 1
  }
done
