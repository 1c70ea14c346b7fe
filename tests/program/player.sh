# --player: keys from a file, refused with line and column when wrong; and two creatures in one
# trace and one picture.

refused() { # WORDS-EXPECTED COMMAND...
  words=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
  [ ! -s out ] || { echo "$* wrote something"; exit 1; }
}
run() {
  "$HANDHOLD" run --scene endless_branch --mover ballistic --duration 10 --timing=off "$@"
}
metric() { awk -v name="$1" '$1 == name { print $2 }' "$2"; }

# Forward down all the time is what happens without a player; let go of, it hangs.
run >plain
printf 't_s,forward,up,release\n0,1,0,0\n' >auto.csv
run --player auto.csv >auto
cmp plain auto
printf '"t_s","forward","up","release"\r\n"0.5",0,0,0\r\n' >hang.csv
run --player hang.csv --trace hang.trace.csv >hang
[ "$(metric swings hang)" -le 1 ] && [ "$(metric falls hang)" = 0 ]
run --set player.kind=hold --set player.period=5.01 --set player.duty=0.4 >held
printf 't_s,forward,up,release\n0,1,0,0\n2.004,0,0,0\n5.01,1,0,0\n7.014,0,0,0\n' >held.csv
run --player held.csv >script
cmp held script

# Refusals, with the line.
wrong() { # WORDS-EXPECTED TEXT
  printf "$2" >wrong.csv
  refused "$1" run --player wrong.csv
}
header='t_s,forward,up,release'
wrong 'wrong.csv:1:1: error: .*must be the header' 'time,forward\n0,1\n'
wrong 'wrong.csv: error: no row' "$header\n"
wrong "wrong.csv:3:3: error: forward: '2' is no key" "$header\n0,1,0,0\n1,2,0,0\n"
wrong "wrong.csv:2:1: error: t_s: '-1' is no time" "$header\n-1,1,0,0\n"
wrong 'wrong.csv:3:1: error: t_s: time does not grow' "$header\n1,1,0,0\n1,0,0,0\n"
wrong 'wrong.csv:2:6: error: release: is missing' "$header\n0,1,0\n"
wrong 'wrong.csv:2:9: error: more than four' "$header\n0,1,0,0,1\n"
wrong 'wrong.csv:2:1: error: t_s: ' "$header\nsoon,1,0,0\n"
refused 'absent.csv' run --player absent.csv
refused 'would replace a file that is read' run --player auto.csv --trace auto.csv
refused 'player.kind' run --set player.kind=tap

# Two creatures: two rows a frame, one alone as before.
run --set friend.kind=follow --trace two.csv >two
run --trace one.csv >one
[ "$(tail -n +2 two.csv | cut -d, -f2 | sort | uniq -c | awk '{ print $1 }' | uniq | wc -l)" = 1 ]
awk -F, 'NR == 1 || $2 == 0' two.csv >first.csv
cmp first.csv one.csv
grep -q friend_gap_mean_m two
if grep -q friend_gap_mean_m one; then echo "a gap to nobody"; exit 1; fi
"$HANDHOLD" draw two.csv --creature all -o all.svg --quiet
"$HANDHOLD" draw two.csv --creature 1 -o second.svg --quiet 2>note
"$HANDHOLD" draw two.csv --creature 0 -o first.svg --quiet 2>>note
if cmp -s all.svg first.svg || cmp -s second.svg first.svg; then echo "all look alike"; exit 1; fi
"$HANDHOLD" draw two.csv --creature all -o film.gif --to 0.3 --quiet
[ -s film.gif ]
refused '--creature' "$HANDHOLD" draw two.csv --creature both -o x.svg
refused 'tracings and films' "$HANDHOLD" draw two.csv --creature all --path -o x.svg
"$HANDHOLD" run --scene pair_throw --mover ballistic --timing=off >throw
[ "$(metric status throw)" = arrived ] && [ "$(metric throws throw)" = 1 ]
