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
printf '%s\nh2\nh2\n' "$(hostname)" >hosts # as of a batch system
expect 0 launch --hostfile=hosts -- "$hello"
complains 'mentat: --via, 2 hosts in session launch-'
hostname >hosts
expect 2 launch --hostfile=hosts -- "$hello"
complains 'names only this host'
expect 0 launch --hosts=h2 -- sh -c '"$0" list hosts' "$mentat"
says '^2 +h2 +up'
expect 7 launch --hosts=h2 -- sh -c 'exit 7'
expect 137 launch --hosts=h2 -- sh -c 'kill -9 $$'
complains 'was ended by signal 9'
eventually nothing_left

# ---- more hosts than invitations may be open at a time, and than descriptors are allowed at first
many=$(seq -s, -f "h%g" 2 67)
expect 0 bash -c 'ulimit -Sn 256; exec "$@"' sh "$mentat" launch --listen=tcp://127.0.0.1:0 --via="$locally" --within=60 --all-hosts --hosts="$many" -- \
  sh -c '"$0" list hosts | grep -c tcp:' "$mentat"
says "^67$"
eventually nothing_left

# ---- what a shell prints does not disturb; what it says is shown when it fails
expect 0 launch_by 'echo Welcome to {host}; echo loading modules >&2; exec' --hosts=h2 --all-hosts -- "$hello"
says 'Hello, world'
expect 0 launch_by '[ {host} = h3 ] && echo no such machine >&2 && exit 3; exec' --hosts=h2,h3 -- "$hello"
says 'Hello, world'
complains 'h3 is not there: ended with status 3; it printed: no such machine; the command was: sh -c '
complains '2 hosts in session'
expect 0 launch_by 'head -c 60000 /dev/zero >&2; echo >&2; printf "the reason" >&2; exit 140; echo {host}' --hosts=h2 -- "$hello"
complains 'h2 is not there: ended with status 140; it printed: '
complains '| the reason; the command was'
expect 1 launch_by 'exit 3; echo {host}' --hosts=h2 --all-hosts -- "$hello"
complains 'does not begin without all hosts'
expect 0 launch_by 'sleep 100 & echo $! >held; [ {host} ] && exit 4; exec' --hosts=h2 -- "$hello" # it keeps the streams open
complains 'h2 is not there: ended with status 4'
eventually gone "$(cat held)"
expect 0 launch --remote-mentat=/no/such/mentat --hosts=h2 -- "$hello"
complains 'there is no `/no/such/mentat` there; --remote-mentat names its path'
ends() { # SECONDS COMMAND CAUSE: a command that fails for that cause ends while the program still runs, and with it what it has begun
  expect 0 launch_by "echo \$\$ >given_up; $2" --within="$1" --hosts=h2 -- \
    sh -c 'for i in $(seq 100); do kill -0 "-$(cat given_up)" 2>/dev/null || exit 0; sleep 0.1; done; exit 9'
  complains "h2 is not there: $3"
}
ends 1 'echo {host}; sleep 1000; echo' 'it did not answer within 1 s'
ends 1 'trap "" TERM; echo {host}; sleep 1000; echo' 'it did not answer within 1 s'
ends 1 'sh -c '\''trap "" TERM; while :; do sleep 1; done'\''; echo {host}' 'it did not answer within 1 s' # its shell ends
ends 9 'yes {host}; echo' 'it has printed 64 lines and no greeting'
ends 9 'trap "" TERM; yes {host}; echo' 'it has printed 64 lines and no greeting'
invites='for i in $(seq 70); do mentat invite --session "$(basename "$XDG_RUNTIME_DIR"/mentat/launch-????????)"; done >/dev/null 2>&1; [ {host} ]; exec'
ends 60 "$invites" 'fixed.invitations'
expect 0 launch_by 'head -c 1000000 /dev/zero; echo MENTAT-HELLO {host}; exec' --hosts=h2 -- "$hello" # it is one line, of noise
complains '2 hosts in session'
expect 0 launch_by 'echo MENTAT-HELLO {host}; exec' --hosts=h2 -- "$hello"
complains 'h2 is not there: the line MENTAT-HELLO holds no object'
expect 0 launch_by "printf '%s %s\n' MENTAT-HELLO '{\"v\":2,\"key\":\"$(printf 'a%.0s' {1..64})\",\"build\":\"9.8.7\"}'; echo {host}" --hosts=h2 -- "$hello"
complains 'h2 is not there: it has Mentat 9.8.7, and this host '
expect 0 launch_by 'printf "(base) "; [ {host} ]; exec' --all-hosts --hosts=h2 -- "$hello" # a line that is not finished
complains '2 hosts in session'
lies='f() { "$@" | sed -u "s/\"host\":[0-9]*/\"host\":1/"; }; echo {host}; f'
expect 0 launch_by "$lies" --hosts=h2 -- "$hello"
complains 'h2 is not there: it says that it is host 1 of the session, and is not'
expect 0 launch_by 'f() { (trap "" TERM INT HUP; "$@"; while :; do sleep 1; done); echo; }; echo {host}; f' --all-hosts --hosts=h2 -- "$hello"
eventually nothing_left

# ---- a host that is drained has left for that reason
expect 0 launch --hosts=h2 -- sh -c '"$0" drain h2 --why="new kernel" && for i in $(seq 100); do grep -q "is gone" err && exit 0; sleep 0.1; done; exit 9' "$mentat"
complains 'host h2 is gone: its command ended with status 0 (host h2 was drained: new kernel)'
eventually nothing_left

# ---- the lease of a host ends while it waits for the answer of the founder
mkfifo lease
"$mentat" start --lease stdin --join - --name h2 --listen tcp://127.0.0.1:0 <lease >greeted 2>&1 &
joins=$!
exec 8>lease
eventually grep -q MENTAT-HELLO greeted
printf 'MENTAT-WELCOME {"key":"%s","at":["tcp://127.0.0.1:1"]}\n' "$(printf 'a%.0s' {1..64})" >&8
exec 8>&-
eventually gone $joins
grep -q 'its lease has ended' greeted || fault "the host printed $(cat greeted)"
eventually nothing_left

# ---- a host that was up and has gone before the program begins is missing, too
stops='[ {host} = h3 ] && until mentat stop --session "$(basename "$XDG_RUNTIME_DIR"/mentat/launch-*-2)"; do sleep 0.1; done >/dev/null 2>&1; exec'
expect 1 launch_by "$stops" --all-hosts --hosts=h2,h3 -- "$hello"
complains 'host h2 is gone'
complains 'does not begin without all hosts'
expect 1 launch_by "$stops" --all-hosts --json --hosts=h2,h3 -- "$hello"
complains '"gone": "h2"'
eventually nothing_left

# ---- wrong usage
for wrong in '' '--hosts=h2' 'sshd --hosts=h2' 'ssh' 'ssh --via=x{host} --hosts=h2' 'ssh --hosts=-oX=1' 'ssh --hosts=h2 --hostfile=hosts' \
  'ssh --hostfile=none' 'ssh --hosts=h2 --within=0' 'ssh --hosts=h2 --listen=nowhere' '--via=nobody --hosts=h2' 'ssh --hosts=' 'ssh --hosts=h2 --name=a;b'; do
  expect 2 "$mentat" launch $wrong -- "$hello"
done
expect 2 "$mentat" launch ssh --hosts=h2
expect 2 launch --hosts=h2,,h3 -- "$hello"
complains "not ''"
expect 2 launch --hosts=h2 --name=h2 -- "$hello"
complains 'another host of the launch is called h2'
expect 127 launch --hosts=h2 -- no-such-program
expect 126 launch --hosts=h2 -- /etc/hostname
expect 1 "$mentat" launch --via="$locally" --listen=tcp://203.0.113.1 --hosts=h2 -- "$hello"
complains 'not an address of this machine'
expect 0 "$mentat" launch ssh --hosts=kim@h2:3 --dry-run -- "$hello"
says "^ssh -a -x -T -o BatchMode=yes .* kim@h2 'mentat start --lease stdin --listen auto --join - --name h2 --session launch-[0-9a-f]{8}-2 --cores 3'$"
expect 0 launch --hosts=h2 --dry-run --json -- "$hello"
says '"commands": \['
nothing_left || fault 'a dry run leaves something behind'

# ---- signals and kills while the program runs
on_h2_and_h3=("$mentat" launch --listen=tcp://127.0.0.1:0 --via="$locally" --hosts=h2,h3 --)
begin() { # COMMAND...: no function of this script, because $! is then a shell and not the launcher
  : >running
  rm -f over
  "$@" "$survivor" until "$work/over" >printed 2>running </dev/null &
  runs=$!
  eventually grep -q running running
}
begin "${on_h2_and_h3[@]}"
shows_no_key
kill -TERM $runs
wait $runs
[ $? -ge 128 ] || fault 'SIGTERM is not the end'
eventually nothing_left
begin "${on_h2_and_h3[@]}"
kill -9 $runs
wait $runs 2>/dev/null
eventually nothing_left

# ---- a signal while the founder starts, while hosts are awaited, and when the program has just begun
cp -rs "$(realpath "$(dirname "$mentat")/..")" stuck
rm -f stuck/bin/mentat stuck/bin/mentat-host
cp "$(realpath "$mentat")" stuck/bin/mentat
printf '#!/bin/sh\necho $$ >founder\nread -r request\nexec sleep 1000\n' >stuck/bin/mentat-host
chmod +x stuck/bin/mentat-host
stuck/bin/mentat launch --via="$locally" --hosts=h2 -- "$hello" >out 2>err &
runs=$!
eventually test -s founder
kill -TERM $runs
wait $runs
[ $? = 143 ] || fault 'SIGTERM does not end a launch whose founder does not start'
eventually gone "$(cat founder)"
expect 143 launch_by 'kill -TERM $PPID; echo {host}; sleep 1000; echo' --within=600 --hosts=h2 -- "$hello"
expect 143 launch --hosts=h2 -- sh -c 'kill -TERM $PPID; exec sleep 1000'
eventually nothing_left

# ---- signals that are ignored from the beginning
begin nohup "$mentat" launch --listen=tcp://127.0.0.1:0 --via="$locally" --hosts=h2 --
kill -HUP $runs
: >over
wait $runs || fault "survivor ended with status $? below nohup: $(cat running)"
[ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
expect 7 env --ignore-signal=CHLD "$mentat" launch --listen=tcp://127.0.0.1:0 --via="$locally" --hosts=h2 -- sh -c 'exit 7'
grep -q 'is not there' err && fault "h2 is not there where SIGCHLD was ignored: $(cat err)"
expect 7 env --ignore-signal=CHLD "$mentat" run sh -c 'exit 7'
eventually nothing_left

# ---- a supervisor is killed, of the founder and of another host, without and with the launcher: nothing is left behind
supervisors() {
  local process
  for process in $(processes_of_test); do
    [ "$(cat "/proc/$process/comm" 2>/dev/null)" = mentat-hostsup ] && echo "$process"
  done
}
for which in 1 2; do
  for too in '' launcher; do
    begin "${on_h2_and_h3[@]}"
    kill -9 "$(supervisors | sort -n | sed -n ${which}p)"
    [ -z "$too" ] || kill -9 $runs
    : >over
    wait $runs 2>/dev/null
    eventually nothing_left
  done
done

# ---- any process is killed at any time: nothing is left behind
for ((run = 0; run < ${MENTAT_KILLS_OF_TEST:-6}; ++run)); do
  begin "${on_h2_and_h3[@]}"
  victim=$(some_process $run)
  what=$(cat "/proc/$victim/comm" 2>/dev/null)
  kill -9 "$victim" 2>/dev/null
  [ $((run % 2)) = 0 ] && kill -9 $runs 2>/dev/null
  : >over
  wait $runs 2>/dev/null
  eventually nothing_left
  [ "$failures" = 0 ] || { echo "run $run, in which $what was killed"; break; }
done
finish
