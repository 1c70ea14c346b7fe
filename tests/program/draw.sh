# Traces become pictures and films: valid files, the same bytes twice, in bounded memory; what is
# refused or interrupted leaves nothing.

expect() { # CODE COMMAND...
  wanted=$1 code=0
  shift
  "$@" 2>err || code=$?
  [ $code -eq "$wanted" ] || { echo "exit $code, not $wanted: $*"; cat err; exit 1; }
}
refused() { # WORDS COMMAND...
  words=$1
  shift
  expect 2 "$@"
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
  [ "$(ls)" = "$before" ] || { echo "$* wrote something"; ls; exit 1; }
}
draw() {
  "$HANDHOLD" draw --quiet "$@"
}

for mover in sine ballistic; do
  "$HANDHOLD" run --scene endless_branch --mover $mover --duration 3 --trace $mover.csv >metrics
done
mkdir folder.svg
touch err
before=$(ls)

refused 'which TRACE.csv' draw -o x.svg
refused '\-o FILE' draw sine.csv
refused 'end its name in .svg' draw sine.csv -o x.jpg
refused 'one %d or' draw sine.csv -o 'x%s.png'
refused 'one %d or' draw sine.csv -o 'x%d%d.png'
refused 'is one file' draw sine.csv -o 'x%d.gif'
refused 'is one file' draw sine.csv -o 'x%d.bvh'
refused 'a film takes --fps' draw sine.csv -o x.gif --every 0.1
refused 'are for films' draw sine.csv -o x.svg --fps 10
refused 'without figures' draw sine.csv -o x.gif --path
refused 'without figures' draw sine.csv -o 'x%d.svg' --path
refused 'without figures' draw sine.csv -o x.svg --path --every 1
refused 'are for films' draw sine.csv -o x.svg --size 100x100
refused 'at most 50' draw sine.csv -o x.gif --fps 60
refused 'even numbers' draw sine.csv -o x.mp4 --size 321x200
refused 'each from 64 to 4096' draw sine.csv -o x.gif --size 9999x200
refused 'each from 64 to 4096' draw sine.csv -o x.gif --size 640
refused 'from 0.1 to 240' draw sine.csv -o x.gif --fps 0
refused 'from 0.01 to 1000' draw sine.csv -o x.gif --slow -1
refused 'seconds from 0, not' draw sine.csv -o x.gif --from -1
refused 'before --from' draw sine.csv -o x.gif --from 2 --to 1
refused 'after the last frame' draw sine.csv -o x.gif --from 9
refused 'too many for one picture' draw sine.csv -o x.svg --every 0.001
refused 'no row of that creature' draw sine.csv -o x.svg --creature 1
refused 'at most 8 traces' draw sine.csv sine.csv sine.csv sine.csv sine.csv sine.csv sine.csv \
  sine.csv sine.csv -o x.svg
refused 'cannot be opened' draw absent.csv -o x.svg
refused 'no plain file' draw . -o x.svg
refused 'No such file or directory' draw sine.csv -o absent/x.gif
refused 'Is a directory' draw sine.csv -o folder.svg
refused "Debian's package" env PATH=/nowhere "$HANDHOLD" draw sine.csv -o x.mp4 --quiet

# What is drawn is never replaced; times may begin anywhere, and steps be as small as they like.
cp sine.csv held.svg
cp sine.world.csv held.svg.world.csv
before=$(ls)
refused 'is a trace' draw held.svg -o held.svg
refused 'is a trace' draw sine.csv held.svg -o ./held.svg
for kind in svg png gif mp4 bvh glb gltf; do
  ln -s held.svg held.svg.$kind
  ln -s held.svg.world.csv world.$kind
done
before=$(ls)
for kind in svg png gif mp4 bvh glb gltf; do
  refused 'is a trace' draw held.svg -o held.svg.$kind
  refused 'or the world beside it' draw held.svg -o world.$kind
done
refused 'or the world beside it' draw sine.csv held.svg -o world.mp4
cmp sine.csv held.svg
cmp sine.world.csv held.svg.world.csv
rm held.* world.*
"$HANDHOLD" run --scene endless_branch --mover sine --duration 1 --set rig.level=bones \
  --trace bones.csv >metrics
cp bones.world.csv late.world.csv
awk -F, -v OFS=, -v CONVFMT=%.15g 'NR > 1 { $1 += 20 } { print }' bones.csv >late.csv
cp bones.world.csv close.world.csv
awk -F, -v OFS=, 'NR == 3 { $1 = 1e-12 } { print }' bones.csv >close.csv
cp bones.world.csv gap.world.csv
awk -F, -v OFS=, 'NR > 1 { print last } { last = $0 } END { $0 = last; $1 = 999999; print }' bones.csv >gap.csv
touch late.svg late.png late.bvh late.glb
before=$(ls)
for out in x.gif x.mp4 x%d.png x%d.svg; do
  refused '[0-9]* frames, from 0 to 999999 s, are too many for one film' draw gap.csv -o $out
done
for kind in svg gif bvh glb gltf 'x%d.png'; do
  refused 'before the first frame' draw late.csv -o x.$kind --to 19
done
for kind in bvh glb gltf; do
  refused 'too many for one clip' draw close.csv -o x.$kind
done
for kind in svg png bvh glb; do
  draw late.csv -o late.$kind
done
grep -q '^Frames: 61' late.bvh
draw late.csv -o late.bvh --from 5
grep -q '^Frames: 61' late.bvh

# A fault behind the part that is drawn is none of it; one within leaves nothing.
awk -F, -v OFS=, 'NR == 50 { $5 = "nan" } { print }' bones.csv >late.csv
for out in late.svg late.gif late.bvh 'late%d.png'; do
  draw late.csv -o $out --to 0.3
done
rm late?.png
before=$(ls)
for out in x.svg x.gif x.bvh 'x%d.png'; do
  refused 'late.csv:50:' draw late.csv -o $out --to 0.9
done
rm late.* close.* bones.*

# Valid, and the same whatever the environment says.
draw sine.csv ballistic.csv -o a.svg
draw sine.csv ballistic.csv -o a.png --every 0.25
draw sine.csv ballistic.csv -o a.gif --to 1
draw sine.csv ballistic.csv --path -o a.path.svg
draw ballistic.csv -o 'a%d.svg' --fps 2
[ -s a0.svg ] && [ -s a5.svg ] && [ ! -e a6.svg ]
for locale in C de_DE.UTF-8; do
  LC_ALL=$locale draw sine.csv ballistic.csv -o b.svg
  LC_ALL=$locale draw sine.csv ballistic.csv -o b.png --every 0.25
  LC_ALL=$locale draw sine.csv ballistic.csv -o b.gif --to 1
  LC_ALL=$locale draw sine.csv ballistic.csv --path -o b.path.svg
  for kind in svg png gif path.svg; do cmp a.$kind b.$kind; done
done
if command -v xmllint >/dev/null; then xmllint --noout a.svg a.path.svg a0.svg a5.svg; fi
"$HANDHOLD" draw ballistic.csv -o c.gif --to 1 2>err
grep -q '^20 of 20 frames' err
[ "$("$HANDHOLD" draw ballistic.csv -o c.svg --to 1 2>&1)" = '' ]

# What moves is drawn where the trace says: without that the picture is another.
"$HANDHOLD" run --scene vines --mover ballistic --duration 5 --seed 1 --trace moved.csv >metrics
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^wood/) wood[i] = 1 }
  NR > 1 { for (i in wood) $i = "" } { print }' moved.csv >rest.csv
cp moved.world.csv rest.world.csv
for out in svg gif; do
  draw moved.csv -o moved.$out
  draw moved.csv -o again.$out
  cmp moved.$out again.$out
  draw rest.csv -o rest.$out
  if cmp -s moved.$out rest.$out; then echo "what moves is not in the $out"; exit 1; fi
done
rm moved.* again.* rest.*

# Two creatures: one is drawn, and says so.
awk 'NR == 1 { print; next } { print; sub(/,0,/, ",7,"); print }' ballistic.csv >two.csv
cp ballistic.world.csv two.world.csv
"$HANDHOLD" draw two.csv -o b.svg 2>err
grep -q 'creature 0 is drawn' err
draw ballistic.csv -o c.svg
cmp b.svg c.svg
draw two.csv -o b.svg --creature 7 2>/dev/null
cmp b.svg c.svg
rm b.* c.* two.*

# A file that reaches its limit is an error, and none is left.
before=$(ls)
for out in x.svg x.png x.gif 'x%d.png'; do
  expect 1 sh -c "ulimit -f 8 && \"$HANDHOLD\" draw sine.csv --quiet -o $out"
  grep -q 'too large' err
  [ "$(ls)" = "$before" ]
done
ln -s /dev/full full.gif
expect 1 draw sine.csv -o full.gif
[ -c full.gif ] && rm full.gif

# An interrupt leaves no half film.
interrupt() { # SIGNAL CODE FILE
  "$HANDHOLD" draw sine.csv -o "$3" --slow 1000 2>err &
  drawer=$!
  while ! ls "$3".*.tmp >/dev/null 2>&1; do sleep 0.05; done
  sleep 0.2
  kill -s "$1" $drawer
  code=0
  wait $drawer || code=$?
  [ $code -eq "$2" ] || { echo "exit $code, not $2, after $1"; cat err; exit 1; }
  grep -q 'interrupted' err
  [ "$(ls)" = "$before" ]
}
interrupt TERM 143 x.gif
interrupt HUP 129 x.gif

# An ffmpeg that hangs is ended by the first interrupt, one that fails is told; no film is left.
mkdir fake
printf '#!/bin/sh\necho $$ >child\nexec sleep 600\n' >fake/ffmpeg
chmod +x fake/ffmpeg
touch child
before=$(ls)
real=$PATH
PATH=$PWD/fake:$PATH
interrupt TERM 143 x.mp4
! kill -0 "$(cat child)" 2>/dev/null
printf '#!/bin/sh\nexec 0<&-\necho $$ >child\nexec sleep 600\n' >fake/ffmpeg
expect 1 timeout 60 "$HANDHOLD" draw sine.csv --quiet -o x.mp4
grep -q 'reads no more' err
! kill -0 "$(cat child)" 2>/dev/null
printf '#!/bin/sh\ncat >/dev/null\nexec sleep 600\n' >fake/ffmpeg
interrupt TERM 143 x.mp4
printf '#!/bin/sh\ncat >/dev/null\nexit 3\n' >fake/ffmpeg
expect 1 draw sine.csv -o x.mp4 --to 0.1
grep -q 'ffmpeg failed' err
[ "$(ls)" = "$before" ]
PATH=$real
rm -r fake child

# 20,000 frames in the memory of a few.
"$HANDHOLD" run --scene endless_branch --mover ballistic --duration 333.4 --trace long.csv >metrics
if (ulimit -v 200000 && draw ballistic.csv -o small.gif --to 0.1) 2>/dev/null; then
  (ulimit -v 200000 && draw long.csv -o long.gif --fps 0.3)
  (ulimit -v 200000 && draw long.csv -o 'late%d.png' --from 330 --to 330.1)
  [ -s long.gif ] && [ -s late2.png ]
fi

command -v ffmpeg >/dev/null || { echo "skipped: no ffmpeg here"; exit 0; }
draw sine.csv ballistic.csv -o a.mp4 --fps 25 --size 320x240
ffprobe -v error -show_entries stream=codec_name,width,height,nb_frames,r_frame_rate \
  -of default=nokey=1:noprint_wrappers=1 a.mp4 | tr '\n' ' ' >probe
grep -q '^h264 320 240 25/1 75 $' probe || { cat probe; exit 1; }
before=$(ls)
expect 1 sh -c "ulimit -f 8 && \"$HANDHOLD\" draw sine.csv --quiet -o x.mp4"
[ "$(ls)" = "$before" ]
interrupt TERM 143 x.mp4
