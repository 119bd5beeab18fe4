#!/bin/bash
# A translation with a precompiled preamble must be the translation without it: outputs, messages and status, whatever
# happened to the headers and to the folder of preambles.
# usage: preamble_test.sh MPLC PRELUDE_DIRECTORY
set -u
mplc=$(realpath "$1"); prelude=$(realpath "$2")
here=$(dirname "$0")
[ -d "$here/golden" ] || here=$here/testdata  # Bazel runs it by the name of its target
here=$(realpath "$here")
work=$(mktemp -d); trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failed=0 passed=0

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }
is() { if [ "$2" = "$3" ]; then ok; else bad "$1: '$2' instead of '$3'"; fi; }  # what, is, should be

# translate RESULT_DIRECTORY INPUT MPLC_OPTIONS -- FLAGS
translate() {
  local result=$1 input=$2; shift 2
  local output=${input/.mpl./.} options=()
  mkdir -p "$result"
  [[ $input != *.mpl.h ]] || options=(--server-out "$result/server.cc")
  "$mplc" "$input" -o "$result/out" --output-name "$output" "${options[@]}" "$@" >"$result/messages" 2>&1
  echo $? >"$result/status"
}
same() {  # what, directory, directory
  if diff -r "$2" "$3" >"$work/difference"; then ok; else bad "$1"; cat "$work/difference"; fi
}
# What --times says of the preamble: found, made or not used.
use() { "$mplc" "$1" -o "$work/ignored" --times --preambles "$work/cache" "${@:2}" 2>&1 |
  sed -nE 's/^mplc: preamble ([a-z ]+) [0-9].*/\1/p'; }
fresh() { rm -rf "$work/cache" "$work/ignored"; mkdir "$work/cache"; }
count() { find "$work/cache" -name "$1" | wc -l; }

# A header's time must be seconds old before a preamble with it is kept.
aged() { touch -d "$1 seconds ago" "${@:2}"; }

every_input() {  # folder, flags of mplc in a comment
  cd "$here/$1" || exit 2
  for input in *.mpl.cc *.mpl.h; do
    [ -e "$input" ] || continue
    local flags
    flags=$(sed -n 's|^// flags: *||p' "$input")
    [ "$2" = shared ] || fresh
    # shellcheck disable=SC2086
    translate "$work/none" "$input" $flags --no-preamble -- -I"$prelude" -I.
    for run in cold warm; do
      # shellcheck disable=SC2086
      translate "$work/$run" "$input" $flags --preambles "$work/cache" -- -I"$prelude" -I.
      same "$1/$input, $run" "$work/none" "$work/$run"
      [ "$2" != shared ] || break
    done
    rm -rf "$work/none" "$work/cold" "$work/warm"
  done
}
# Nobody else may put a precompiled file there.
input=$here/golden/$(cd "$here/golden" && ls ./*.mpl.cc | head -1)
fresh; chmod 777 "$work/cache"
is "a folder in which others write" "$(use "$input" -- -I"$prelude" -I"$here/golden")" "not used"
rm -rf "$work/cache"
use "$input" -- -I"$prelude" -I"$here/golden" >/dev/null
is "a new folder is private" "$(stat -c %a "$work/cache")" 700

fresh; every_input golden each
fresh; every_input diagnostics shared
[ "$(count '*.pch')" -gt 0 ] && ok || bad "no preamble was kept"
[ "$(count '*.pch')" -le 32 ] && [ "$(count '*.list')" -le 32 ] && ok || bad "too many preambles are kept"

# Small headers of our own from here on.
mkdir "$work/system" "$work/user" && cd "$work" || exit 2
flags=(-nostdinc++ -isystem "$work/system" -isystem "$prelude" -I user -D GIVEN)
cat >system/shape <<'END'
#pragma once
#include "detail.h"
inline constexpr int shape_size = detail;
END
echo '#define detail 3' >system/detail.h
aged 60 system/*
# Not -D: other flags have another preamble.
expect() { printf '#include <mentat/mpl.h>\n#include <shape>\nstatic_assert(shape_size == %s);\nint main() {}\n' "$1" >shape.mpl.cc; }
sees() { expect "$1"; "$mplc" shape.mpl.cc --check-only --preambles "$work/cache" -- "${flags[@]}" >out 2>&1 && echo yes || echo no; }

# Waits until the kernel's time of change of the headers is old enough as well.
settle() { sleep 2.2; }
settle
fresh; expect 3
is "first use" "$(use shape.mpl.cc -- "${flags[@]}")" made
is "second use" "$(use shape.mpl.cc -- "${flags[@]}")" found
is "other flags" "$(use shape.mpl.cc -- "${flags[@]}" -DMORE)" made
mkdir elsewhere && cp shape.mpl.cc elsewhere/other.mpl.cc
is "another file that begins alike" "$(cd elsewhere && use other.mpl.cc -- "${flags[@]}")" found
is "--no-preamble" "$(use shape.mpl.cc --no-preamble -- "${flags[@]}")" "not used"
is "what a found preamble says" "$(sees 3)" yes

# A header changes: another size, the same size at another time, and replaced by an older file.
echo '#define detail 44' >system/detail.h
is "a changed header" "$(sees 44)" yes
is "a header that changed just now is not kept" "$(use shape.mpl.cc -- "${flags[@]}")" made
settle
is "a changed header, settled" "$(use shape.mpl.cc -- "${flags[@]}")" made
is "a changed header, again" "$(use shape.mpl.cc -- "${flags[@]}")" found
echo '#define detail 55' >system/detail.h
is "a changed header of the same size" "$(sees 55)" yes
echo '#define detail 66' >older.h; aged 600 older.h; mv older.h system/detail.h
is "a header replaced by an older one" "$(sees 66)" yes
settle; is "settled" "$(sees 66)" yes; is "and kept" "$(sees 66)" yes

# A header that is nearer on the search path appears, for the file or for a header inside; and goes.
mkdir nearer && flags=(-I nearer "${flags[@]}")
is "an empty folder on the path" "$(sees 66)" yes
echo 'inline constexpr int shape_size = 7;' >nearer/shape
is "a nearer header" "$(sees 7)" yes
rm nearer/shape
is "a nearer header that went" "$(sees 66)" yes
printf '#pragma once\n#include <inner>\ninline constexpr int shape_size = inner;\n' >system/shape
echo '#define inner 8' >system/inner; settle
is "a header inside" "$(sees 8)" yes; is "a header inside, again" "$(sees 8)" yes
echo '#define inner 9' >nearer/inner
is "a nearer header inside" "$(sees 9)" yes
rm nearer/inner

# Headers that are not for a preamble: unguarded, with macros of the file's, with MPL.
echo 'template <int> struct twice {};' >system/unguarded
printf '#undef counted\n#ifdef COUNT\n#define counted 1\n#else\n#define counted 0\n#endif\n' >system/again
printf '#pragma once\n#ifdef GUARD_H\ninline int seen;\n#else\ninline int unseen;\n#endif\n' >system/peeks
printf '#pragma once\n#include "marked.mpl.h"\n' >system/wraps
printf '#pragma once\n#include <mentat/mpl.h>\npersistent mentat class far { public: int get(); };\n' >system/marked.mpl.h
settle
stays() {  # name: the file on stdin means the same without, with a cold and with a warm folder
  cat >"$1.mpl.cc"; fresh
  translate none "$1.mpl.cc" --no-preamble -- "${flags[@]}"
  for run in cold warm; do translate $run "$1.mpl.cc" --preambles cache -- "${flags[@]}"; same "$1, $run" none $run; done
  is "$1: status" "$(cat none/status)" "${2:-0}"
}
stays unguarded < <(printf '#include <unguarded>\nint main() {}\n')
stays unguarded_later < <(printf '#include <shape>\n#include <unguarded>\n#include <inner>\nint main() {}\n')
is "the part before it is precompiled" "$(use unguarded_later.mpl.cc -- "${flags[@]}")" found
stays again < <(printf '#include <again>\n#define COUNT\n#include <again>\nstatic_assert(counted);\nint main() {}\n')
stays peeks < <(printf '#ifndef GUARD_H\n#define GUARD_H\n#include <peeks>\nint main() { return seen; }\n#endif\n')
stays given_guard < <(printf '#ifndef GIVEN\n#define GIVEN\n#include <shape>\n#endif\nint shape_size; int main() {}\n')
stays wraps 0 < <(printf '#include <shape>\n#include <wraps>\nint main() { far f; mentat::create(f); return f.get(); }\n')
stays missing 1 < <(printf '#include <shape>\n#include <missing>\nint main() {}\n')
stays no_prelude 1 < <(printf '#include <shape>\nint main() { mentat::create(1); }\n')
stays notes_in_the_prelude 1 < <(printf '#include <mentat/mpl.h>\n#include <shape>\nint main() { mentat::create(); mentat::self(1); }\n')
echo '#include <shape>' >user/only.h; printf '#include <inner>\nint own;\n' >user/owned.h; settle
stays quoted < <(printf '#include "only.h"\n#include "owned.h"\n#include <peeks>\nint main() { return own + inner + unseen; }\n')
stays quoted_twice < <(printf '#include "only.h"\n#include "only.h"\n#include <peeks>\nint main() { return unseen; }\n')

# The real headers: what was not included must not be there, and assert follows NDEBUG.
flags=(-I "$prelude" -DNDEBUG)
stays own_names < <(printf '#include <mentat/mpl.h>\n#include <vector>\nusing namespace std;\nstruct map { int count; }; struct string_view {};\nint count, sort;
int main() { map m; string_view v; count = m.count = sort; (void)v; }\n')
stays not_included 1 < <(printf '#include <vector>\n#include <string>\nint main() { std::map<int, int> m; }\n')
stays assertions < <(printf '#include <cassert>\n#include <vector>\n#undef NDEBUG\n#include <cassert>\nint fail(); int main() { assert(fail()); }\n')
stays no_assertions < <(printf '#include <vector>\n#define NDEBUG\n#include <cassert>\n#include <stddef.h>\nint main() { assert(undeclared); }\n')
stays constants < <(printf '#include <stddef.h>\n#include <vector>\n#include <initializer_list>\nconstexpr int f(std::initializer_list<int> l) { return l.size(); }
static_assert(f({1, 2}) == 2 && sizeof(std::vector<size_t>) == 24);\nint main() {}\n')

# The folder: damaged files, two at once, read-only, and not a folder at all.
cat >both.mpl.cc <<'END'
#include <mentat/mpl.h>
#include <vector>
mentat class worker { public: int twice(std::vector<int> x) { return x[0] * 2; } };
int main() { worker w; mentat::create(w); int x = w.twice({1}); return x; }
END
translate none both.mpl.cc --no-preamble -- "${flags[@]}"
is "the translation without" "$(cat none/status)" 0
damaged() { translate found both.mpl.cc --preambles cache -- "${flags[@]}"; same "$1" none found
  is "$1: mended" "$(use both.mpl.cc -- "${flags[@]}")" found; }
fresh; use both.mpl.cc -- "${flags[@]}" >"$work/said"
chmod u+w cache/*; pch=$(echo cache/*.pch); list=$(echo cache/*.list)
truncate -s 1000 "$pch"; damaged "a truncated preamble"
chmod u+w cache/*; printf 'x' | dd of="$(echo cache/*.pch)" bs=1 seek=300000 conv=notrunc 2>"$work/said"; damaged "a changed byte"
: >"$(echo cache/*.pch)"; damaged "an empty preamble"
rm cache/*.pch; damaged "a lost preamble"
truncate -s 100 "$list"; damaged "a truncated list"
head -c 3000 /dev/urandom >"$list"; damaged "a list of rubbish"
sed -i '$d' "$list"; damaged "a list that lost a name"

fresh
for i in 1 2; do translate "at_once$i" both.mpl.cc --preambles cache -- "${flags[@]}" & done; wait
same "two at once, one" none at_once1; same "two at once, the other" none at_once2
is "two at once: kept" "$(use both.mpl.cc -- "${flags[@]}")" found
is "two at once: no temporary files" "$(count '*.tmp*')" 0

for i in $(seq 40); do touch -d "$i hours ago" "cache/old$i.pch" "cache/old$i.list"; done
use both.mpl.cc -- "${flags[@]}" -DBOUNDED >"$work/said"
is "the folder is bounded" "$(count '*.pch') $(count '*.list')" "32 32"
is "what was used last is kept" "$(use both.mpl.cc -- "${flags[@]}")" found

chmod a-w cache; rm -rf none2
translate read_only both.mpl.cc --preambles cache -- "${flags[@]}" -D_READ_ONLY; chmod u+w cache
same "a folder that cannot be written" none read_only
touch file
translate no_folder both.mpl.cc --preambles file/cache -- "${flags[@]}"; same "a folder that cannot be made" none no_folder
is "a folder that cannot be made is not used" "$("$mplc" both.mpl.cc --check-only --times --preambles file/cache -- "${flags[@]}" 2>&1 | grep -c 'not used')" 1
HOME='' XDG_CACHE_HOME="$work/xdg" MENTAT_PREAMBLES='' "$mplc" both.mpl.cc --check-only -- "${flags[@]}"
is "XDG_CACHE_HOME" "$(find xdg/mentat/preambles -name '*.pch' | wc -l)" 1
HOME="$work/home" XDG_CACHE_HOME='' MENTAT_PREAMBLES='' "$mplc" both.mpl.cc --check-only -- "${flags[@]}"
is "HOME" "$(find home/.cache/mentat/preambles -name '*.pch' | wc -l)" 1
HOME="$work/home" MENTAT_PREAMBLES="$work/chosen" "$mplc" both.mpl.cc --check-only -- "${flags[@]}"
is "MENTAT_PREAMBLES" "$(find chosen -name '*.pch' | wc -l)" 1

echo "$passed passed, $failed failed"
[ $failed = 0 ]
