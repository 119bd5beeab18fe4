#!/bin/bash
# Each file in diagnostics/ says in comments what mplc must report for it, in the order of lines:
#   // expect: 12:9: error: pointer parameter 'x' cannot be sent to another object [E0301]
#   // flags: -Welision
# A file without `expect` must translate without a word. Notes are not compared. Nothing may be written when there is an error.
# usage: diagnostics_test.sh MPLC PRELUDE_DIRECTORY [--update] [FILE...]
# --update writes what mplc reports now into the files; look at the difference before you keep it.
set -u
mplc=$(realpath "$1"); prelude=$(realpath "$2"); shift 2
update=no
[ "${1:-}" != --update ] || { update=yes; shift; }
here=$(dirname "$0")
[ -d "$here/diagnostics" ] || here=$here/testdata  # Bazel runs it by the name of its target
cd "$here/diagnostics" || exit 2
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
failed=0 passed=0
[ $# -gt 0 ] || set -- *.mpl.cc *.mpl.h

translate() {  # the input, into $out/actual
  local flags
  flags=$(sed -n 's|^// flags: *||p' "$1")
  # shellcheck disable=SC2086
  "$mplc" $flags "$1" -o "$out/generated" -- -I"$prelude" -I. >"$out/all" 2>&1
  status=$?
  sed -nE "s|^$1:([0-9]+:[0-9]+: (error\|warning\|remark): )|\1|p" "$out/all" >"$out/as_printed"
  sort -t: -k1,1n -k2,2n "$out/as_printed" >"$out/actual"
}

# The lines of `expect` get new texts where they stand; if there are more or fewer of them, all go to the end of the file.
write_expected() {
  if [ "$(wc -l <"$out/expected")" != "$(wc -l <"$out/actual")" ]; then
    sed -i '\|^// expect: |d' "$1"
    translate "$1"
    sed 's|^|// expect: |' "$out/actual" >>"$1"
  else
    awk -v texts="$out/actual" '/^\/\/ expect: / { getline text < texts; print "// expect: " text; next } { print }' "$1" >"$out/updated"
    cat "$out/updated" >"$1"
  fi
  echo "updated diagnostics/$1"
}

for input in "$@"; do
  sed -n 's|^// expect: *||p' "$input" | sort -t: -k1,1n -k2,2n >"$out/expected"
  translate "$input"
  if [ $update = yes ]; then
    cmp -s "$out/expected" "$out/actual" || write_expected "$input"
    rm -f "$out/generated"
    continue
  fi
  wrong=""
  diff -u "$out/expected" "$out/actual" >"$out/difference" || wrong="other reports than expected"
  sort -s -c -t: -k1,1n -k2,2n "$out/as_printed" || wrong="reports that are not in the order of lines"
  if grep -q ': error: ' "$out/expected"; then
    [ $status = 1 ] || wrong="exit status $status instead of 1"
    [ -e "$out/generated" ] && wrong="it wrote a file in spite of an error"
  else
    [ $status = 0 ] || wrong="exit status $status instead of 0"
  fi
  rm -f "$out/generated"
  if [ -z "$wrong" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: diagnostics/$input: $wrong"
    cat "$out/difference"
  fi
done
# What a terminal sees of a source, or of its name, steers and forges nothing.
mkdir "$out/hostile"
printf 'int x = 1; /* \033]0;owned\a \342\200\256 */ mentat y;\n' >"$out/hostile/$(printf 'a\033[2J.mpl.cc')"
"$mplc" "$out/hostile/"*.mpl.cc -o "$out/generated" -- -I"$prelude" >"$out/all" 2>&1
if [ $update = no ] && { LC_ALL=C grep -q "$(printf '[\033\a]')" "$out/all" || ! grep -q 'x1b.*error: ' "$out/all"; }; then
  failed=$((failed + 1))
  echo "FAILED: escapes of a source reach the terminal"
  od -c "$out/all"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
