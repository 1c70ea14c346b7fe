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
cp room.txt kept.txt
refused 'would replace' run_room --room room.txt --trace room.txt
cmp room.txt kept.txt

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
