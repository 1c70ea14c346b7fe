# What lives in rooms, from outside: runs, sweeps that are killed and go on, traces, pictures; and
# what does not go together is refused at its place.

# refused PATTERN COMMAND...: exit 2, the pattern in what it says, and nothing written.
refused() {
  pattern=$1
  shift
  before=$(ls)
  code=0
  "$@" >/dev/null 2>../den.err || code=$?
  [ $code -eq 2 ] || { echo "exit $code: $*"; cat ../den.err; exit 1; }
  grep -q -e "$pattern" ../den.err || { echo "no '$pattern' in:"; cat ../den.err; exit 1; }
  [ "$(ls)" = "$before" ] || { echo "$* wrote something"; ls; exit 1; }
}
run() {
  "$HANDHOLD" run --mover creature:daddy --timing=off "$@"
}

cat >cave.txt <<'END'
##############################
#.............#..............#
0.............#.......|......1
#####.........#.......|...####
#...................--+--....#
#.......##...................#
#......./##\..........##.....#
#......######...::::..##.....#
#...............::::.........#
##############################
END

# What there is.
"$HANDHOLD" list movers | grep -q '^creature:daddy'
for scene in cavern shaft platforms room hunt wall_tentacles cell; do
  "$HANDHOLD" list scenes | grep -q "^$scene "
done
for name in room.kind grab.sampler daddy.forces tentacle.length strand.radius prey.speed den.goal; do
  "$HANDHOLD" list params | grep -q "^$name$"
done
for name in work_drive_J_per_kg support_ratio_mean ticks_to_goal grab_quality_mean_tile candidates \
  stretch_p99_ratio penetration_max_m stuck_ticks prey_eaten; do
  "$HANDHOLD" list metrics | grep -q "^$name "
done

# Every scene runs, twice the same.
for scene in cavern shaft platforms hunt wall_tentacles; do
  run --scene $scene --seed 3 --duration 4 >first
  run --scene $scene --seed 3 --duration 4 >second
  cmp first second
  grep -q '^state_hash' first
done
run --scene cell --duration 1 --set den.daddies=20 >first
run --scene room --room cave.txt --duration 60 >first
grep -q '^status *arrived' first
grep -q '^goals *1' first

# Refusals.
refused 'lives in rooms of tiles.*choose another scene (cavern' \
  "$HANDHOLD" run --scene jungle --mover creature:daddy
refused 'moves along holds.*or another mover (creature:daddy, creature:daddy_honest)' \
  "$HANDHOLD" run --scene cavern --mover ballistic
refused 'counts a gibbon' run --scene cavern --swings 3
refused 'needs --room FILE' run --scene room
refused 'only --scene room reads it' run --scene cavern --room cave.txt
refused 'would replace a file that is read' run --scene room --room cave.txt --trace cave.txt
refused 'did you mean daddy.forces' run --scene cavern --set daddy.force=honest
refused 'grab.sampler' run --scene cavern --set grab.sampler=rays

# Hostile files of rooms.
: >empty.txt
printf '##\n#?\n' >letter.txt
printf '####\n###\n' >short.txt
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n' >cut.txt
printf '#\000#\n' >zero.txt
awk 'BEGIN { for (i = 0; i < 1030; i++) printf "#"; print "" }' >wide.txt
refused 'empty.txt' run --scene room --room empty.txt
refused 'letter.txt:2:2: .*is no tile' run --scene room --room letter.txt
refused 'short.txt:2' run --scene room --room short.txt
refused 'cut.txt' run --scene room --room cut.txt
refused "zero.txt:1:2: .*'.x00' is no tile" run --scene room --room zero.txt
printf '#\t#\n' >tab.txt
refused "tab.txt:1:2: .*'.x09' is no tile" run --scene room --room tab.txt
printf 'type octile\nheight 1\nwidth 2\nmap\n.\177\n' >delete.txt
refused "delete.txt:5:2: .*'.x7f' is no tile of a map" run --scene room --room delete.txt
refused 'the name of a file is empty' run --scene room --room ''
for head in 'type octile x/height 2/width 2/map' 'type octile/height 2 x/width 2/map' \
  'type octile/height 2/width 2 x/map' 'type octile/height 2/width 2/map x'; do
  printf '%s\n..\n..\n' "$head" | tr / '\n' >rubbish.txt
  refused "rubbish.txt:[1-4]:[0-9]*: .*'x' stands behind" run --scene room --room rubbish.txt
done
printf '#01#\n\nexit 0 on ~\nexit 1 to 0 1\nexit 0 to 1 0\n' >told.txt
refused 'told.txt:5:.*line 3 tells of exit 0 already' run --scene room --room told.txt
refused 'room.exits.*room.kind=cell has 2 exits' run --scene cell --set room.exits=16
refused 'room.exits' run --scene cavern --set room.kind=cell --set room.exits=3
refused 'wide.txt' run --scene room --room wide.txt
refused 'cannot be opened' run --scene room --room absent.txt
printf '##\n##\n' >full.txt
run --scene room --room full.txt --set den.goal=wander --trace none.csv >first
grep -q '^status *no_scene (nowhere to start, or no way to the goal)' first
[ ! -e none.csv ]

# Specs: movers and scenes, and a room that is asked for or not.
spec() {
  printf '%s\n' "name: den" "$@" >spec.yaml
}
spec 'scenes: [cavern]' 'movers: [ballistic]'
refused 'spec.yaml:3:10.*ballistic: moves along holds' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [jungle, cavern]'
refused 'spec.yaml:2:18.*scene cavern' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [cavern]' 'movers: [creature:daddy, sine]'
refused 'spec.yaml:3:26.*sine: moves along holds' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [cavern]' 'movers: [creature:daddy]' 'sweep:' '  den.tick: {min: 0.01, max: 0.02}' \
  'objectives: [{metric: speed_mean_mps}]' 'optimizer: {kind: random, budget: 4}' \
  'held_out: {scenes: [shaft, drop], seed: 9, replicates: 2}'
refused 'spec.yaml:8:28.*drop' "$HANDHOLD" tune spec.yaml --out out
spec 'scenes: [cavern]' 'movers: [creature:daddy_honest, creature:daddy]' 'sweep:' \
  '  daddy.forces: {values: [cheat, honest]}'
refused 'spec.yaml:5:.*daddy.forces: mover creature:daddy_honest is honest' \
  "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [cavern]' 'swings: 3'
refused 'swings: counts a gibbon' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [cell]' 'until: end'
refused 'never ends' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [room]'
refused 'add .room: ' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [cavern]' 'room: cave.txt'
refused 'no scene uses it' "$HANDHOLD" sweep spec.yaml --out out
spec 'scenes: [room]' 'room: letter.txt'
refused 'letter.txt:2:2' "$HANDHOLD" sweep spec.yaml --out out

# A sweep: the same bytes from one thread and two, and from the spec that it writes; killed, it goes
# on.
spec 'scenes: [room, cavern]' 'room: cave.txt' 'duration_s: 40' 'replicates: 4' 'sweep:' \
  '  daddy.forces: {values: [cheat, honest]}' '  daddy.tentacles: {values: [4, 12]}' \
  'metrics: [ticks_to_goal, support_ratio_mean]'
cp spec.yaml den.yaml
"$HANDHOLD" sweep den.yaml --out one --jobs 1 --timing=off --quiet
"$HANDHOLD" sweep den.yaml --out two --jobs 2 --timing=off --quiet
mv den.yaml cave.txt one/ # what it writes needs neither
"$HANDHOLD" sweep two/spec.yaml --out again --timing=off --quiet
for name in runs.csv summary.csv spec.yaml datapackage.json ticks_to_goal.svg; do
  cmp one/$name two/$name
  cmp one/$name again/$name
done
cp one/cave.txt .
grep -q ',arrived,' one/runs.csv
if grep -q -e ',-nan' -e ',inf' one/runs.csv; then exit 1; fi
interrupted=0
for delay in 0.05 0.15 0.3; do
  rm -rf broken
  "$HANDHOLD" sweep two/spec.yaml --out broken --timing=off --quiet --jobs 2 &
  child=$!
  sleep $delay
  kill -KILL $child 2>/dev/null || true
  code=0
  wait $child || code=$?
  [ $code -eq 0 ] || interrupted=$((interrupted + 1))
  "$HANDHOLD" sweep two/spec.yaml --out broken --resume --timing=off --quiet
  for name in runs.csv summary.csv spec.yaml; do cmp two/$name broken/$name; done
done
echo "$interrupted of 3 sweeps were killed"

# An episode that takes long to begin is not waited for: it hears of no signal.
spec 'scenes: [cell]' 'duration_s: 5' 'set: {den.daddies: 50000}'
"$HANDHOLD" sweep spec.yaml --out long --quiet 2>../den.err &
child=$!
sleep 1
began=$(date +%s)
kill -TERM $child
code=0
wait $child || code=$?
[ $code -eq 143 ]
[ $(($(date +%s) - began)) -le 4 ]
grep -q 'to go on:.*--resume' ../den.err

# Cheat against honest tension, paired by seed.
spec 'scenes: [cavern]' 'movers: [creature:daddy_honest, creature:daddy]' 'duration_s: 10' \
  'replicates: 4' 'metrics: [speed_mean_mps, support_ratio_mean]'
"$HANDHOLD" compare spec.yaml --out pair --timing=off --quiet >table 2>warnings
[ ! -s warnings ] || { cat warnings; exit 1; }
grep -q '^cavern,0,speed_mean_mps,m/s,creature:daddy_honest,creature:daddy,4,' pair/compare.csv
[ -s pair/trace_cavern_creature_daddy.csv ] && [ -s pair/trace_cavern_creature_daddy.world.csv ]
[ -s pair/speed_cavern.svg ] && [ -s pair/energy_cavern.svg ] # which read the traces
# Names of files that every file system takes.
if find . -name '*[:<>"|?*\\]*' | grep .; then exit 1; fi
"$HANDHOLD" compare spec.yaml --out pair --force --timing=off --quiet >again_table
cmp table again_table
# Every scene has its pictures, but for energies where nothing has a body.
spec 'scenes: [cavern, shaft, platforms, hunt, wall_tentacles, cell]' 'duration_s: 2' \
  'movers: [creature:daddy_honest, creature:daddy]' 'metrics: [speed_mean_mps]'
"$HANDHOLD" compare spec.yaml --out all --timing=off --quiet >table 2>warnings
[ ! -s warnings ] || { cat warnings; exit 1; }
for scene in cavern shaft platforms hunt wall_tentacles cell; do
  [ -s all/speed_$scene.svg ]
  [ -s all/energy_$scene.svg ] || [ $scene = wall_tentacles ]
done
[ ! -e all/energy_wall_tentacles.svg ]

# A trace says what the run did, moves nothing, and carries the room.
run --scene room --room cave.txt --duration 6 >plain
run --scene room --room cave.txt --duration 6 --trace t.csv >traced
cmp plain traced
head -1 t.csv | grep -q '^t_s,creature,mover,mode,com_x_m,com_y_m,vel_x_mps,vel_y_mps,speed_mps,energy_J_per_kg,held,ball_radius_m,target_x_m,target_y_m,way,ball_1_x_m'
head -1 t.csv | grep -q ',arm_12_duty,arm_12_holds,.*,arm_12_ghost,arm_12_1_x_m,.*,arm_12_16_y_m'
[ "$(wc -l <t.csv)" -eq 242 ] # t = 0 and 240 ticks
[ "$(awk -F, 'NR > 1 { tiles += $3 } END { print tiles }' t.world.csv)" -eq 300 ]
run --scene hunt --seed 3 --duration 8 --trace hunt.csv >metrics
grep -q ',prey,fly,' hunt.csv
refused 'nothing lives in the room; raise' \
  run --scene cavern --set den.daddies=0 --duration 1 --trace none.csv
refused '4097 creatures are more than can be drawn, 4096; lower' \
  run --scene hunt --set den.daddies=4000 --set den.prey=64 --set den.wall_tentacles=33 \
  --duration 1 --trace many.csv
run --scene cell --set den.daddies=4030 --set den.prey=33 --set den.wall_tentacles=33 \
  --duration 0.02 --trace many.csv >metrics
rm many.*
run --scene wall_tentacles --duration 12 --trace walls.csv >metrics
grep -q ',wall_tentacle,' walls.csv
# Its sticks are as long as the trace says, also while it pulls back; where it begins they may be
# less, if a wall is near.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  NR > 1 && $at["mover"] == "wall_tentacle" && $1 > 0 {
    stick = $at["arm_1_stick_m"]
    x = $at["arm_1_root_x_m"]; y = $at["arm_1_root_y_m"]; sum = 0
    for (i = at["arm_1_1_x_m"]; i < NF; i += 2) {
      sum += sqrt(($i - x) ^ 2 + ($(i + 1) - y) ^ 2)
      x = $i; y = $(i + 1)
    }
    off = sum / 16 / stick - 1
    if (off > 0.1 || off < -0.1) wrong++
    if (stick < 0.1) short++
  }
  END { if (wrong > 0 || short == 0) { print wrong + 0 " wrong, " short + 0 " short"; exit 1 } }' walls.csv
[ "$(awk -F, 'NR > 1 && NF != columns { bad++ } NR == 1 { columns = NF } END { print bad + 0 }' hunt.csv)" -eq 0 ]

# Pictures and films: valid, the same twice.
draw() {
  "$HANDHOLD" draw --quiet "$@"
}
for kind in svg png gif; do
  draw t.csv -o a.$kind --to 2
  draw t.csv -o b.$kind --to 2
  cmp a.$kind b.$kind
done
draw hunt.csv -o hunt.svg --from 1 --to 3
draw walls.csv -o walls.svg
draw t.csv hunt.csv -o two.gif --to 0.3
draw t.csv -o 'f%d.png' --fps 1 --to 2
[ -s f0.png ] && [ -s f1.png ]
if command -v xmllint >/dev/null; then xmllint --noout a.svg hunt.svg walls.svg; fi
# Yellow, green, blue: a dot of each tentacle that has it, and one in the key; and the way in red.
count() {
  grep -o "$1" a.svg | wc -l
}
[ "$(count 'rgb(94.901961%,76.078431%,0%)')" -eq 13 ]
[ "$(count 'rgb(18.431373%,65.882353%,30.980392%)')" -gt 2 ]
[ "$(count 'rgb(12.156863%,43.529412%,83.921569%)')" -gt 2 ]
[ "$(count 'rgb(77.647059%,15.686275%,15.686275%)')" -ge 3 ]

# Of several daddies one is shown with its goals, or all; the whole room, or what is about one.
run --scene cell --duration 0.5 --set den.daddies=3 --trace cell.csv >metrics
dots() {
  draw cell.csv -o a.svg "$@"
  count 'rgb(94.901961%,76.078431%,0%)'
}
[ "$(dots --whole)" -le 13 ] # what lies outside the room is left out
[ "$(dots --whole --creature 2)" -le 13 ]
[ "$(dots --whole --creature all)" -gt 13 ]
draw t.csv -o part.svg --to 2
draw t.csv -o all.svg --to 2 --whole
if cmp -s part.svg all.svg; then echo '--whole changes nothing'; exit 1; fi
draw t.csv -o all.gif --to 0.1 --whole

refused 'has no bones' draw t.csv -o x.bvh
refused 'shows one trace' draw t.csv hunt.csv -o x.svg
refused 'leave --path and --every out' draw t.csv -o x.svg --path
refused 'leave --path and --every out' draw t.csv -o x.svg --every 1
refused 'no row of that creature' draw t.csv -o x.svg --creature 5
refused 'after the last frame' draw t.csv -o x.svg --from 99
hostile() { # PATTERN AWK-PROGRAM: the trace changed so
  awk -F, -v OFS=, "$2" t.csv >bad.csv
  cp t.world.csv bad.world.csv
  refused "$1" draw bad.csv -o x.svg
  refused "$1" draw bad.csv -o x.gif
}
hostile 'bad.csv:9:.*a finite number' 'NR == 9 { $5 = "nan" } { print }'
hostile 'bad.csv:9:.*a finite number' 'NR == 9 { $32 = "1e300" } { print }'
hostile 'bad.csv:9:.*tiles are needed' 'NR == 9 { $15 = "3 4 0129" } { print }'
hostile 'bad.csv:9:.*whole number from 0 to 16' 'NR == 9 { $11 = 17 } { print }'
hostile 'time goes back' 'NR == 9 { $1 = 0 } { print }'
hostile 'no such column' 'NR == 1 { sub("arm_12_16_y_m", "other") } { print }'
hostile 'fewer cells' 'NR == 9 { print "1,2"; next } { print }'
hostile_room() { # PATTERN AWK-PROGRAM
  cp t.csv bad.csv
  awk -F, -v OFS=, "$2" t.world.csv >bad.world.csv
  refused "$1" draw bad.csv -o x.svg
}
hostile_room 'bad.world.csv:4:.*a row from 0' 'NR == 4 { $1 = -1 } { print }'
hostile_room 'goes beyond column 1023' 'NR == 4 { $2 = 1000; $3 = 100 } { print }'
hostile_room 'is no tile' 'NR == 4 { $4 = 7 } { print }'
hostile_room 'has no tile' 'NR == 1 { print }'
hostile_room 'no such column' 'NR == 1 { sub("tile_m", "x") } { print }'
rm bad.world.csv
refused 'cannot be opened' draw bad.csv -o x.svg

# Whatever the lengths are, what is legal is drawn: far away, or all in one place.
cp t.world.csv far.world.csv
lengths='NR == 1 { for (i = 16; i <= NF; i++) length_m[i] = $i ~ /_m\r?$/ }'
for value in '(NR % 2 ? -1 : 1) * 999999' 2; do
  awk -F, -v OFS=, "$lengths NR > 1 { for (i in length_m)
    if (length_m[i] && \$i != \"\" && (NR + i) % 3) \$i = $value } { print }" t.csv >far.csv
  draw far.csv -o far.svg
  draw far.csv -o far.gif --to 0.3
done
