#!/bin/bash
# Builds an example with an ordinary compiler: its marks are ignored, its calls are calls. It shall build
# without a warning, and print, return and write the same as the translated program.
#   example_test.sh EXAMPLE [--keywords] [g++ OPTION...] -- [ARGUMENT...]
# --keywords: the source is written with the paper's keywords, which are made attributes first.
set -u
root=$PWD
example=$1 keywords=no options=()
shift
while [ "$1" != -- ]; do
  if [ "$1" = --keywords ]; then keywords=yes; else options+=("$1"); fi
  shift
done
shift
translated=$root/examples/$example/$example
include=$root/tools/sdk/sdk/include # an installation; outside Bazel the checkout will do
[ -d "$include" ] || include=$root/rts/api/include
work=${TEST_TMPDIR:-$(mktemp -d)}
failed=0

sources=("examples/$example"/*.cc)
for i in "${!sources[@]}"; do # without Bazel there are more files than those that it names
  case ${sources[i]} in *_test.cc | *_by_hand.cc) unset "sources[i]" ;; esac
done
if [ $keywords = yes ]; then
  grep -qE '^(persistent |regular )?mentat class' "${sources[@]}" || { echo "$example: no keyword to replace"; exit 1; }
  for i in "${!sources[@]}"; do
    sed -E -e 's/^persistent mentat (class|struct)/\1 [[mentat::persistent]]/' \
      -e 's/^(regular )?mentat (class|struct)/\2 [[mentat::regular]]/' "${sources[i]}" >"$work/${sources[i]##*/}"
    sources[i]=$work/${sources[i]##*/}
  done
fi
g++ -std=c++20 -O0 -Wall -Wextra -Werror -Wno-attributes=mentat:: -iquote . -I "$include" "${sources[@]}" \
  "${options[@]}" -o "$work/plain" || { echo "$example: g++ does not build it"; exit 1; }

# run NAME PROGRAM ARGUMENT...: in a folder of its own, which is compared.
run() {
  local name=$1 program=$2
  shift 2
  mkdir "$work/$name" && cd "$work/$name" || exit 1
  "$program" "${@//@/$root}" >standard_output 2>"$work/$name.stderr" </dev/null
  echo $? >exit_status
  cd "$root" || exit 1
}
run elision "$work/plain" "$@"
[ -s "$work/elision/standard_output" ] || { echo "$example: the ordinary program printed nothing"; failed=1; }
for mode in serial threads; do
  MENTAT_MODE=$mode run $mode "$translated" "$@"
  diff -ru "$work/elision" "$work/$mode" || failed=1
done
if [ $failed -ne 0 ]; then
  echo "$example: the translated program does not do what the ordinary one does; stderr:"
  tail -n 5 "$work"/*.stderr
fi
exit $failed
