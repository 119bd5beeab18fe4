#!/bin/bash
# A host with a lease leaves when the standard input of its command ends, or the command itself, and leaves nothing behind; a host that
# meets its founder by lines says what is wrong with them.
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"
gone() { ! kill -0 "$1" 2>/dev/null; }
nothing_left() { no_process_left && [ -z "$(ls "$XDG_RUNTIME_DIR/mentat")" ]; }

# ---- the end of standard input
mkfifo "$work/lease"
"$mentat" start --lease stdin --session f --listen tcp://127.0.0.1:0 <"$work/lease" >"$work/leased" 2>&1 &
command=$!
exec 9>"$work/lease"
eventually "$mentat" status --session f
grep -q 'listens on tcp://127.0.0.1:' "$work/leased" || fault "it said $(cat "$work/leased")"
expect 0 "$mentat" start --session g --listen tcp://127.0.0.1:0 --join "$(invitation f)" 9>&-
echo 'a line that says nothing' >&9
expect 0 "$mentat" status --session f
exec 9>&-
eventually gone $command
wait $command || fault "it ended with status $?"
eventually nothing_left # the other host, too: the session has ended

# ---- the end of the command, whatever ends it
for signal in TERM KILL; do
  "$mentat" start --lease stdin --session f --listen tcp://127.0.0.1:0 < <(OWN_OF_TEST=1 exec sleep infinity) >"$work/leased" 2>&1 &
  command=$!
  eventually "$mentat" status --session f
  kill -$signal $command
  wait $command 2>/dev/null
  eventually nothing_left
done
[ -e "$XDG_CONFIG_HOME/mentat/keys/f.key" ] && fault 'a key was kept'

# ---- all processes at once: the next start on this machine removes what they leave
"$mentat" start --lease stdin --session f --listen tcp://127.0.0.1:0 < <(OWN_OF_TEST=1 exec sleep infinity) >"$work/leased" 2>&1 &
command=$!
eventually "$mentat" status --session f
kill -9 $(supervisor_of f) $(daemon_of f) $command
wait $command 2>/dev/null
eventually no_process_left
[ -e "$XDG_RUNTIME_DIR/mentat/f/lock" ] || fault 'the test kills in another way'
expect 0 "$mentat" start --session g
[ -e "$XDG_RUNTIME_DIR/mentat/f" ] && fault 'the folder of a dead lease stays'
expect 0 "$mentat" stop --session g
eventually nothing_left

# ---- a start that fails leaves nothing behind
expect 1 env -u HOME -u XDG_STATE_HOME "$mentat" start --session f
complains 'neither XDG_STATE_HOME nor HOME'
expect 1 env -u HOME -u XDG_STATE_HOME "$mentat" start --lease stdin --session f --listen tcp://127.0.0.1:0
eventually nothing_left

# ---- lines that are no welcome
key=$(printf 'a%.0s' {1..64})
meets() { # LINES PATTERN
  "$mentat" start --lease stdin --join - --session m --name n2 <<<"$1" >"$work/out" 2>"$work/err"
  [ $? -eq 1 ] || fault "it ended in another way after '${1:0:60}'"
  says '^MENTAT-HELLO [{]"v":2,"key":"[0-9a-f]{64}","build":"[0-9]'
  says "^MENTAT-FAILED .*$2"
  eventually nothing_left
}
meets '' 'nobody has welcomed'
meets 'Welcome to n2!' 'nobody has welcomed'
meets 'MENTAT-WELCOME {}' 'holds no key'
meets "MENTAT-WELCOME {\"key\":\"$key\",\"at\":[]}" 'holds no addresses'
meets "MENTAT-WELCOME {\"key\":\"$key\",\"at\":[\"tcp://no-such-host.invalid:1\"]}" 'has no address'
meets "MENTAT-WELCOME $(head -c 100000 /dev/zero | tr '\0' '[')" 'MENTAT-WELCOME'
meets "$(seq 100)" 'many lines and no welcome'

# ---- wrong usage
expect 2 "$mentat" start --lease time
complains '--lease is stdin'
expect 2 "$mentat" start --lease stdin --foreground
expect 2 "$mentat" start --lease stdin --join - --listen nonsense
finish
