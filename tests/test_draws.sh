#!/bin/sh
# Holds the order of random draws: the arguments of a call are evaluated in whatever order the
# compiler likes, so no call's arguments draw twice. A draw is a call whose first argument is
# a random state (`random`, `&random`, `&daddy->random`).
#   test_draws.sh SOURCE
set -eu
cd "$1"

# Says which calls of the files draw twice; exit 1 when any does.
twice() {
  awk '
FNR == 1 { depth = 0; comment = 0 }
{
  line = $0
  gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
  gsub(/\047([^\047\\]|\\.)*\047/, "0", line)
  gsub(/\/\*[^*]*\*\//, "", line)
  sub(/\/\/.*/, "", line)
  if (comment && !sub(/^.*\*\//, "", line)) next
  comment = sub(/\/\*.*$/, "", line)
  while (match(line, /[A-Za-z_][A-Za-z_0-9]*[ ]*\(|[();{}]/)) {
    word = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    if (word ~ /\($/) {
      called[++depth] = word ~ /^[A-Za-z_]/ && word !~ /^(if|while|for|switch|return|sizeof)[ ]*\(/
      drawn[depth] = 0
      if (called[depth] && line ~ /^&?([a-z_]+(->|\.))*random[,)]/)
        for (i = 1; i < depth; i++)
          if (called[i] && ++drawn[i] == 2) { print FILENAME ":" FNR ": draws twice in one argument list"; bad++ }
    } else if (word == ")" && depth > 0) depth--
    else if (word == "{" || word == "}") depth = 0
  }
}
END { exit bad > 0 }' "$@"
}

# It finds what it should, and no more.
planted=$(mktemp)
trap 'rm -f "$planted"' EXIT
cat >"$planted" <<'END'
a = hh_vec(hh_random_range(&random, 0, 1), hh_random_range(&random, 0, 1));
a = hh_vec(1 + (int)hh_random_index(&daddy->random, 2), /* note */
           fabs(own_draw(&daddy->random)));
a = f(g(hh_random_unit(random)), 2, (double)hh_random_unit(random));
double x = hh_random_unit(random), y = hh_random_unit(random); /* f(hh_random_unit(random), hh_random_unit(random)) */
a = hh_vec(x, hh_random_unit(random)) + hh_vec(x, hh_random_unit(random));
if (hh_random_unit(random) < 0.5 && hh_random_unit(random) < 0.5) f("(", hh_random_unit(random));
END
found=$(twice "$planted" | sed 's/.*:\([0-9]*\): .*/\1/' | tr '\n' ' ')
[ "$found" = "1 3 4 " ] || { echo "of the planted calls it finds those of lines $found"; exit 1; }

find core bench experiments tests -name '*.[ch]' -o -name '*.inc' | sort >"$planted"
[ "$(wc -l <"$planted")" -gt 100 ] || { echo "too few files are seen"; exit 1; }
# shellcheck disable=SC2046 # a list of names
twice $(cat "$planted")
