# `handhold validate`: exit codes, the table, the CSV, and a disk that is full.

refused() { # WORDS-EXPECTED COMMAND...
  words=$1
  shift
  code=0
  "$@" >out 2>err || code=$?
  [ $code -eq 2 ] || { echo "exit $code, not 2: $*"; cat err; exit 1; }
  grep -q -e "$words" err || { echo "stderr of $* does not say '$words':"; cat err; exit 1; }
}

unfinished() { # COMMAND..., which cannot write
  code=0
  "$@" 2>err || code=$?
  [ $code -eq 1 ] || { echo "exit $code, not 1: $*"; cat err; exit 1; }
  grep -q 'handhold' err || { echo "$* does not say why"; exit 1; }
}

refused 'one word too many' "$HANDHOLD" validate everything
refused 'unknown option' "$HANDHOLD" validate --seed 1
refused 'a value is missing' "$HANDHOLD" validate --out
[ "$(ls | tr '\n' ' ')" = 'err out ' ]
refused 'absent' "$HANDHOLD" validate --out absent/claims.csv
[ ! -e absent ]

# Every claim holds; the table and the CSV have the same rows.
"$HANDHOLD" validate --out claims.csv >table
grep -q ' 0 FAIL$' table
[ "$(head -n 1 claims.csv | tr -d '\r')" = \
  id,claim,expected,measured,unit,accept,tolerance,source,verdict,note ]
rows=$(($(wc -l <claims.csv) - 1))
[ "$rows" -gt 100 ]
[ "$(grep -c ' \(pass\|warn\) ' table)" -eq "$rows" ]
[ "$(grep -c "$(printf '\r')\$" claims.csv)" -eq $((rows + 1)) ]
for id in B1.release B8.arcs B19 P1.slope P4.graze.closest; do
  grep -q "^  $id " table
  grep -q "^$id," claims.csv
done

# With --out - the CSV is standard output, byte for byte, in any locale.
LC_ALL=de_DE.UTF-8 "$HANDHOLD" validate --out - >again.csv 2>table
cmp claims.csv again.csv
grep -q ' 0 FAIL$' table

unfinished "$HANDHOLD" validate --out /dev/full >table
unfinished "$HANDHOLD" validate >/dev/full
[ -c /dev/full ] # written in place, not replaced
