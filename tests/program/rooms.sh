#!/bin/sh
# A room of one's own: run --room, the spec key room, and what is refused of them.
set -eu

# refused WORDS COMMAND...: exit 2, WORDS among the errors, nothing on stdout.
refused() {
  words=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; exit 1; }
  grep -qF -e "$words" err || { echo "no '$words' from $*:"; cat err; exit 1; }
  [ ! -s out ] || { echo "output of a refused request: $*"; exit 1; }
}

run_room() {
  "$HANDHOLD" run --scene room --mover creature:daddy --duration 60 --timing=off "$@"
}

cat >room.txt <<'END'
####################
#..................#
0....##......##....1
####.......-......##
####.......|.....###
####################
END
run_room --room room.txt >first
grep -q '^status  *arrived ' first
sed 's/$/\r/' room.txt >crlf.txt
run_room --room crlf.txt >second
cmp first second

# Another room, another run.
sed '2s/\.\./##/' room.txt >other.txt
run_room --room other.txt >second
if cmp -s first second; then echo 'another room, the same run'; exit 1; fi

printf '..\n.\n' >ragged.txt
printf '0.\n.?\n' >unknown.txt
refused 'ragged.txt:2:2: error: this row has 1 tiles' run_room --room ragged.txt
refused "unknown.txt:2:2: error: '?' is no tile; write one of" run_room --room unknown.txt
refused 'absent.txt: error: cannot be opened' run_room --room absent.txt
refused 'it needs --room FILE' run_room
refused 'only --scene room reads it' "$HANDHOLD" run --scene cavern --mover creature:daddy --room room.txt

# Without a way between two exits a room is refused, where a daddy is to go from one to the other.
printf '#####\n#...#\n#####\n' >none.txt
printf '#####\n#..0#\n#####\n' >one.txt
printf '#######\n#0.#.1#\n#######\n' >apart.txt
printf '#########\n#0.#.1.2#\n#########\n' >three.txt
refused 'none.txt: error: it has no exits, and' run_room --room none.txt --trace t.csv
refused 'write 0 and 1 where it may go in and out, or set den.goal to wander' run_room --room none.txt
refused 'one.txt: error: it has one exit, 0, and' run_room --room one.txt --trace t.csv
refused 'apart.txt: error: no way leads between its exits 0 and 1, and' run_room --room apart.txt
[ ! -e t.csv ]
for name in none one apart; do
  run_room --room $name.txt --set den.goal=wander >first
  run_room --room $name.txt --set den.daddies=0 --set den.wall_tentacles=1 >first
  printf 'name: r\nscenes: [room]\nduration_s: 1\nroom: %s.txt\n' $name >lost.yaml
  for command in sweep compare; do
    refused "lost.yaml:4:7: error: room: $name.txt: error: " "$HANDHOLD" $command lost.yaml --out lost
  done
  printf 'sweep: {den.goal: {values: [stay, exit]}}\n' >>lost.yaml
  refused "$name.txt: error: " "$HANDHOLD" sweep lost.yaml --out lost
  sed -i 's/stay, exit/stay, wander/' lost.yaml
  "$HANDHOLD" sweep lost.yaml --out wandered --force --quiet
  printf 'name: r\nscenes: [room]\nduration_s: 1\nroom: %s.txt\nset: {den.goal: stay}\n' $name >lost.yaml
  refused 'room: error: ' "$HANDHOLD" sweep lost.yaml --set den.goal=exit --out lost
  [ ! -e lost ]
done
for seed in 1 2 3 4 5 6; do
  run_room --room three.txt --seed $seed | grep -q '^status  *arrived '
  run_room --room none.txt --set den.goal=wander --duration 2 --seed $seed | grep -q '^status  *finished '
done

cp room.txt kept.txt
refused 'would replace' run_room --room room.txt --trace room.txt
cmp room.txt kept.txt

# What nothing reads is said, and changes nothing; what is read is not.
"$HANDHOLD" run --scene cavern --mover creature:daddy --duration 1 --timing=off >plain 2>err
[ ! -s err ]
for name in grab.reach=5 planner.iterations=3 world.spacing=2 rig.level=bones episode.dt=0.01; do
  "$HANDHOLD" run --scene cavern --mover creature:daddy --duration 1 --timing=off --set $name >said 2>err
  cmp plain said
  grep -q "^warning: nothing reads ${name%=*} in scene cavern" err
done
for name in grab.randomness=0.5 grab.sampler=ray daddy.speed=0.3 room.slopes=0 den.budget=600; do
  "$HANDHOLD" run --scene cavern --mover creature:daddy --duration 1 --set $name >said 2>err
  [ ! -s err ]
done
"$HANDHOLD" run --scene endless_branch --mover sine --duration 1 --set daddy.speed=0.3 >said 2>err
grep -q '^warning: nothing reads daddy.speed in scene endless_branch' err
run_room --room room.txt --set room.slopes=0 >said 2>err
grep -q '^warning: nothing reads room.slopes in scene room' err
printf 'name: r\nscenes: [cavern]\nduration_s: 1\nsweep: {grab.reach: {values: [2, 5]}}\n' >idle.yaml
"$HANDHOLD" sweep idle.yaml --out idle --quiet 2>err
grep -q '^warning: nothing reads grab.reach in scene cavern' err

# A sweep takes the room along: its spec.yaml gives the same runs where the file is not.
printf 'name: r\nscenes: [room]\nmovers: [creature:daddy]\nduration_s: 20\nreplicates: 2\nroom: room.txt\n' >r.yaml
"$HANDHOLD" sweep r.yaml --out o --timing=off --quiet
mkdir elsewhere
cp o/spec.yaml elsewhere
"$HANDHOLD" sweep elsewhere/spec.yaml --out again --timing=off --quiet
cmp o/runs.csv again/runs.csv
cmp o/spec.yaml again/spec.yaml
sed 's/room.txt/ragged.txt/' r.yaml >bad.yaml
refused 'bad.yaml:6:7: error: room: ' "$HANDHOLD" sweep bad.yaml --out bad --quiet
[ ! -e bad ]
