#!/bin/bash
# The run-time system on another processor: compiled by Debian's cross compiler, run under qemu-user.
#   other_systems_test.sh PROCESSOR ARCHITECTURE     (aarch64 arm64, or s390x s390x)
#
# The whole run-time system, conformance programs in the modes of one host, and the tests of the wire, of archives,
# links and spill files. The only library of that machine is Boost.Context, whose switch of stacks is to be tested
# (ZeroMQ is opened by mode cluster alone). Then a session with a host of that processor (session.sh), which needs more
# libraries. The translator runs here. docs/other_systems.md says what is not covered. Libraries come from the mirror of
# this machine.
set -u
export LC_ALL=C
shopt -s nullglob
processor=$1 architecture=$2
work=${TEST_TMPDIR:?}/work failed=0
here=tests/other_systems
skip() { echo "SKIPPED: $*"; exit 0; }
fault() { echo "FAULT: $*"; failed=1; }
source $here/foreign_library.sh
source $here/session.sh

cxx=$processor-linux-gnu-g++
emulator=qemu-$processor
for tool in "$cxx" "$emulator"; do
  command -v "$tool" >/dev/null || skip "there is no $tool (Debian packages g++-$processor-linux-gnu, qemu-user)"
done
mkdir -p "$work"
library=/usr/lib/$processor-linux-gnu/libboost_context.a
if [ ! -e "$library" ]; then
  foreign_libraries "$architecture" "$work/library" libboost-context-dev >"$work/library.log" 2>&1 ||
    skip "the library Boost.Context of $architecture cannot be had: $(tail -n 1 "$work/library.log")"
  library=$work/library$library
  [ -e "$library" ] || skip "the package of Boost.Context has no ${library##*/} for $architecture"
fi

# ---- what is compiled ---------------------------------------------------------------------------

programs=(
  buffers copied_delays exception_along_arcs exceptions_of_own_types fields_of_own_type groups guard_suspended
  integer_widths objects_in_step replicated_table select_times space_workers
)
mapfile -t sources < <(find -L mmps rts daemons mplc/version.cc -name '*.cc' ! -path daemons/host/main.cc | sort)
tests=(
  daemons/tmu/spill/spill_file_test.cc daemons/tmu/byte_orders_test.cc daemons/tmu/token_matching_unit_test.cc mmps/base/byte_buffer_test.cc
  mmps/base/crc32c_test.cc mmps/link/link_table_test.cc mmps/link/link_test.cc mmps/shm/compact_header_test.cc
  mmps/wire/codec_test.cc mmps/wire/error_value_test.cc mmps/wire/future_blob_test.cc mmps/wire/hint_test.cc
  mmps/wire/little_endian_test.cc mmps/wire/mentat_message_test.cc rts/api/archive_test.cc rts/api/buffer_test.cc
  rts/api/field_bytes_test.cc rts/api/own_error_test.cc rts/executor/fiber_test.cc rts/executor/work_deque_test.cc
)
mapfile -t sources < <(comm -23 <(printf '%s\n' "${sources[@]}") <(printf '%s\n' "${tests[@]}" | sort))

sdk=${MENTAT_PREFIX:-tools/sdk/sdk}
includes=(-iquote . -isystem rts/api/include -isystem daemons/program/include)
# g++ 12 warns of what is not so at this level, and of designated initialisers that leave out members with defaults.
common="-std=c++20 -Wall -Wextra -Wno-maybe-uninitialized -Wno-missing-field-initializers"
common+=" -fno-show-column -fno-tree-slp-vectorize"
common+=" $(tr '\n' ' ' <"$sdk/lib/mentat/compile_options") -ftls-model=initial-exec"
common+=" -I third_party -iquote $work/translated ${includes[*]}"
mkdir -p "$work/objects" "$work/translated" "$work/precompiled/mentat"
compile() {  # SOURCE: its object, or the compiler's messages beside it
  local name=${1#"$work"/} level=-O1
  local object=$work/objects/${name//\//.}.o
  case $name in
    */fiber_test.cc) ;;                  # about what an optimiser does
    mmps/zmq/*) level=-O0 ;;             # nothing of it runs
    *_test.cc | *_main.cc) level=-O0 ;;  # what they test is optimised
    translated/*) level+=" -I $work/precompiled" ;;
  esac
  $cxx $level $common -c "$1" -o "$object" >"$object.log" 2>&1 || rm -f "$object"
  [ -s "$object.log" ] || rm -f "$object.log"
}
compile_all() { printf '%s\n' "$@" | xargs -d '\n' -n 1 -P 2 bash -c 'compile "$1"' -; }
export -f compile
export cxx work common
objects_of() {  # SOURCE...
  local source
  for source; do
    source=${source#"$work"/}
    printf '%s\n' "$work/objects/${source//\//.}.o"
  done
}

translated=()
for program in "${programs[@]}"; do
  "$sdk/bin/mplc" "tests/conformance/$program.mpl.cc" -o "$work/translated/$program.cc" \
    -- -std=c++20 "${includes[@]}" -iquote tests/conformance 2>"$work/err" ||
    { fault "$program is not translated:"; cat "$work/err"; }
  translated+=("$work/translated/$program.cc")
done
# The header that each translated program includes first.
echo '#include <mentat/server.h>' >"$work/precompiled/all.h"
$cxx -O1 $common -x c++-header "$work/precompiled/all.h" -o "$work/precompiled/mentat/server.h.gch" || exit 1
compile_all "${sources[@]}" "${tests[@]}" third_party/doctest/doctest_main.cc "${translated[@]}"
for log in "$work"/objects/*.log; do
  fault "the compiler has something to say about ${log##*/}:"
  head -n 20 "$log"
done

# ---- what runs ----------------------------------------------------------------------------------

# link PROGRAM OBJECT...: statically, so that it needs no library of the other machine
link() {
  "$cxx" "${@:2}" "$work/runtime.a" "$library" -static -pthread -o "$1" >"$1.log" 2>&1 && return
  fault "${1##*/} is not linked: $(grep -m 5 -E 'error|undefined' "$1.log")"
  return 1
}
mapfile -t objects < <(objects_of "${sources[@]}")
"$processor-linux-gnu-ar" qcsD "$work/runtime.a" "${objects[@]}" || exit 1
mapfile -t objects < <(objects_of "${tests[@]}" third_party/doctest/doctest_main.cc)
if link "$work/units" "${objects[@]}"; then
  timeout -k 5 300 "$emulator" "$work/units" >"$work/units.out" 2>&1 ||
    { fault "the tests of the parts: exit $?"; head -c 20000 "$work/units.out"; }
  tail -n 3 "$work/units.out"
fi
for program in "${programs[@]}"; do
  mapfile -t objects < <(objects_of "$work/translated/$program.cc")
  link "$work/$program" "${objects[@]}" || continue
  for mode in serial threads-1 threads-2 threads-4 processes sim; do
    settings=(MENTAT_MODE="${mode%-*}")
    [[ $mode != threads-* ]] || settings+=(MENTAT_WORKERS="${mode#threads-}")
    env "${settings[@]}" timeout -k 5 120 "$emulator" "$work/$program" </dev/null >"$work/out" 2>"$work/err" ||
      { fault "$program in mode $mode: exit $?"; head -n 20 "$work/err"; }
    diff -u --label expected --label "printed in mode $mode" "tests/conformance/$program.expected" "$work/out" ||
      fault "$program in mode $mode"
  done
done
# What the kernel says of its pages is used, as 64 KiB on some aarch64. (qemu protects pages of 4 KiB all the same.)
MENTAT_MODE=threads timeout -k 5 120 \
  "$emulator" -p 65536 "$work/guard_suspended" </dev/null >"$work/out" 2>"$work/err" &&
  cmp -s "$work/out" tests/conformance/guard_suspended.expected ||
  fault "with pages of 64 KiB: $(head -n 5 "$work/err")"
timeout -k 5 120 "$emulator" -p 65536 "$work/units" -tc='the memory below a stack*' >"$work/out" 2>&1 ||
  fault "the stack of a fiber with pages of 64 KiB: $(cat "$work/out")"
if foreign_libraries "$architecture" "$work/libraries" libzmq5 libsodium23 >"$work/libraries.log" 2>&1; then
  session_of_two "$work/libraries"
else
  echo "no session: the libraries of $architecture cannot be had: $(tail -n 1 "$work/libraries.log")"
fi
echo "$processor: ${#sources[@]} sources, ${#tests[@]} tests of parts, ${#programs[@]} programs"
exit $failed
