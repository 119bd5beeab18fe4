#!/bin/bash
# Golden translations: what mplc makes of golden/*.mpl.{h,cc} must be the files beside them, byte for byte.
# usage: golden_test.sh MPLC PRELUDE_DIRECTORY [--update]
# --update writes what mplc makes now; look at the difference before you keep it.
set -u
mplc=$(realpath "$1"); prelude=$(realpath "$2"); update=${3:-}
here=$(dirname "$0")
[ -d "$here/golden" ] || here=$here/testdata  # Bazel runs it by the name of its target
cd "$here/golden" || exit 2
made=$(mktemp -d); trap 'rm -rf "$made"' EXIT
failed=0 passed=0

check() {  # name of a generated file
  sed -i '1s/mplc [0-9.]*[.]$/mplc VERSION./' "$made/$1"
  if [ "$update" = --update ]; then
    cmp -s "$made/$1" "$1" || { cp "$made/$1" "$1"; echo "updated golden/$1"; }
  elif diff -u "$1" "$made/$1"; then
    passed=$((passed + 1))
  else
    echo "FAILED: golden/$1 (the translation changed; if that is right: golden_test.sh MPLC PRELUDE --update)"
    failed=$((failed + 1))
  fi
}

for input in *.mpl.h *.mpl.cc; do
  output=${input/.mpl./.}
  server=${input%.mpl.h}.server.cc
  options=()
  [ "$input" = "$server" ] || options=(--server-out "$made/$server")
  case $input in *.mpl.h) ;; *) options=() ;; esac
  if ! "$mplc" "$input" -o "$made/$output" --output-name "$output" "${options[@]}" -- -I"$prelude" -I.; then
    echo "FAILED: golden/$input does not translate"
    failed=$((failed + 1))
    continue
  fi
  check "$output"
  case $input in *.mpl.h) check "$server" ;; esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
