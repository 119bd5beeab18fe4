#!/bin/bash
# Every folder of examples/ is in one of the lists of BUILD: inside the contract of the sequential
# elision, and then it is built by an ordinary compiler, or outside for a reason that holds.
#   every_example_test.sh INSIDE... OUTSIDE:WORD... ELSEWHERE:...
set -u
# The checkout itself, behind Bazel's links.
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../examples" || exit 1
failed=0

declare -A listed
for item in "$@"; do
  example=${item%%:*}
  listed[$example]=yes
  [ "$item" != "$example:" ] || continue  # another test builds it
  [ -d "$example" ] || { echo "tests/elision/BUILD names $example, but there is no examples/$example"; failed=1; }
  word=mselect
  [ "$example" = "$item" ] || word=${item#*:}
  if grep -qsw "$word" "$example"/*.cc "$example"/*.h; then has=yes; else has=no; fi
  case $item:$has in
    *:*:no) echo "examples/$example is named outside the contract because of '$word', but does not have it"; failed=1 ;;
    *:*:yes | *:no) ;;
    *) echo "examples/$example is named inside the contract, but has '$word'"; failed=1 ;;
  esac
done
count=0
for folder in */; do
  count=$((count + 1))
  [ -n "${listed[${folder%/}]:-}" ] ||
    { echo "examples/$folder is in no list of tests/elision/BUILD: is it inside the contract of docs/language.md?"; failed=1; }
done
[ $count -gt 0 ] || { echo 'there are no examples'; failed=1; }
exit $failed
