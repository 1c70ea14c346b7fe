# Shards on any number of machines, in any order and after any kill, merge into the bytes of one
# process; what does not belong together is refused, with the command that helps.

sed 's/replicates: .*/replicates: 9/; $aseed: 1' "$HANDHOLD_SPECS/smoke.yaml" >spec.yaml
spec=spec.yaml
sed '/^sweep:/,/planner.iterations/d' "$spec" >movers.yaml
tables='runs.csv summary.csv spec.yaml datapackage.json'
# A plot costs a second and is none of what is held here.
mkdir no_gnuplot
PATH=$PWD/no_gnuplot:/bin:/usr/bin
[ ! -x /usr/bin/gnuplot ] || { printf '#!/bin/sh\nexit 1\n' >no_gnuplot/gnuplot; chmod +x no_gnuplot/gnuplot; }

sweep() {
  "$HANDHOLD" sweep "$spec" --timing=off --quiet "$@" 2>>log
}
refused() { # WORDS-EXPECTED COMMAND...
  words=$1 code=0
  shift
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
}
same() { # FOLDER FOLDER NAME...
  one=$1 two=$2
  shift 2
  for name; do cmp "$one/$name" "$two/$name"; done
}

sweep --out whole
for count in 1 2 3 7 50; do
  folders=
  number=$count
  while [ $number -gt 0 ]; do
    folder="part $number of $count"
    sweep --out "$folder" --shard $number/$count --jobs $((number % 2 + 1))
    [ "$(ls "$folder" | tr '\n' ' ')" = 'provenance.json runs.journal spec.yaml ' ]
    folders="$folders '$folder'"
    number=$((number - 1))
  done
  eval "\"\$HANDHOLD\" merge --out merged $folders --force --quiet 2>>log"
  # shellcheck disable=SC2086 # a list of words
  same whole merged $tables
  grep -q '"shards": '$count merged/provenance.json
  [ ! -e merged/runs.journal ]
done
grep -q '"shard": 2' 'part 2 of 3/provenance.json'
grep -q '"shards": 3' 'part 2 of 3/provenance.json'

# A shard says when it is complete; neither another shard nor the whole goes on in its folder.
before=$(cat 'part 2 of 3/provenance.json')
"$HANDHOLD" sweep "$spec" --timing=off --out 'part 2 of 3' --shard 2/3 --resume 2>err
grep -q 'is complete' err
[ "$before" = "$(cat 'part 2 of 3/provenance.json')" ]
go_on() { # COMMAND SPEC SHARD WORD...
  command=$1 asked=$2 shard=$3
  shift 3
  "$HANDHOLD" "$command" "$asked" --shard "$shard" --out 'part 2 of 3' --resume "$@"
}
refused 'it is shard 2/3' go_on sweep "$spec" 1/3 --timing=off
refused 'it is shard 2/3' go_on sweep "$spec" 2/4 --timing=off
refused 'it is shard 2/3' "$HANDHOLD" sweep "$spec" --out 'part 2 of 3' --resume --timing=off
refused 'timing=off' go_on sweep "$spec" 2/3
refused 'sweep began it' go_on compare "$spec" 2/3 --timing=off
refused 'unfinished' "$HANDHOLD" sweep "$spec" --timing=off --out 'part 2 of 3' --shard 2/3
sed 's/^seed: 1/seed: 2/' "$spec" >seed.yaml
refused 'line [0-9]*: `seed: 1`; now: `seed: 2`' go_on sweep seed.yaml 2/3 --timing=off
for words in 0/3 4/3 1/0 1/100001 1 / 1/ /3 a/3 +1/3 ' 1/3' 1/3/; do
  refused 'shard takes' "$HANDHOLD" sweep "$spec" --out none --shard "$words"
done

# Of what does not belong together, or is not all there, nothing is made.
a='part 1 of 3' b='part 2 of 3' c='part 3 of 3'
merge() {
  "$HANDHOLD" merge --out none --quiet "$@"
}
refused 'which shards' merge
refused 'absent: no such folder' merge absent
refused 'whole holds no shard' merge whole
refused 'shard 2/3 is missing' merge "$c" "$a"
refused 'shard 1/3 and 1 more are missing' merge "$c"
refused 'both hold shard 1/3' merge "$a" "$b" "$c" "$a"
refused 'one of 7 shards and not of 3' merge "$a" "$b" "part 3 of 7"
refused 'is one of the shards' "$HANDHOLD" merge --out "$a" --force "$a" "$b" "$c"
refused 'not empty' "$HANDHOLD" merge --out whole "$a" "$b" "$c"
"$HANDHOLD" sweep seed.yaml --timing=off --quiet --out other --shard 2/3
refused 'line [0-9]*: `seed: 2`; now: `seed: 1`' merge "$a" other "$c"
"$HANDHOLD" sweep "$spec" --quiet --out timed --shard 2/3
refused 'timing=on' merge "$a" timed "$c"
cp -r "$b" changed
echo '# mine' >>changed/spec.yaml
merge "$a" changed "$c" 2>>log # a comment is no other spec
rm -r none
[ ! -e none ]

# A shard that the disk damaged after it was complete: the command that the merge prints mends it.
for part in "$b" "$a"; do
  rm -rf hurt
  cp -r "$part" hurt
  case $part in
  "$b") # inside the last run's record
    printf damage | dd of=hurt/runs.journal bs=1 seek=$(($(wc -c <hurt/runs.journal) - 100)) \
      conv=notrunc 2>>log ;;
  *) truncate -s 4000 hurt/runs.journal ;;
  esac
  others=
  for other in "$a" "$b" "$c"; do [ "$other" = "$part" ] || others="$others '$other'"; done
  eval "refused 'hurt: shard ./3 is unfinished' merge hurt $others"
  command=$(tail -n 1 err)
  eval "\"\$HANDHOLD\" ${command#*handhold} --quiet"
  cmp "$part/runs.journal" hurt/runs.journal
  eval "merge hurt $others 2>>log"
  # shellcheck disable=SC2086 # a list of words
  same whole none $tables
  rm -r none
done

# The command that it prints finishes a shard.
sed 's/replicates: .*/replicates: 400/; s/duration_s: .*/duration_s: 30/' "$spec" >long.yaml
"$HANDHOLD" sweep long.yaml --out long --timing=off --quiet 2>>log
rounds=2 round=0
[ "${HANDHOLD_FULL-0}" = 1 ] && rounds=100
while [ $round -lt $rounds ]; do
  round=$((round + 1))
  rm -rf "it's 1" "it's 2"
  "$HANDHOLD" sweep long.yaml --out "it's 1" --timing=off --quiet --shard 1/2 --jobs 1 &
  child=$!
  sleep "0.$((round * 37 % 25 + 10))"
  "$HANDHOLD" merge --out joined "it's 1" 2>err && exit 1
  kill -KILL $child 2>/dev/null || true
  wait $child || true
  [ $round -gt 1 ] || grep -q 'another handhold is writing it' err
  code=0
  "$HANDHOLD" merge --out joined "it's 1" 2>err || code=$?
  [ $code -eq 2 ]
  if grep -q 'unfinished' err; then
    command=$(tail -n 1 err)
    case $command in
    *"handhold sweep --shard 1/2 --timing=off --resume --out 'it'\''s 1' 'it'\''s 1/spec.yaml'"*) ;;
    *) echo "not the command: $command"; exit 1 ;;
    esac
    eval "\"\$HANDHOLD\" ${command#*handhold} --quiet"
  else # it had no head yet, or all of its runs
    "$HANDHOLD" sweep long.yaml --out "it's 1" --timing=off --quiet --shard 1/2 --resume
  fi
  "$HANDHOLD" sweep long.yaml --out "it's 2" --timing=off --quiet --shard 2/2
  "$HANDHOLD" merge --out joined "it's 2" "it's 1" --quiet --force 2>>log
  # shellcheck disable=SC2086 # a list of words
  same long joined $tables
done

# A merge that is killed goes on, and so does the command that the shards were parts of.
for delay in 0.01 0.04 0.2; do
  rm -r joined
  timeout --foreground -s KILL $delay "$HANDHOLD" merge --out joined "it's 1" "it's 2" --quiet 2>>log || true
  "$HANDHOLD" merge --out joined "it's 1" "it's 2" --quiet --resume 2>>log
  # shellcheck disable=SC2086 # a list of words
  same long joined $tables
  "$HANDHOLD" sweep long.yaml --out joined --timing=off --quiet --resume
done

# A comparison in shards prints its tables at the merge.
"$HANDHOLD" compare movers.yaml --out compared --timing=off --quiet >table 2>>log
for number in 1 2; do
  "$HANDHOLD" compare movers.yaml --out compare_$number --timing=off --quiet --shard $number/2 >part
  [ ! -s part ]
done
"$HANDHOLD" merge compare_1 compare_2 --out comparison --quiet >again 2>>log
cmp table again
# shellcheck disable=SC2086 # a list of words
same compared comparison $tables compare.csv trace_endless_branch_sine.csv
