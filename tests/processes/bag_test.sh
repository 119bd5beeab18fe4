#!/bin/bash
# Workers are killed while they hold a job of a bag: each job is done, none twice (docs/spaces.md).
#   bag_test.sh BAG
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_LOG=error
mkdir -m 700 r
for where in '' everywhere; do
  mkdir marks$where
  # shellcheck disable=SC2086
  printed=$("$program" 1000 50 marks$where $where 2>errors </dev/null)
  status=$?
  wanted='results 999000, jobs 499500, 0 results and 0 jobs are left'
  killed=$(ls marks$where | wc -l)
  if [ $status -ne 0 ] || [ "$printed" != "$wanted" ] || [ "$killed" -ne 20 ]; then
    echo "$where: status $status, $killed processes killed instead of 20, printed '$printed'"
    cat errors
    exit 1
  fi
done

# A full space is an error that names the limit, in every mode, and no wait without end. The log sums up the lines of
# the 900 operations that fail.
for mode in serial threads adversarial processes; do
  for limit in SPACE_TUPLES=100 SPACE_MEMORY=2KiB; do
    for where in '' everywhere; do
      # shellcheck disable=SC2086
      if printed=$(env MENTAT_LOG=warn MENTAT_MODE=$mode MENTAT_LIMITS__$limit timeout 60 "$program" 1000 2000 marks \
          $where 2>errors </dev/null); then
        echo "$mode, $limit $where: no error, printed '$printed'"
        exit 1
      fi
      name=limits.$(echo "${limit%=*}" | tr A-Z a-z)
      if ! grep -q "$name" errors; then
        echo "$mode, $limit $where: the error does not name $name:"
        cat errors
        exit 1
      fi
      [ -n "$where" ] && continue  # there each 'out' waits
      if [ "$(grep -c 'nobody uses' errors)" -gt 12 ] || ! grep -q '[0-9]* times more: mentat::space::out' errors; then
        echo "$mode, $limit: the log does not sum up the lines of failing operations:"
        cat errors
        exit 1
      fi
    done
  done
done

# A program that makes and destroys spaces, and never waits, keeps none.
for mode in serial threads processes; do
  printed=$(MENTAT_MODE=$mode MENTAT_WORKERS=1 MENTAT_LIMITS__OBJECTS=100 timeout 60 "$program" 5000 2>errors </dev/null)
  if [ "$printed" != '5000 spaces' ]; then
    echo "$mode: destroyed spaces live, printed '$printed'"
    cat errors
    exit 1
  fi
done
exit 0
