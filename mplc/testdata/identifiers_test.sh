#!/bin/bash
# Every identifier that mplc adds to a program is reserved [lex.name]: it has `__` in it, so that no
# name and no macro of a program can be the same. The programs are those of golden/.
# usage: identifiers_test.sh MPLC PRELUDE_DIRECTORY
set -u
export LC_ALL=C
mplc=$(realpath "$1"); prelude=$(realpath "$2")
here=$(dirname "$0")
[ -d "$here/golden" ] || here=$here/testdata  # Bazel runs it by the name of its target
cd "$here/golden" || exit 2
made=$(mktemp -d); trap 'rm -rf "$made"' EXIT
passed=0 failed=0

# The language's words; the namespace; names of attributes, which no macro may have; types of the
# library that stand where the user wrote `auto`.
cat >"$made/known" <<'WORDS'
auto bool case char class const constexpr decltype default double break else for if int long namespace
nullptr operator public return static static_cast struct switch template typename unsigned using
virtual void define endif ifndef include inline
mentat maybe_unused
std string vector
WORDS
tr ' ' '\n' <"$made/known" | sort -u >"$made/words"

# Neither comments nor literals; a number takes its suffix along.
identifiers() {
  sed -E 's@^#(include|line) .*@@; s@//.*@@; s@"([^"\\]|\\.)*"@@g; s@\b0x[0-9a-f]+u?l*\b@@g; s@\b[0-9][0-9a-zA-Z.]*@@g' "$@" |
    grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u
}

for source in *.mpl.cc *.mpl.h; do
  output=$made/out.cc server=()
  case $source in *.mpl.h) server=(--server-out "$made/out.server.cc") ;; esac
  rm -f "$made"/out.*
  "$mplc" "$source" -o "$output" "${server[@]}" -- -I"$prelude" -I. || { failed=$((failed + 1)); continue; }
  # What a header of the program says is the user's, too.
  grep -oE '[A-Za-z_][A-Za-z_0-9]*' -h "$source" *.mpl.h | sort -u >"$made/users"
  cat "$made"/out.* >"$made/all.cc"
  free=$(identifiers "$made/all.cc" | grep -v __ | grep -v '^MENTAT_' | sort -u | comm -23 - "$made/users" | comm -23 - "$made/words")
  if [ -n "$free" ]; then
    echo "FAILED: $source: these names of the translation can be a program's:" $free
    failed=$((failed + 1))
  else
    passed=$((passed + 1))
  fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
