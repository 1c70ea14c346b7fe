#!/bin/sh
# Holds the floors of the house: a file includes its own folder or a lower floor, core includes
# no more of the C library than it may, and (when objects are given) refers to no clock, file or
# heap, keeps no writable globals and fuses no multiplication with an addition.
#   test_floors.sh SOURCE [OBJECT...]
set -eu
cd "$1"
shift

# Floors, lowest first; folders on one line never include one another.
find core bench experiments -name '*.[ch]' | sort | xargs awk '
BEGIN {
  floors = "base 0,world 1,chain 2,gibbon 3,creature 3,gait 3,sprite 3,rig 4,skin 5,actor 6"
  count = split(floors, pair, ",")
  for (i = 1; i <= count; i++) { split(pair[i], word, " "); floor[word[1]] = word[2] }
  floor["core"] = 7; floor["bench"] = 8
  floors = "text 9,formats 10,spec 11,statistics 12,result 13,pictures 13,sweep 14,search 15,drawing 15,experiments 16"
  count = split(floors, pair, ",")
  for (i = 1; i <= count; i++) { split(pair[i], word, " "); floor[word[1]] = word[2] }
  count = split("assert float limits math stdbool stddef stdint string", word, " ")
  for (i = 1; i <= count; i++) allowed[word[i] ".h"] = 1
}
FNR == 1 {
  files++
  depth = split(FILENAME, part, "/")
  home = part[1]
  if (home == "core" && depth > 2) home = part[2]
  if (home == "experiments" && depth > 2) home = part[2]
  if (!(home in floor)) { print FILENAME ": folder " home " is on no floor"; bad++ }
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
  split($0, quoted, "\"")
  name = quoted[2]
  folder = home
  if (name ~ /\//) { folder = name; sub(/\/[^\/]*$/, "", folder) }
  else if (system("test -f \"" substr(FILENAME, 1, length(FILENAME) - length(part[depth])) name "\"") != 0) {
    # not a neighbour: a file of a lower house, found on the include path
    folder = ""
    for (house in floor)
      if (system("test -f " house "/" name " || test -f experiments/" house "/" name) == 0) folder = house
    if (folder == "") { print FILENAME ":" FNR ": cannot find " name; bad++; next }
  }
  sub(/^core\//, "", folder)
  if (!(folder in floor)) { print FILENAME ":" FNR ": " name " is on no floor"; bad++; next }
  if (folder != home && floor[folder] >= floor[home]) {
    print FILENAME ":" FNR ": " home " (floor " floor[home] ") includes " name " (floor " floor[folder] ")"
    bad++
  }
}
/^[ \t]*#[ \t]*include[ \t]*</ && part[1] == "core" {
  split($0, quoted, /[<>]/)
  name = quoted[2]
  if (!(name in allowed) && !(name ~ /^Random123\// && FILENAME == "core/base/random.c")) {
    print FILENAME ":" FNR ": core does not include <" name ">"
    bad++
  }
}
END {
  if (files < 10) { print "only " files " files seen"; bad++ }
  print files " files, " bad + 0 " against the floors"
  exit bad > 0
}'

[ $# -gt 0 ] || exit 0

# What core refers to: itself, math, memory and strings. Fused instructions, which a build with
# -march might have, would make other bits.
bad=0
for object in "$@"; do
  for symbol in $(nm -u "$object" | awk '{ print $2 }'); do
    case $symbol in
    hh_* | _GLOBAL_OFFSET_TABLE_ | __stack_chk_fail | __assert_fail) ;;
    mem* | str* | bcmp) ;;
    __popcountdi2 | sqrtf) ;; # the compiler's own, where they are no instruction
    __cpu_model) ;; # which kernel the processor can run (planner_wide.c)
    acos | asin | atan | atan2 | cbrt | ceil | cos | exp | fabs | floor | fmax | fmin | fmod | \
      frexp | hypot | ldexp | lround | llround | log | log10 | log1p | nearbyint | pow | rint | \
      round | sin | sincos | sqrt | tan | trunc) ;;
    *)
      echo "$object refers to $symbol"
      bad=1
      ;;
    esac
  done
  if objdump -d "$object" | grep -qE '[[:space:]]vfn?m(add|sub)'; then
    echo "$object has fused instructions"
    bad=1
  fi
  for symbol in $(nm "$object" | awk '$2 ~ /^[bBdDcCgGsS]$/ { print $3 }'); do
    case $(nm -f sysv "$object" | awk -F '|' -v name="$symbol" '{ gsub(/ /, "", $1) } $1 == name { print $7 }') in
    *.data.rel.ro*) ;; # const, written only by the loader
    *)
      echo "$object has the writable global $symbol"
      bad=1
      ;;
    esac
  done
done
echo "$# objects examined"
exit $bad
