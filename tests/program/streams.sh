# Standard streams that are closed, full or shared with a trace; files beside those written.

spec=$HANDHOLD_SPECS/smoke.yaml
run() {
  "$HANDHOLD" run --scene endless_branch --mover ballistic --duration 2 --timing=off "$@"
}
expect() { # CODE COMMAND...
  wanted=$1 code=0
  shift
  "$@" || code=$?
  [ $code -eq "$wanted" ] || { echo "exit $code, not $wanted: $*"; exit 1; }
}

# A closed stream lends its number to no file: the result is that of an undisturbed sweep.
sed '/^sweep:/,/planner.iterations/d' "$spec" >movers.yaml
sweep() {
  "$HANDHOLD" "$1" movers.yaml --out "$2" --timing=off
}
expect 0 sweep sweep whole 2>/dev/null
expect 0 sweep sweep no_in <&- 2>/dev/null
expect 0 sweep sweep no_out >&- 2>/dev/null
expect 0 sweep sweep no_err 2>&-
expect 0 sweep sweep none <&- >&- 2>&-
for folder in no_in no_out no_err none; do
  for name in runs.csv summary.csv spec.yaml datapackage.json; do cmp "whole/$name" "$folder/$name"; done
done

# But what belongs on standard output, or comes from standard input, is missed.
for line in '--version' '--help' 'list params' 'run --scene drop --mover free_swing'; do
  # shellcheck disable=SC2086 # a list of words
  expect 1 "$HANDHOLD" $line >&- 2>err
  grep -q 'standard output' err
done
expect 1 sweep compare unseen >&- 2>/dev/null
expect 2 "$HANDHOLD" sweep - --out unread <&- 2>/dev/null
[ ! -e unread ]

# A trace on standard output has it for itself.
run --trace t.csv >metrics
for path in - /dev/stdout /dev/fd/1; do
  run --trace $path >trace 2>err
  cmp trace t.csv
  cmp err metrics
  run --trace $path 2>err | cmp - t.csv
  expect 1 run --trace $path >&- 2>/dev/null
done
run --trace shared.csv >shared.csv 2>err
cmp err metrics
cmp shared.csv t.csv
run --trace /dev/stderr 2>&1 >/dev/null | cmp - t.csv
run --trace /dev/null | cmp - metrics
expect 1 run --trace /dev/full >/dev/null 2>err
[ -c /dev/full ] # written in place, not replaced
mkfifo pipe
cat pipe >trace &
run --trace pipe | cmp - metrics
wait
cmp trace t.csv

# A signal leaves no drafts beside a trace, of a gibbon or in a room.
for mover in ballistic creature:daddy; do
  for signal in TERM HUP; do
    scene=endless_branch
    [ $mover = ballistic ] || scene=cell # which never ends
    before=$(ls)
    "$HANDHOLD" run --scene $scene --mover $mover \
      --duration 100000 --trace long.csv >metrics 2>err &
    child=$!
    while ! ls long.csv.*.tmp >/dev/null 2>&1; do sleep 0.05; done
    kill -$signal $child
    code=0
    wait $child || code=$?
    [ $code -gt 128 ]
    grep -q 'interrupted' err
    [ "$(ls)" = "$before" ] || { echo "left after SIG$signal:"; ls; exit 1; }
  done
done

# A file that reaches its limit is an error and no signal, and leaves the earlier one; drafts have
# names of their own.
echo mine >t.csv.tmp
cp t.csv before.csv
expect 1 sh -c 'ulimit -f 8 && "$HANDHOLD" run --scene endless_branch --mover sine --trace t.csv' \
  >/dev/null 2>err
grep -q 'too large' err
cmp t.csv before.csv
[ "$(cat t.csv.tmp)" = mine ]
[ "$(find . -name 't.*' | wc -l)" -eq 3 ]

# A link in a result folder is no way out of it.
echo mine >outside
for name in runs.csv summary.csv spec.yaml datapackage.json provenance.json; do
  rm "whole/$name.old" 2>/dev/null || true
  mv "whole/$name" "whole/$name.old"
  ln -s ../outside "whole/$name"
done
mv whole/provenance.json.old whole/provenance.json
expect 0 "$HANDHOLD" sweep movers.yaml --out whole --timing=off --quiet --force
[ "$(cat outside)" = mine ]
cmp whole/runs.csv none/runs.csv
