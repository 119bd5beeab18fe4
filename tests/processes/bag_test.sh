#!/bin/bash
# Workers are killed while they hold a job of a bag: each job is done, none twice (docs/spaces.md).
#   bag_test.sh BAG
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_LOG=error
mkdir -m 700 r marks
printed=$("$program" 1000 50 marks 2>errors </dev/null)
status=$?
wanted='results 999000, jobs 499500, 0 results and 0 jobs are left'
killed=$(ls marks | wc -l)
[ $status -eq 0 ] && [ "$printed" = "$wanted" ] && [ "$killed" -eq 20 ] && exit 0
echo "status $status, $killed processes killed instead of 20, printed '$printed'"
cat errors
exit 1
