#!/bin/bash
# A scatter of fewer elements than objects is a warning, once.
#   warnings_test.sh GROUPS
set -u
for mode in serial threads processes; do
  warnings=$(MENTAT_MODE=$mode MENTAT_LOG=warn "$1" 2>&1 >/dev/null | grep 'mentat::group::scatter')
  [[ $warnings == *'mentat::group::scatter: 5 elements for a group of 6: the last objects get empty blocks (called at '*'groups.mpl.cc:'[0-9]*')'* &&
    $(wc -l <<<"$warnings") -eq 1 ]] && continue
  echo "in mode $mode: $warnings"
  exit 1
done
[ -z "$(MENTAT_MODE=threads MENTAT_LOG=error "$1" 2>&1 >/dev/null)" ]
