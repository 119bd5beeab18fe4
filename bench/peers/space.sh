#!/bin/bash
# The rows of `./mentat bench space --peers`: a tuple space in one process, then between processes, each beside other systems.
#   bench/peers/space.sh BUILT PEERS [--smoke]
# BUILT has the program `space`, PEERS what bench/peers/build.sh made. Status 1: a program failed.
set -u
built=$1 peers=$2
shift 2
failed=0

rows() { # SYSTEM PROGRAM ARGUMENT...
  local system=$1 printed row us
  shift
  if ! printed=$("$@" </dev/null); then
    echo "$system: it failed" >&2
    failed=1
  fi
  [ -n "$printed" ] || return
  while read -r row us; do printf '%-30s %-8s %12s\n' "$row" "$system" "$us"; done <<<"$printed"
}
peer() { # SYSTEM ARGUMENT...
  local system=$1
  shift
  if [ -e "$peers/space_$system" ]; then
    rows "$system" "$peers/space_$system" "$@"
  else
    echo "$system is skipped: $(cat "$peers/space_$system.skipped")"
  fi
}

printf '%-30s %-8s %12s\n' row system 'us'
MENTAT_MODE=threads rows mentat "$built/space" "$@"
peer tbb "$@"
MENTAT_MODE=processes MENTAT_PROCESSES=3 MENTAT_PLACEMENT=elsewhere rows mentat "$built/space" --elsewhere "$@"
peer redis "$@"
peer rinda "$@"
exit $failed
