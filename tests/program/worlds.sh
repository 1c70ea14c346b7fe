#!/bin/sh
# Worlds of pieces from files: a jungle's own world file gives the same run again, a spec's list
# too, and what no world can be is refused at its place.
set -eu

# refused PATTERN COMMAND...: exit 2, and the pattern in what it says.
refused() {
  pattern=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code: $*"; cat err; exit 1; }
  grep -q -e "$pattern" err || { echo "no '$pattern' in:"; cat err; exit 1; }
}

run() {
  "$HANDHOLD" run --mover ballistic --duration 8 --timing=off "$@"
}

# The scene's presets are repeated; everything else is in the file.
preset='--set planner.method=exact --set episode.fall_limit=1000000'
for scene in jungle vertical_trunk vines canopy; do
  run --scene $scene --seed 3 --trace $scene.csv >first
  # shellcheck disable=SC2086
  run --scene course --seed 3 --course $scene.world.csv $preset --trace again.csv >second
  cmp first second
  cmp $scene.csv again.csv
  cmp $scene.world.csv again.world.csv
done
head -1 jungle.world.csv |
  grep -q '^hold,branch,x_m,y_m,slope_rad,kind,depth_m,stiffness_ps2,damping_ps,mass_ratio'
for kind in branch trunk vine cable canopy ground; do
  grep -q ",$kind," jungle.world.csv
done

# A world without pieces comes back too.
run --scene random_course --trace plain.csv >first
# shellcheck disable=SC2086
run --scene course --course plain.world.csv --set start.kind=rest >second
grep -q '^swings' second

# The same from a spec, which is written out with all its pieces.
cat >world.yaml <<'END'
name: world
scenes: [course]
movers: [ballistic]
duration_s: 4
course:
  - {kind: branch, points: [[0, 0], [1.5, 0.1], [3, 0]], depth_m: 0.3}
  - {kind: vine, points: [[5, 2.5], [5, 2], [5, 1.5], [5, 1], [5, 0.5], [5, 0], [5, -0.5]]}
  - {kind: ground, points: [[7, -2.5], [9, -2.6], [11, -2.5]]}
  - {points: [[13, -1], [14.5, -1], [16, -1]], stiffness_ps2: 80, damping_ps: 2, mass_ratio: 0.3}
END
"$HANDHOLD" sweep world.yaml --out result --quiet --timing=off
"$HANDHOLD" sweep result/spec.yaml --out again --quiet --timing=off
cmp result/runs.csv again/runs.csv
grep -q 'kind: vine' result/spec.yaml

# Refusals, with nothing written.
course() {
  run --scene course --course bad.csv --trace bad_trace.csv
}
printf 'x_m,y_m,kind\n0,0,branch\n1,0,branch\n' >bad.csv
refused 'bad.csv:1:1: error: kind: .*add a column branch' course
printf 'branch,kind,x_m,y_m\n0,branch,0,0\n1,vien,3,2\n1,,3,1\n' >bad.csv
refused 'bad.csv:3:3: error: kind: .*did you mean vine' course
printf 'branch,kind,x_m,y_m\n0,branch,0,0\n1,vine,3,2\n1,,3.5,1\n' >bad.csv
refused 'bad.csv:4:1: error: a vine that does not hang straight down; give' course
printf 'branch,kind,x_m,y_m\n0,branch,0,0\n2,trunk,3,2\n' >bad.csv
refused 'bad.csv:3:1: error: branch: 2 where 1 is next; number' course
printf 'branch,kind,x_m,y_m,mass_ratio\n0,,0,0,\n1,cable,3,2,-1\n' >bad.csv
refused 'bad.csv:3:13: error: mass_ratio: .*choose from 0 to 100' course
# softer or lighter than what moves in a jungle may be
soft() { # PATTERN KIND STIFFNESS MASS
  printf 'branch,kind,x_m,y_m,stiffness_ps2,mass_ratio\n0,branch,0,0,,\n1,%s,3,2,%s,%s\n1,,3,1,,\n' \
    "$2" "$3" "$4" >bad.csv
  refused "bad.csv:3:1: error: $1" course
}
soft 'beads without mass; choose mass_ratio from 0.001' vine '' 1e-300
soft 'a canopy without stiffness; choose stiffness_ps2 from 1' canopy 1e-300 ''
soft 'a branch without stiffness; choose' branch 1e-300 1
soft 'a bending branch whose wood has no mass; choose' branch 80 1e-300
sed 's/kind: ground/kind: grund/' world.yaml >wrong.yaml
refused 'wrong.yaml:8:12: error: kind: .*did you mean ground' \
  "$HANDHOLD" sweep wrong.yaml --out wrong
[ ! -e wrong ] && [ ! -e bad_trace.csv ]
