# A clip over the body: `run --clip` changes joints and nothing else, and refuses what it cannot use.

refused() { # WORDS-EXPECTED ARGUMENTS...
  words=$1
  shift
  code=0
  "$HANDHOLD" run --scene endless_branch --mover ballistic --duration 2 --timing=off \
    --trace refused.csv "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
  [ ! -e refused.csv ] || { echo "$* wrote something"; exit 1; }
}

differ() {
  if cmp -s "$1" "$2"; then echo "$1 and $2 are the same"; exit 1; fi
}

# A body of 15 joints, upright and facing z; one frame at rest, one with the arms let down and the
# left knee bent, and the first one again.
joint() { # NAME OFFSET
  printf 'JOINT %s\n{\nOFFSET %s\nCHANNELS 3 Zrotation Xrotation Yrotation\n' "$1" "$2"
}
limb() { # NAMES-AND-OFFSETS of three joints, offset of the end
  joint "$1" "$2"; joint "$3" "$4"; joint "$5" "$6"
  printf 'End Site\n{\nOFFSET %s\n}\n}\n}\n}\n' "$7"
}
{
  printf 'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n'
  printf 'CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n'
  joint Spine '0 20 0'
  joint Head '0 40 0'
  printf 'End Site\n{\nOFFSET 0 10 0\n}\n}\n'
  limb LeftArm '18 28 0' LeftForeArm '28 0 0' LeftHand '26 0 0' '10 0 0'
  limb RightArm '-18 28 0' RightForeArm '-28 0 0' RightHand '-26 0 0' '-10 0 0'
  printf '}\n'
  limb LeftUpLeg '9 0 0' LeftLeg '0 -44 0' LeftFoot '0 -44 0' '0 0 15'
  limb RightUpLeg '-9 0 0' RightLeg '0 -44 0' RightFoot '0 -44 0' '0 0 15'
  printf '}\nMOTION\nFrames: 3\nFrame Time: 0.5\n'
  rest='0 90 0 0 0 0  0 0 0  0 0 0  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0'
  legs='0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0'
  printf '%s %s\n' "$rest" "$legs"
  printf '0 90 0 0 0 0  0 0 0  0 0 0  -80 0 0 0 0 0 0 0 0  80 0 0 0 0 0 0 0 0 %s\n' \
    '0 0 0 0 60 0 0 0 0  0 0 0 0 0 0 0 0 0'
  printf '%s %s\n' "$rest" "$legs"
} >wave.bvh

run() { # TRACE ARGUMENTS...
  trace=$1
  shift
  "$HANDHOLD" run --scene sloped_branch --mover ballistic --seed 4 --duration 4 --timing=off \
    --set rig.level=bones --trace "$trace" "$@"
}
run bare.csv >bare.txt
run none.csv --clip wave.bvh --clip-weight all=0 >none.txt
run all.csv --clip wave.bvh >all.txt
run again.csv --clip wave.bvh >again.txt
run once.csv --clip wave.bvh --clip-loop=off >once.txt
run legs.csv --clip wave.bvh --clip-weight all=0 --clip-weight legs=0.5 >legs.txt

cmp bare.csv none.csv
cmp bare.txt none.txt
cmp all.csv again.csv
cmp all.txt again.txt
for other in all once legs; do
  differ bare.csv $other.csv
  [ "$(grep state_hash bare.txt)" = "$(grep state_hash $other.txt)" ]
  [ "$(grep contact_miss_max_m $other.txt | tr -s ' ')" = 'contact_miss_max_m 0 m' ]
done
differ all.csv once.csv

columns() { # FILE NAMES...
  file=$1
  shift
  awk -F, -v names="$*" 'NR == 1 { n = split(names, name, " ")
      for (i = 1; i <= NF; i++) column[$i] = i
      for (k = 1; k <= n; k++) if (!(name[k] in column)) { print "no column " name[k]; exit 1 } }
    { line = ""; for (k = 1; k <= n; k++) line = line "," $column[name[k]]; print line }' "$file"
}
# Centre of mass, contact and the five points are the same to the last digit; the knee is not.
for other in all once legs; do
  same='t_s com_x_m com_y_m vel_x_mps held contact_x_m contact_y_m hand_l_x_m hand_r_held foot_l_y_m'
  columns bare.csv $same >a
  columns $other.csv $same >b
  cmp a b
  columns bare.csv knee_l_x_m shank_l_qw >a
  columns $other.csv knee_l_x_m shank_l_qw >b
  differ a b
done
# Only the legs were asked for: the head turns on its neck as the rig says.
columns bare.csv head_qw head_qx head_qy head_qz >a
columns legs.csv head_qw head_qx head_qy head_qz >b
awk -F, 'NR == FNR { for (i = 2; i <= 5; i++) was[FNR, i] = $i; next } FNR > 1 {
  for (i = 2; i <= 5; i++) if (($i - was[FNR, i]) ^ 2 > 1e-24) { print "head turned"; exit 1 } }' a b

bones='--set rig.level=bones'
refused 'rig.level=bones' --clip wave.bvh
refused 'rig.level=bones' --clip wave.bvh --set rig.level=rig14
refused 'absent.bvh' --clip absent.bvh $bones
refused 'no such bone or group; did you mean arms' --clip wave.bvh $bones --clip-weight amrs=1
refused 'from 0 to 1' --clip wave.bvh $bones --clip-weight arms=1.5
refused 'NAME=W' --clip wave.bvh $bones --clip-weight arms
refused 'on or off' --clip wave.bvh $bones --clip-loop=maybe
refused 'leave --clip-name out' --clip wave.bvh $bones --clip-name walk
refused 'clip.* is missing' $bones --clip-weight arms=1
sed 's/RightHand/Hook/' wave.bvh >hook.bvh
refused 'hook.bvh: .*right hand' --clip hook.bvh $bones
head -c 900 wave.bvh >half.bvh
refused 'half.bvh:[0-9]*:' --clip half.bvh $bones
printf 'solid nothing\nendsolid\n' >still.stl
refused 'still.stl' --clip still.stl $bones
