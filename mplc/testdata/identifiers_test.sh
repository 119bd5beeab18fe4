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
auto bool case char class const constexpr decltype default double break else false for if int long namespace
nullptr operator public return static static_cast struct switch template this true typename unsigned using
virtual void define endif ifndef include inline
mentat maybe_unused
std string vector
WORDS
tr ' ' '\n' <"$made/known" | sort -u >"$made/words"

# Neither comments nor literals; a number takes its suffix along.
identifiers() {
  sed -E 's@^#(include|line|pragma) .*@@; s@//.*@@; s@"([^"\\]|\\.)*"@@g; s@\b0x[0-9a-f]+u?l*\b@@g; s@\b[0-9][0-9a-zA-Z.]*@@g' "$@" |
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

# What mplc reads has more names in it. A lowered class has the three functions that each variable has
# (docs/language.md); the others, and those of <mentat/mpl.h>, can be macros of the command line.
cat >"$made/all.mpl.cc" <<'PROGRAM'
#include <mentat/mpl.h>
class [[mentat::persistent]] p {
 public:
  int f(int) { return 1; }
  void g() {
    mselect { : maccept f(int); break; };
  }
};
int main() {
  p v;
  mentat::create(v);
  int r = v.f(2);
  return r;
}
PROGRAM
grep -oE '[A-Za-z_][A-Za-z_0-9]*' "$made/all.mpl.cc" | sort -u >"$made/users"
"$mplc" --dump-lowered "$made/all.mpl.cc" >"$made/lowered.cc"
sed 's/#.*//' "$prelude/mentat/mpl.h" | sed -n '/^namespace mentat {/,$p' >"$made/prelude.cc"
printf '%s\n' case concept friend sizeof noexcept true false private explicit create destroy bound >>"$made/words"
sort -u -o "$made/words" "$made/words"
names=$(identifiers "$made/lowered.cc" "$made/prelude.cc" | grep -v __ | comm -23 - "$made/users" | comm -23 - "$made/words" |
  grep -vxE 'requires|typename|rtf')
definitions=()
for name in $names; do definitions+=("-D$name=2 2"); done
[ ${#definitions[@]} -gt 10 ] || { echo 'FAILED: the names of the prelude were not found'; failed=$((failed + 1)); }
if "$mplc" "$made/all.mpl.cc" -o "$made/macros.cc" -- "${definitions[@]}" -DNDEBUG -DMENTAT_X -D_X -I"$prelude"; then
  passed=$((passed + 1))
else
  echo "FAILED: a macro of the command line meets what mplc reads: ${names//$'\n'/ }"
  failed=$((failed + 1))
fi
# The headers of the run-time system are included without them, and the program has them back.
for name in $names NDEBUG MENTAT_X _X; do
  hidden=$(grep -cxE "#(ifdef $name|undef $name|define $name 2 2)" "$made/macros.cc")
  wanted=3
  case $name in NDEBUG | MENTAT_X | _X) wanted=0 ;; esac
  [ "$hidden" = "$wanted" ] || { echo "FAILED: macro '$name' around the headers: $hidden lines"; failed=$((failed + 1)); }
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
