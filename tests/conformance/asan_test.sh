#!/bin/bash
# The conformance programs under AddressSanitizer, which sees the memory of delayed variables as poisoned: an access that the
# translator forgot to guard is found even where the old value happens to be the right one.
set -u
sdk=tools/sdk/sdk out=${TEST_TMPDIR:?}/out
export MENTAT_PREAMBLES=$TEST_TMPDIR/preambles
run() {
  tests/conformance/run.sh --mplc $sdk/bin/mplc --library $sdk/lib/libmentat.a \
    --library -l:libboost_context.a --include $sdk/include --asan --precompile --flags '-O0 -g1' --jobs 1 --out "$out" "$@"
}

[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
shard=${TEST_SHARD_INDEX:-0} shards=${TEST_TOTAL_SHARDS:-1}
mapfile -t all < <(cd tests/conformance && ls -- *.expected | sed 's/\.expected$//')
mine=()
for ((i = shard; i < ${#all[@]}; i += shards)); do mine+=("${all[i]}"); done
run --modes 'serial threads adversarial' --seeds 1 "${mine[@]}" || exit 1
[ "$shard" -eq 0 ] || exit 0

# That the sanitizer sees it: the one trust, broken. keep() keeps a reference to a variable that is delayed afterwards.
mkdir -p "$TEST_TMPDIR/broken"
cat >"$TEST_TMPDIR/broken/kept_reference.mpl.cc" <<'END'
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] worker {
 public:
  TYPE twice(TYPE x) { return static_cast<TYPE>(2 * x); }
};

static TYPE* kept;
static void keep(TYPE& x) { kept = &x; }

int main() {
  worker w;
  struct { TYPE before = 1, value = 1, after = 1; } lone;
  TYPE& mine = lone.before;
  TYPE value = mine;
  keep(value);
  value = w.twice(value);
  std::printf("%d\n", static_cast<int>(*kept));  // before any strict use
  return static_cast<int>(value) - 2;
}
END
echo 1 >"$TEST_TMPDIR/broken/kept_reference.expected"
sed -i 's/TYPE/TYPE/' "$TEST_TMPDIR/broken/kept_reference.mpl.cc"
for type in double int char; do
  mkdir -p "$TEST_TMPDIR/$type"
  cp "$TEST_TMPDIR/broken/kept_reference.expected" "$TEST_TMPDIR/$type/"
  sed "s/TYPE/$type/g" "$TEST_TMPDIR/broken/kept_reference.mpl.cc" >"$TEST_TMPDIR/$type/kept_reference.mpl.cc"
  run --tests "$TEST_TMPDIR/$type" --modes threads >"$TEST_TMPDIR/table"
  if grep -q 'use-after-poison' "$out/kept_reference/threads.stderr"; then
    echo "$type: found"
  else
    echo "FAULT: $type: AddressSanitizer did not see the access to a delayed variable"
    cat "$TEST_TMPDIR/table"
    exit 1
  fi
done
