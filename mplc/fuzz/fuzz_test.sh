#!/bin/bash
# Runs a target of libFuzzer for some seconds, from a fixed seed and the given programs. However few inputs it manages, it
# passes if none of them breaks an invariant; one that does is printed in base 64.
# usage: fuzz_test.sh TARGET SECONDS MPLC PRELUDE_DIRECTORY STANDARD SEED_FILE...
#
# Clang is not ours: an input whose lowered text crashes Clang itself, without mplc, is printed too, and does not count.
set -u
target=$(realpath "$1"); seconds=$2; mplc=$(realpath "$3")
MENTAT_PRELUDE=$(realpath "$4"); MENTAT_STANDARD=$(realpath "$5"); shift 5
export MENTAT_PRELUDE MENTAT_STANDARD
TEST_TMPDIR=$(mktemp -d "${TEST_TMPDIR:-/tmp}/fuzz.XXXXXX"); export TEST_TMPDIR
trap 'rm -rf "$TEST_TMPDIR"' EXIT
seeds=$TEST_TMPDIR/seeds seed=20241
mkdir "$seeds" "$TEST_TMPDIR/found"
# The stand-in for the standard library is included by the target.
for file in "$@"; do sed -E '/^ *# *include *(<[^m]|"|<m[^e])/d' "$file" >"$seeds/$(echo "$file" | tr '/' '_')"; done
echo "$# programs, seed $seed, $seconds s"
ulimit -c 0
handler=  # translate_fuzz has one that tells an exhausted stack from a crash
case $target in *translate_fuzz) handler=-handle_segv=0 ;; esac

crashes_clang() {
  "$mplc" --dump-lowered "$1" >"$TEST_TMPDIR/lowered.cc" 2>"$TEST_TMPDIR/ignored" || return 1
  /usr/lib/llvm-19/bin/clang++ -x c++ -std=c++20 -fsyntax-only -w -nostdinc++ -I "$MENTAT_PRELUDE" \
    -include "$MENTAT_STANDARD" -fno-crash-diagnostics "$TEST_TMPDIR/lowered.cc" >"$TEST_TMPDIR/ignored" 2>&1
  [ $? -ge 128 ] || grep -q 'PLEASE submit a bug report' "$TEST_TMPDIR/ignored"
}

end=$((SECONDS + seconds))
while [ $SECONDS -lt $end ]; do
  "$target" -seed=$seed -max_total_time=$((end - SECONDS)) -max_len=65536 -timeout=600 -rss_limit_mb=0 -detect_leaks=0 $handler \
    -print_final_stats=1 -verbosity=1 -artifact_prefix="$TEST_TMPDIR/found/" "$seeds" >"$TEST_TMPDIR/log" 2>&1
  status=$?
  if [ $status = 0 ]; then grep -E '^(Done|stat::number)' "$TEST_TMPDIR/log"; break; fi
  if [ $status = 99 ]; then
    echo "seed $seed: Clang's recursion used up the stack, which mplc reports as an error (mplc/deep_stack.h)"
    seed=$((seed + 1))
    continue
  fi
  found=$(ls -t "$TEST_TMPDIR"/found/* "$TEST_TMPDIR"/fuzz*.mpl.cc 2>/dev/null | head -n 1)
  if [ -z "$found" ] || [[ $found == *slow-unit* ]] || ! crashes_clang "$found"; then
    grep -vE '^#[0-9]' "$TEST_TMPDIR/log" | tail -n 60
    echo "FAILED: status $status; the input:"
    [ -z "$found" ] || base64 "$found"
    exit 1
  fi
  echo "Clang alone crashes on this, so it does not count:"; base64 "$found"
  seed=$((seed + 1))
done
