#!/bin/bash
# A user who makes the folder of another user's session first gets nothing from that user's programs and commands: not a byte, no descriptor.
# The hostile daemon runs as another user; so this test needs root.
#   doors_test.sh IMPOSTOR PROGRAM
impostor=$(realpath "${1:?the hostile daemon}")
program=$(realpath "${2:?a Mentat program}")
source "$PWD/tests/hosts/harness.sh"
if [ "$(id -u)" -ne 0 ]; then
  echo "SKIPPED: two users are needed, and only root can be both"
  exit 0
fi
user=65534
public=$(mktemp -d /tmp/mentat-doors.XXXXXX) # where the other user can make something, as in /tmp
chmod 1777 "$public"
others=()
trap 'kill "${others[@]}" 2>/dev/null; rm -rf "$public"' EXIT

# The hostile daemon at a folder, as that user.
pose() { # UID FOLDER [MODE]
  : >"$work/heard"
  "$impostor" "$@" >"$work/heard" 2>&1 &
  others+=($!)
  eventually grep -q ready "$work/heard"
}
# Every client refuses with that text, and nothing has arrived.
all_refuse() { # TEXT COMMAND-PREFIX...
  local text=$1 verb
  shift
  for verb in status stop 'stop --all' invite 'list hosts' 'list programs'; do
    expect 1 "$@" "$mentat" $verb
    complains "$text"
  done
  expect 125 "$@" MENTAT_MODE=cluster "$program"
  complains "$text"
  expect 125 "$@" MENTAT_MODE=cluster "$mentat" run "$program"
  complains "$text"
  if grep -q 'bytes=[1-9]' "$work/heard"; then fault "something was sent: $(cat "$work/heard")"; fi
}
at() { echo "env XDG_RUNTIME_DIR= MENTAT_ADDRESS=$1"; }

# ---- the folder of the session in a place like /tmp, made by another user
pose $user "$public/a/default"
all_refuse "belongs to user $user" $(at "$public/a/default")

# ---- his session's folder, ours above it
mkdir -m 700 "$public/b"
mkdir "$public/b/default" && chown $user "$public/b/default"
chmod 711 "$public/b"
pose $user "$public/b/default"
all_refuse 'only you can enter' $(at "$public/b/default")

# ---- his socket in a folder of ours that he could enter for a while
mkdir -m 777 "$public/c"
pose $user "$public/c"
chmod 700 "$public/c"
all_refuse 'only you can use' $(at "$public/c")

# ---- a socket that is ours by its owner, with a foreign listener
mkdir -m 777 "$public/d"
pose $user "$public/d"
chown 0 "$public/d/control" && chmod 700 "$public/d/control" "$public/d"
all_refuse 'a process of another user listens' $(at "$public/d")

# ---- a link instead of the folder, and instead of the socket
mkdir -m 700 "$public/e"
pose 0 "$public/e/own" 0700
ln -s "$public/e/own" "$public/e/link"
all_refuse 'only you can enter' $(at "$public/e/link")
mkdir -m 700 "$public/e/second"
ln -s "$public/e/own/control" "$public/e/second/control"
all_refuse 'only you can use' $(at "$public/e/second")

# ---- a link of his on the way to a folder of ours
ln -s "$public/e" "$public/way"
chown -h $user "$public/way"
all_refuse "belongs to user $user" $(at "$public/way/own")

# ---- our own folder and daemon, with a wrong mode; others can exchange it
chmod 750 "$public/e/own"
all_refuse 'chmod 700' $(at "$public/e/own")
chmod 700 "$public/e/own"
chmod 777 "$public/e"
all_refuse 'others can write in the folder' $(at "$public/e/own")

# ---- the usual places
runtime=$public/runtime
mkdir -m 711 "$runtime" && mkdir -m 777 "$runtime/mentat"
pose $user "$runtime/mentat/default"
all_refuse 'others can write in the folder' env MENTAT_ADDRESS= XDG_RUNTIME_DIR="$runtime"
rm -rf "$runtime"
mkdir -m 700 "$runtime"
ln -s "$public/a" "$runtime/mentat" && chown -h $user "$runtime/mentat"
all_refuse "belongs to user $user" env MENTAT_ADDRESS= XDG_RUNTIME_DIR="$runtime"
expect 1 env XDG_RUNTIME_DIR="$runtime" "$mentat" start
complains 'only you can enter'
expect 125 env XDG_RUNTIME_DIR="$runtime" MENTAT_MODE=processes "$program"
complains 'only you can enter'
# ---- the folder of all sessions is not ours: the error names the cause and the remedy
runs_nowhere() { # TEXT
  for verb in status stop start; do
    expect 1 env MENTAT_ADDRESS= XDG_RUNTIME_DIR="$runtime" "$mentat" $verb
    complains "$runtime/mentat is "
    complains "$1"
  done
  for mode in processes cluster; do
    expect 125 env MENTAT_ADDRESS= XDG_RUNTIME_DIR="$runtime" MENTAT_MODE=$mode "$program"
    complains "$runtime/mentat is "
    complains "$1"
  done
}
rm "$runtime/mentat" && touch "$runtime/mentat"
runs_nowhere 'a file'
runs_nowhere 'remove it'
rm "$runtime/mentat" && ln -s "$work" "$runtime/mentat"
runs_nowhere 'it is a symbolic link; remove it'
rm "$runtime/mentat" && mkdir -m 755 "$runtime/mentat"
runs_nowhere "others can; remove it, or: chmod 700 $runtime/mentat"
chown $user "$runtime/mentat"
runs_nowhere "it belongs to user $user, not to you (user $(id -u)), who can remove it, as root can; or set XDG_RUNTIME_DIR"
rm -rf "$runtime/mentat"

chown $user "$runtime"
expect 0 env XDG_RUNTIME_DIR="$runtime" MENTAT_LOG=info MENTAT_MODE=threads "$program"
complains "belongs to user $user, not to you (user $(id -u)); /tmp/mentat-$(id -u) is used instead"

# ---- logs of somebody else are not shown
mkdir -p "$public/state/mentat/sessions/20260101T000000Z-default"
echo 'planted' >"$public/state/mentat/sessions/20260101T000000Z-default/host.log"
chown -R $user "$public/state"
expect 1 env XDG_STATE_HOME="$public/state" "$mentat" logs
complains "belongs to user $user"
finish
