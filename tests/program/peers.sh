# bench_peers from outside: its table, the same states in every run, and what it refuses. Needs a
# build with HANDHOLD_PEERS.

if [ -z "$BENCH_PEERS" ]; then
  echo "skipped: built without HANDHOLD_PEERS"
  exit 0
fi

refused() { # ARGUMENTS...
  code=0
  "$BENCH_PEERS" --csv refused.csv "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; exit 1; }
  grep -q '^usage: ' err || { echo "stderr of $* does not say how it is used"; exit 1; }
  [ ! -e refused.csv ] || { echo "$* wrote something"; exit 1; }
}
refused 0
refused 2x
refused 1000000
refused --blocks 0
refused --csv

"$BENCH_PEERS" 2 --blocks 3 --csv once.csv >table
"$BENCH_PEERS" 2 --blocks 3 --csv again.csv >/dev/null
grep -q '^box2d *default ' table
[ "$(wc -l <once.csv)" -eq 7 ]
for column in engine settings state_hash; do head -1 once.csv | grep -q "\b$column\b"; done
[ "$(cut -d, -f 1-4,10- once.csv)" = "$(cut -d, -f 1-4,10- again.csv)" ] || {
  echo 'two runs, two states:'
  diff once.csv again.csv
  exit 1
}
# Strands hang together and lie on the ground in each.
awk -F, 'NR > 1 && !($5 > 0 && $6 >= $5 && $13 > 0 && $13 < 0.2 && $14 < 0.1) {
  print "not a scene of strands: " $0; bad = 1 } END { exit bad }' once.csv

code=0
"$BENCH_PEERS" 1 --blocks 1 --csv no/such/folder.csv >/dev/null 2>err || code=$?
[ $code -eq 1 ] && grep -q 'no/such/folder.csv' err
