#!/bin/bash
# mentat launch --via: any command that runs something elsewhere. Here it runs it on this machine, or in a network namespace.
#   via_test.sh HELLO SURVIVOR      MENTAT_KILLS_OF_TEST: runs in which a random process is killed
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
cd "$work" || exit 1
printf '#!/bin/sh\nexec "%s" "$@"\n' "$mentat" >mentat
chmod +x mentat
export PATH=$work:$PATH
locally='HOST={host} exec' # the shell that --via starts becomes the command
launch_by() { "$mentat" launch --listen=tcp://127.0.0.1:0 --via="$@"; }
launch() { launch_by "$locally" "$@"; }

# ---- three hosts: all are up, run the program, and leave nothing behind
expect 0 launch --hosts=h2,h3 -- "$hello"
says 'Hello, world'
complains 'mentat: --via, 3 hosts in session launch-'
grep -qE 'this one( +h[23] [0-9.]+ s){2}$' "$work/err" || fault 'it does not say how long each host took'
eventually nothing_left
printf '# two hosts\nh2 slots=1\nhost h3:2\n' >hosts
expect 0 launch --hostfile=hosts --json -- "$hello"
grep -q '"up": true' "$work/err" || fault 'there is no JSON'
expect 0 launch --hosts=h2 -- sh -c '"$0" list hosts' "$mentat"
says '^2 +h2 +up'
expect 7 launch --hosts=h2 -- sh -c 'exit 7'
expect 137 launch --hosts=h2 -- sh -c 'kill -9 $$'
complains 'was ended by signal 9'
eventually nothing_left

# ---- what a shell prints does not disturb; what it says is shown when it fails
expect 0 launch_by 'echo Welcome to {host}; echo loading modules >&2; exec' --hosts=h2 --all-hosts -- "$hello"
says 'Hello, world'
expect 0 launch_by '[ {host} = h3 ] && echo no such machine >&2 && exit 3; exec' --hosts=h2,h3 -- "$hello"
says 'Hello, world'
complains 'h3 is not there: ended with status 3; it printed: no such machine; the command was: sh -c '
complains '2 hosts in session'
expect 1 launch_by 'exit 3; echo {host}' --hosts=h2 --all-hosts -- "$hello"
complains 'does not begin without all hosts'
expect 0 launch_by 'sleep 100 & echo $! >held; [ {host} ] && exit 4; exec' --hosts=h2 -- "$hello" # as a master of ssh, it keeps the streams open
complains 'h2 is not there: ended with status 4'
kill "$(cat held)"
expect 0 launch --remote-mentat=/no/such/mentat --hosts=h2 -- "$hello"
complains 'there is no `/no/such/mentat` there; --remote-mentat names its path'
ends() { # COMMAND CAUSE: a command that fails for that cause ends while the program still runs, and with it what it has begun
  expect 0 launch_by "echo \$\$ >given_up; $1 {host}; sleep 1000; echo" --within=1 --hosts=h2 -- \
    sh -c 'for i in $(seq 100); do kill -0 "-$(cat given_up)" 2>/dev/null || exit 0; sleep 0.1; done; exit 9'
  complains "h2 is not there: $2"
}
ends 'echo' 'it did not answer within 1 s'
ends 'trap "" TERM; echo' 'it did not answer within 1 s'
ends yes 'it has printed 64 lines and no greeting'
ends 'trap "" TERM; yes' 'it has printed 64 lines and no greeting'
expect 0 launch_by 'head -c 1000000 /dev/zero; echo MENTAT-HELLO {host}; exec' --hosts=h2 -- "$hello"
eventually nothing_left

# ---- wrong usage
for wrong in '' '--hosts=h2' 'sshd --hosts=h2' 'ssh' 'ssh --via=x{host} --hosts=h2' 'ssh --hosts=-oX=1' 'ssh --hosts=h2 --hostfile=hosts' \
  'ssh --hostfile=none' 'ssh --hosts=h2 --within=0' 'ssh --hosts=h2 --listen=nowhere' '--via=nobody --hosts=h2' 'ssh --hosts=' 'ssh --hosts=h2 --name=a;b'; do
  expect 2 "$mentat" launch $wrong -- "$hello"
done
expect 2 "$mentat" launch ssh --hosts=h2
expect 127 launch --hosts=h2 -- no-such-program
expect 126 launch --hosts=h2 -- /etc/hostname
expect 1 "$mentat" launch --via="$locally" --listen=tcp://203.0.113.1 --hosts=h2 -- "$hello"
complains 'not an address of this machine'
expect 0 "$mentat" launch ssh --hosts=kim@h2:3 --dry-run -- "$hello"
says "^ssh -o BatchMode=yes -o ConnectTimeout=10 kim@h2 'mentat start --lease stdin --listen auto --join - --name h2 --session launch-[0-9a-f]{8}-2 --cores 3'$"
expect 0 launch --hosts=h2 --dry-run --json -- "$hello"
says '"commands": \['
nothing_left || fault 'a dry run leaves something behind'

# ---- signals and kills while the program runs
begin() { # STATUS-FILE COMMAND...
  : >running
  "$@" "$survivor" long >printed 2>running </dev/null &
  runs=$!
  eventually grep -q running running
}
begin launch --hosts=h2,h3 --
shows_no_key
kill -TERM $runs
wait $runs
[ $? -ge 128 ] || fault 'SIGTERM is not the end'
eventually nothing_left
begin launch --hosts=h2,h3 --
kill -9 $runs
wait $runs 2>/dev/null
eventually nothing_left

# ---- any process is killed at any time: nothing is left behind
for ((run = 0; run < ${MENTAT_KILLS_OF_TEST:-6}; ++run)); do
  begin launch --hosts=h2,h3 --
  victim=$(some_process $run)
  what=$(cat "/proc/$victim/comm" 2>/dev/null)
  kill -9 "$victim" 2>/dev/null
  [ $((run % 2)) = 0 ] && kill -9 $runs 2>/dev/null
  wait $runs 2>/dev/null
  eventually nothing_left
  [ "$failures" = 0 ] || { echo "run $run, in which $what was killed"; break; }
done
finish
