#!/bin/bash
# Gives a target of libFuzzer a fixed number of inputs, made from the given programs, and passes if none of them breaks an
# invariant; one that does is printed in base 64. The inputs are the same on every machine. To try others:
#   bazel test //mplc/fuzz/... --test_env=MENTAT_FUZZ_SEED=7 --test_env=MENTAT_FUZZ_RUNS=1000000 --test_timeout=3600
# usage: fuzz_test.sh TARGET RUNS MPLC PRELUDE_DIRECTORY STANDARD SEED_FILE...
#
# Clang is not ours: an input whose lowered text crashes Clang itself, without mplc, is printed too, and does not count.
set -u
target=$(realpath "$1"); runs=${MENTAT_FUZZ_RUNS:-$2}; mplc=$(realpath "$3")
MENTAT_PRELUDE=$(realpath "$4"); MENTAT_STANDARD=$(realpath "$5"); shift 5
export MENTAT_PRELUDE MENTAT_STANDARD
TEST_TMPDIR=$(mktemp -d "${TEST_TMPDIR:-/tmp}/fuzz.XXXXXX"); export TEST_TMPDIR
trap 'rm -rf "$TEST_TMPDIR"' EXIT
seeds=$TEST_TMPDIR/seeds seed=${MENTAT_FUZZ_SEED:-20241}
mkdir "$seeds" "$TEST_TMPDIR/found"
# The stand-in for the standard library is included by the target.
for file in "$@"; do sed -E '/^ *# *include *(<[^m]|"|<m[^e])/d' "$file" >"$seeds/$(echo "$file" | tr '/' '_')"; done
# A list, because the order in which a directory names its files differs between machines.
printf '%s\n' "$seeds"/* | LC_ALL=C sort | paste -sd, >"$TEST_TMPDIR/seed_list"
echo "$# programs, seed $seed, $runs runs"
ulimit -c 0
handler=  # translate_fuzz has one that tells an exhausted stack from a crash
case $target in *translate_fuzz) handler=-handle_segv=0 ;; esac

crashes_clang() {
  "$mplc" --dump-lowered "$1" >"$TEST_TMPDIR/lowered.cc" 2>"$TEST_TMPDIR/ignored" || return 1
  # With the options of mplc (clang_line in mplc/parse/frontend.cc), which reads on after any number of errors.
  /usr/lib/llvm-19/bin/clang++ -x c++ -std=c++20 -fsyntax-only -w -D__MPLC__=1 -ferror-limit=0 -nostdinc++ -I "$MENTAT_PRELUDE" \
    -include "$MENTAT_STANDARD" -fno-crash-diagnostics "$TEST_TMPDIR/lowered.cc" >"$TEST_TMPDIR/ignored" 2>&1
  [ $? -ge 128 ] || grep -q 'PLEASE submit a bug report' "$TEST_TMPDIR/ignored"
}

# What libFuzzer learns from comparisons depends on addresses, which differ from run to run: -use_cmp=0.
last_seed=$((seed + 9))
while [ "$seed" -le $last_seed ]; do
  "$target" -seed="$seed" -runs="$runs" -use_cmp=0 -max_len=65536 -timeout=600 -rss_limit_mb=0 -detect_leaks=0 $handler \
    -print_final_stats=1 -verbosity=1 -artifact_prefix="$TEST_TMPDIR/found/" -seed_inputs=@"$TEST_TMPDIR/seed_list" \
    >"$TEST_TMPDIR/log" 2>&1
  status=$?
  if [ $status = 0 ]; then grep -E '^(Done|stat::number)' "$TEST_TMPDIR/log"; exit 0; fi
  if [ $status = 99 ]; then
    echo "seed $seed: Clang's recursion used up the stack, which mplc reports as an error (mplc/parse/deep_stack.h)"
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
echo "FAILED: ten seeds in a row ended early, none through a defect of mplc; choose another seed"
exit 1
