#!/bin/bash
# mentat launch ssh, with real sshd of an ordinary configuration on loopback addresses.
#   ssh_test.sh HELLO SURVIVOR
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
sshd=$(PATH=$PATH:/usr/sbin command -v sshd) && command -v ssh >/dev/null || {
  echo 'SKIPPED: openssh-server and openssh-client are not installed'
  exit 0
}
cd "$work" || exit 1
port=$((20000 + RANDOM % 10000))

# ---- three sshd, each with its own address, and a client that knows them
ssh-keygen -q -t ed25519 -N '' -f host_key
ssh-keygen -q -t ed25519 -N '' -f user_key
ssh-keygen -q -t ed25519 -N '' -f wrong_key
cp user_key.pub authorized_keys
[ "$(id -u)" = 0 ] && mkdir -p /run/sshd
serve() { # NUMBER LINE...: an sshd at 127.0.0.NUMBER
  {
    printf '%s\n' "ListenAddress 127.0.0.$1" "Port $port" "HostKey $work/host_key" "AuthorizedKeysFile $work/authorized_keys" \
      "PidFile $work/sshd.$1.pid" 'UsePAM no' 'StrictModes no' "SetEnv XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$XDG_STATE_HOME XDG_CACHE_HOME=$work/cache"
    [ $# -gt 1 ] && printf '%s\n' "${@:2}"
  } >"sshd_config.$1"
  OWN_OF_TEST=1 "$sshd" -f "$work/sshd_config.$1" -E "$work/sshd.$1.log" || { echo "SKIPPED: sshd does not start here: $(cat "sshd.$1.log")"; exit 0; }
  printf '[127.0.0.%s]:%s %s\n' "$1" "$port" "$(cat host_key.pub)" >>known_hosts
}
stop_servers() { cat sshd.*.pid 2>/dev/null | xargs -r kill; }
trap stop_servers EXIT
serve 2
serve 3
# Its shell talks before and after it has started the command, as that of a user with a full .bashrc.
serve 4 "ForceCommand sh -c 'echo Welcome; echo loading modules >&2; eval \"\$SSH_ORIGINAL_COMMAND\"; echo bye'"
printf '%s\n' 'Host *' "  Port $port" "  IdentityFile $work/user_key" "  UserKnownHostsFile $work/known_hosts" '  IdentitiesOnly yes' >client_config
mkdir bin
real_ssh=$(command -v ssh)
printf '#!/bin/sh\nexec %s -F %s "$@"\n' "$real_ssh" "$work/client_config" >bin/ssh
chmod +x bin/ssh
export PATH=$work/bin:$PATH
launch() { "$mentat" launch ssh --remote-mentat="$mentat" "$@"; }
if ! ssh -o BatchMode=yes 127.0.0.2 true 2>err; then
  echo "SKIPPED: this user cannot log in to an sshd of its own: $(cat err)"
  exit 0
fi

# ---- three hosts
expect 0 launch --all-hosts --hosts=127.0.0.2,127.0.0.3,127.0.0.4 -- "$hello"
says 'Hello, world'
complains '4 hosts in session'
sed -n 's/^mentat: ssh, //p' err
eventually nothing_left
expect 0 launch --all-hosts --hosts="$(id -un)@127.0.0.2" -- sh -c '"$0" list hosts' "$mentat"
says '^2 +127.0.0.2 +up'

# ---- hosts without Mentat get a copy of this one, once; three of them share a home
bring() { "$mentat" launch ssh --bring "$@"; }
expect 0 bring --all-hosts --hosts=127.0.0.2,127.0.0.3,127.0.0.4 -- "$hello"
says 'Hello, world'
eventually nothing_left
copies() { ls -d "$work"/cache/mentat/*/*; }
copies | grep -q '/copy$' || fault "there is no copy: $(copies)"
[ "$(copies | wc -l)" = 2 ] || fault "copies that nobody needs: $(copies)"
[ "$(find "$work/cache" -perm /077 ! -type l | wc -l)" = 0 ] || fault 'others may read the copy'
ls -lR "$work/cache" >first
expect 0 bring --all-hosts --hosts=127.0.0.2 -- "$hello"
says 'Hello, world'
ls -lR "$work/cache" | cmp -s - first || fault 'a host that has the copy has got another one'
eventually nothing_left
rm -rf "$work/cache"
expect 1 env XDG_CACHE_HOME="$work/full" "$mentat" launch --bring --all-hosts --via ': {host}; ulimit -f 100;' --hosts=n2 -- "$hello"
complains 'the copy of Mentat did not arrive'
[ -z "$(find "$work/full" -type f)" ] || fault "a copy that did not arrive has left files: $(find "$work/full")"
expect 1 env -u XDG_CACHE_HOME "$mentat" launch --bring --all-hosts --via ': {host}; unset HOME;' --hosts=n2 -- "$hello"
complains 'HOME: is not set'
expect 2 bring --remote-mentat=x --hosts=127.0.0.2 -- "$hello"
complains 'exclude each other'

# ---- a configuration for people, which forwards things, wants a terminal and has a command of its own
cp client_config plain_config
OWN_OF_TEST=1 python3 -c 'import socket, sys; door = socket.create_server(("127.0.0.1", int(sys.argv[1]) + 1)); print("listens", flush=True); sys.stdin.read()' $port \
  >taken 2>&1 < <(OWN_OF_TEST=1 exec sleep infinity) &
taken=$!
eventually grep -q listens taken
printf '  %s\n' 'ForwardAgent yes' 'ForwardX11 yes' 'ExitOnForwardFailure yes' "LocalForward 127.0.0.1:$((port + 1)) 127.0.0.1:$port" \
  'RequestTTY force' 'RemoteCommand echo not this one' >>client_config
case $(ssh -V 2>&1) in
  OpenSSH_[1-7].* | OpenSSH_8.[0-6]*) ;;
  *) printf '  %s\n' 'StdinNull yes' 'ForkAfterAuthentication yes' 'SessionType none' >>client_config ;;
esac
printf '#!/bin/sh\n[ -n "${SSH_AUTH_SOCK:-}" ] && echo agent >forwarded\n[ -t 0 ] && echo terminal >forwarded\nexec "%s" "$@"\n' "$mentat" >asked_mentat
sed -i "s|>forwarded|>$work/forwarded|g" asked_mentat
chmod +x asked_mentat
expect 0 ssh-agent "$mentat" launch ssh --remote-mentat="$work/asked_mentat" --all-hosts --hosts=127.0.0.2,127.0.0.3 -- "$hello"
says 'Hello, world'
[ -e forwarded ] && fault "something is forwarded: $(cat forwarded)"
kill $taken
mv plain_config client_config
eventually nothing_left

# ---- what can be wrong with a host is said, and the others go on
expect 0 launch --hosts=127.0.0.2,127.0.0.5 -- "$hello"
says 'Hello, world'
complains '127.0.0.5 is not there: ended with status 255; it printed: ssh: connect to host 127.0.0.5'
complains '2 hosts in session'
sed -i '/^\[127.0.0.3\]/d' known_hosts
expect 0 launch --hosts=127.0.0.3 -- "$hello"
complains 'Host key verification failed'
cp wrong_key.pub authorized_keys
expect 0 launch --hosts=127.0.0.2 -- "$hello"
complains 'Permission denied'
cp user_key.pub authorized_keys
expect 0 "$mentat" launch ssh --remote-mentat=no-such-mentat --hosts=127.0.0.2 -- "$hello"
complains 'there is no `no-such-mentat` there; --remote-mentat names its path'
OWN_OF_TEST=1 python3 - $port >listens 2>&1 <<'END' &
import socket, sys, time
door = socket.create_server(("127.0.0.6", int(sys.argv[1])))
print("listens", flush=True)
kept = [door.accept() for _ in range(1)]
time.sleep(60)
END
silent=$!
eventually grep -q listens listens
expect 1 launch --within=2 --all-hosts --hosts=127.0.0.6 -- "$hello"
complains '127.0.0.6 is not there: it did not answer within 2 s'
kill $silent
wait $silent 2>/dev/null
eventually nothing_left

# ---- the launcher is killed: no process is left on any host
"$mentat" launch ssh --remote-mentat="$mentat" --hosts=127.0.0.2,127.0.0.4 -- "$survivor" forever >printed 2>running </dev/null &
runs=$!
eventually grep -q running running
shows_no_key
kill -9 $runs
wait $runs 2>/dev/null
eventually nothing_left
pgrep -f "$work/client_config" >/dev/null && fault 'a client of ssh is left'

# ---- an ssh dies: its host leaves, and the program goes on
: >running
"$mentat" launch ssh --remote-mentat="$mentat" --hosts=127.0.0.2,127.0.0.4 -- "$survivor" until "$work/over" >printed 2>running </dev/null &
runs=$!
eventually grep -q running running
kill -9 "$(pgrep -f "ssh -F $work/client_config .*127.0.0.2" | head -n 1)"
: >over
wait $runs || fault "survivor ended with status $?: $(cat running)"
[ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
grep -q 'host 127.0.0.2 is gone: its command was ended by signal 9' running || fault "nothing is said of the host: $(cat running)"
eventually nothing_left
finish
