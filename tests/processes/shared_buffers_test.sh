#!/bin/bash
# Large buffers between the processes of a host: shared, read-only, and nothing left when a process is killed.
#   shared_buffers_test.sh SHARED_BUFFERS
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_LOG=error
export MENTAT_PLACEMENT=elsewhere
mkdir -m 700 r
failed=0

expect() { # what, expected output, arguments
  local what=$1 wanted=$2
  shift 2
  local printed
  printed=$(timeout 100 "$program" "$@" 2>errors </dev/null)
  local ended=$?
  [ $ended -eq 0 ] || failed=1
  [[ $printed == $wanted ]] || failed=1
  [ $failed -eq 0 ] && return
  echo "$what: exit status $ended: $(<errors): printed
$printed
instead of
$wanted"
  exit 1
}
expect 'arguments and results' "elsewhere: 1; in blocks: 1 0
argument of an object: 1 1 1, once: 1
sums: 1 1 2.14778e+09
argument of a regular class: 1 1
two arguments: 0
results: 1 1 1, 1 1 1" share
# No memory is kept for further buffers, which are counted.
export MENTAT_LIMITS__KEPT_MEMORY=1
expect 'the maker of a buffer is killed' "shared: 1
object_lost
sums: 1 1, handed on: 1
left there: 0
left: 0" maker_dies
expect 'a reader of a buffer is killed' "sums: 6
left: 0" reader_dies "$PWD/died"
[ -e died ] || { echo 'nothing died'; exit 1; }
MENTAT_IM__ISOLATION=process expect 'no memory is used again' 'right: 1, kept: 1, files: all' again "$PWD/died_again"
unset MENTAT_LIMITS__KEPT_MEMORY
rm died_again
MENTAT_IM__ISOLATION=process expect 'memory is used again' 'right: 1, kept: 1, files: fewer' again "$PWD/died_again"
[ -e died_again ] || { echo 'nothing died'; exit 1; }
expect 'a function writes into a buffer' "*ended with status 125*
unchanged: 1" write
explained='mentat: shelf::overwrite (.*shared_buffers.mpl.cc:[0-9]*) wrote to a mentat::buffer in process [0-9]*: buffers'
[ "$(grep -c "^$explained are immutable, " errors)" = 1 ] || { echo "the write is not explained: $(<errors)"; exit 1; }
timeout 100 "$program" write_own >printed 2>errors </dev/null
[ $? = 125 ] && [ ! -s printed ] && grep -q '^mentat: main wrote to a mentat::buffer in process ' errors ||
  { echo "the write of main is not explained: $(<errors)"; exit 1; }
MENTAT_LOG=warn expect 'more buffers than can be shared' 'right: 1, shared: some' many
[ "$(grep -c fixed.shared_blocks errors)" = 1 ] || { echo "the limit is named in: $(<errors)"; exit 1; }
MENTAT_LOG=warn MENTAT_LIMITS__MEMORY=64MiB expect 'more memory than limits.memory' 'right: 1, shared: some' many
[ "$(grep -c 'a large buffer is copied .* limits.memory is reached' errors)" = 1 ] ||
  { echo "the limit of memory is named in: $(<errors)"; exit 1; }
(ulimit -n 64 && expect 'few descriptors' 'right: 1, shared: some' many) || exit 1
# The network alone: bytes.
MENTAT_MMPS__TRANSPORTS=zmq expect 'over the network' 'right: 1, shared: *' many
echo 'shared, read-only, and nothing left'
