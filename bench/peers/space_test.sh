#!/bin/bash
# `./mentat bench space --peers` prints its own rows, those of the peers that are there, and a line for each that is not.
#   space_test.sh SPACE_SH SPACE
set -u
script=$1 built=$(dirname "$2") peers=$TEST_TMPDIR/peers
mkdir "$peers"
failures=0
check() { grep -q "$1" "$TEST_TMPDIR/printed" || { echo "no line has '$1'"; failures=$((failures + 1)); }; }

printf '#!/bin/sh\nprintf "out_in\\t0.0500\\n"\n' >"$peers/space_tbb"
chmod +x "$peers/space_tbb"
for peer in redis rinda; do echo 'the package is missing' >"$peers/space_$peer.skipped"; done
"$script" "$built" "$peers" --smoke >"$TEST_TMPDIR/printed" || failures=$((failures + 1))
check '^out_in  *mentat  *[0-9.]*$'
check '^ping_pong_elsewhere  *mentat  *[0-9.]*$'
check '^out_in  *tbb  *0.0500$'
check '^redis is skipped: the package is missing$'
check '^rinda is skipped: the package is missing$'

printf '#!/bin/sh\nexit 3\n' >"$peers/space_tbb"
"$script" "$built" "$peers" --smoke >"$TEST_TMPDIR/printed" 2>&1 && { echo 'a peer that fails is no success'; failures=$((failures + 1)); }
check '^tbb: it failed$'
cat "$TEST_TMPDIR/printed"
[ $failures -eq 0 ]
