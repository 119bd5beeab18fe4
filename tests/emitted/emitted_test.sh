#!/bin/bash
# What `mentat c++ --emit=cc` shows: the programs in this folder must be the readable translation of their sources, byte for byte.
# That they build without mplc and give the same answers is tested by the targets beside this one.
# usage: emitted_test.sh MPLC PRELUDE_DIRECTORY [--update], in the root of the tree
# --update writes what mplc makes now; look at the difference before you keep it.
set -u
mplc=$1 prelude=$2 update=${3:-}
made=$(mktemp -d); trap 'rm -rf "$made"' EXIT
failed=0 passed=0

check() {  # name of a generated file
  sed -i '1s/mplc [0-9.]*[.]$/mplc VERSION./' "$made/$1"
  if [ "$update" = --update ]; then
    cmp -s "$made/$1" "tests/emitted/$1" || { cp "$made/$1" "tests/emitted/$1"; echo "updated tests/emitted/$1"; }
  elif diff -u "tests/emitted/$1" "$made/$1"; then
    passed=$((passed + 1))
  else
    echo "FAILED: $1 (if that is right: tests/emitted/emitted_test.sh MPLC rts/api/include --update)"
    failed=$((failed + 1))
  fi
}

emit() {  # source
  local name output options=()
  name=$(basename "$1") output=$(basename "${1/.mpl./.}")
  case $name in *.mpl.h) options=(--server-out "$made/${name%.mpl.h}.server.cc") ;; esac
  "$mplc" --readable "$1" -o "$made/$output" "${options[@]}" -- -I"$prelude" -I. || { echo "FAILED: $1 does not translate"; failed=$((failed + 1)); return; }
  check "$output"
  case $name in *.mpl.h) check "${name%.mpl.h}.server.cc" ;; esac
}

emit examples/hello/hello.mpl.cc
emit examples/blackboard/blackboard.mpl.cc
emit examples/fan_out/fan_out.mpl.cc
emit examples/bounded_buffer/bounded_buffer.mpl.cc
emit tests/conformance/base_in_header.mpl.h
emit tests/conformance/base_in_header.mpl.cc
emit tests/conformance/base_in_header_animal.mpl.cc
echo "$passed passed, $failed failed"
[ $failed = 0 ]
