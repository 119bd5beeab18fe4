#!/bin/bash
# How hosts are addressed: by IPv6, by name, and never by an empty text; and where the secret of an invitation can be seen.
#   addresses_test.sh PROGRAM
program=$(realpath "${1:?a Mentat program}")
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# ---- an empty value is an unset variable of a script, and no wish
for verb in start status stop invite 'list hosts' logs; do
  expect 2 "$mentat" $verb --session ''
  complains 'it is empty'
done
expect 2 "$mentat" start --join '' --listen tcp://127.0.0.1:0
complains '--join'
expect 2 "$mentat" start --listen ''
expect 2 "$mentat" start --listen tcp://127.0.0.1:0 --join -
complains 'standard input has no invitation'
expect 1 "$mentat" status

# ---- two hosts and a program, at each kind of address
pair() { # ADDRESS PATTERN
  expect 0 "$mentat" start --session a --listen "$1"
  says "listens on $2"
  line=$(invitation a)
  "$mentat" start --session b --listen "$1" --join - <<<"$line" >"$work/out" 2>"$work/err" || fault "it did not join at $1"
  eventually host_is b a up
  eventually host_is a b up
  expect 0 env MENTAT_MODE=cluster MENTAT_ADDRESS=b "$program"
  says 'Hello, world'
  expect 0 "$mentat" stop --session a --all
  says 'has ended on every host'
  eventually nobody_left
}
pair tcp://127.0.0.1:0 'tcp://127\.0\.0\.1:'
pair tcp://localhost:0 'tcp://(127\.0\.0\.1|\[::1\]):'
if grep -q '^0*1 ' /proc/net/if_inet6 2>/dev/null; then
  pair 'tcp://[::1]:0' 'tcp://\[::1\]:'
else
  echo 'this machine has no IPv6'
fi

# ---- a name in the line: it is resolved, and the key identifies the host that answers
expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
line=$(invitation a | sed 's/127\.0\.0\.1/localhost/')
"$mentat" start --session b --listen tcp://127.0.0.1:0 --join - <<<"$line" >"$work/out" 2>"$work/err" || fault 'a name in a line does not do'
eventually host_is a b up
grep -q '^tcp://localhost:' "$XDG_CONFIG_HOME/mentat/keys/b.session" || fault 'after a crash the host would look for a number'
expect 0 "$mentat" stop --session b

# ---- names of hosts
expect 0 "$mentat" stop --session a
expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0 --name n1
for session in b c; do
  "$mentat" start --session $session --listen tcp://127.0.0.1:0 --name n2 --cores 1 --join - <<<"$(invitation a)" >"$work/out" 2>"$work/err" || fault "$session did not join"
done
eventually "$mentat" status --session a
expect 0 "$mentat" list hosts --session a
says '^1 +n1 +up'
says '^2 +n2 +up +1 '
says '^3 +n2-2 +up +1 '
expect 0 "$mentat" list hosts --session c
says '^3 +n2-2 +up'
for wrong in 'a b' $'a\nb' "$(printf 'n%.0s' {1..65})" 'a;b'; do
  expect 2 "$mentat" start --session d --name "$wrong"
  complains '--name'
done
expect 2 "$mentat" start --session d --cores 0
for session in b c; do expect 0 "$mentat" stop --session $session; done

# ---- an invitation for two hosts serves two, is counted, and can be revoked
line=$("$mentat" invite --session a --hosts 2 --for 1h 2>/dev/null)
join() { "$mentat" start --session "$1" --listen auto --join - <<<"$line" >"$work/out" 2>"$work/err"; }
join b || fault 'the first guest did not join'
expect 0 "$mentat" status --session a
says '^[0-9]+ +2 +1 +35[0-9][0-9]$'
expect 0 "$mentat" status --session a --json
says '"joined": 1'
join c || fault 'the second guest did not join'
join d && fault 'a third guest joined'
complains 'it was used'
for session in b c; do expect 0 "$mentat" stop --session $session; done
expect 0 "$mentat" invite --session a --hosts 3 --json
line=$(sed -n 's/.*"join": "\(.*\)".*/\1/p' "$work/out") number=$(sed -n 's/.*"number": \([0-9]*\).*/\1/p' "$work/out")
expect 0 "$mentat" invite --session a --revoke "$number"
expect 1 "$mentat" invite --session a --revoke "$number"
complains 'no open invitation'
join b && fault 'a guest joined with a revoked invitation'
for wrong in --hosts=0 --hosts=257 --for=0s --for=169h --for=soon --for= --revoke=0 --revoke=x; do
  expect 2 "$mentat" invite --session a $wrong
done

# ---- a host that the others cannot reach does not come in
line=$(invitation a | sed 's/127\.0\.0\.1/192.0.2.1/')
"$mentat" start --session b --listen tcp://127.0.0.1:0 --join - <<<"$line" >"$work/out" 2>"$work/err" && fault 'it joined'
complains 'only this machine itself reaches tcp://127.0.0.1'
head -c 70000 /dev/zero | tr '\0' m >"$work/long"
"$mentat" start --session b --listen tcp://127.0.0.1:0 --join - <"$work/long" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] || fault 'an overlong invitation ends the command in another way'
complains 'not an invitation'
expect 2 "$mentat" start --session b --listen tcp://fd74::1
complains 'written in brackets'
expect 2 "$mentat" start --session b --listen 'tcp://*'
complains 'a number or a name'
expect 1 "$mentat" start --session b --listen tcp://no-such-host.invalid
complains 'has no address'
for wrong in 'tcp://*' 'tcp://[::]' 'tcp://[0:0::0]:7411' 'tcp://0' 'tcp://a b' 'tcp://[::1' 'udp://127.0.0.1'; do
  expect 2 "$mentat" start --session b --listen "$wrong"
done

# ---- a secret that was given as an argument is not shown by the process; a line on standard input never was there
silent=mentat://127.0.0.1:1/$(printf '0%.0s' {1..63})1/$(printf '0%.0s' {1..63})2
"$mentat" start --session b --listen tcp://127.0.0.1:0 --join "$silent" >"$work/start" 2>&1 &
shows() { tr '\0' ' ' <"/proc/$!/cmdline" | grep -qE -- "$1"; }
eventually shows ' --join -{100,}'
shows 00000000 && fault 'the secret stands in the list of processes'
eventually grep -q 'other users can see' "$work/start"
wait $!
expect 0 "$mentat" invite --session a
says '^mentat://'
complains '--join -'
finish
