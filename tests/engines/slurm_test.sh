#!/bin/bash
# A real Slurm with three nodes: an allocation is found and used, nodes and jobs end in every way, and nothing is left behind.
#   slurm_test.sh HELLO SURVIVOR
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/slurm_rig.sh"
in_namespaces "$0" "$@"
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
OWN_OF_TEST=1 begin_slurm "$work/rig" >"$work/out" 2>"$work/err" || { fault "Slurm did not begin: $(tail -n 5 /var/log/slurm/*.log)"; finish; }
cd "$work" || exit 1
node_of() { tr '\0' '\n' <"/proc/$1/environ" 2>/dev/null | sed -n 's/^SLURMD_NODENAME=//p'; }
daemon_on() { # NODE: a daemon there that is not the founder of the session
  local process
  for process in $(pgrep -x mentat-host); do [ "$(node_of "$process")" = "$1" ] && echo "$process" && return; done
}
no_step() { [ -z "$(squeue -h -o %i)" ]; }

# ---- an allocation is found: from the machine of salloc, which is no node
expect 0 salloc -N3 "$mentat" run --mode=cluster "$hello"
says 'Hello, world'
complains 'mentat: Slurm job 1, 3 hosts in session slurm-1-'
grep -qE 'n1 \(this one\)  n2 [0-9.]+ s  n3 [0-9.]+ s$' err || fault 'it does not say which nodes it has'
sed -n 's/^mentat: Slurm job 1, //p' err
expect 0 salloc -N3 -t 30 "$mentat" run --mode=cluster sh -c '"$0" list hosts' "$mentat"
says '^1 +n1 +up +1 '
says '^[23] +n2 +up +1 '
says '^[23] +n3 +up +1 '
complains '; ends '
MENTAT_MODE=cluster expect 5 salloc -N2 "$mentat" run sh -c 'exit 5'
eventually nothing_left

# ---- another mode, or a named session, does not use it
expect 0 salloc -N2 "$mentat" run --mode=serial "$hello"
grep -q 'Slurm job' err && fault 'mode serial uses the nodes'
expect 125 salloc -N2 env MENTAT_ADDRESS=mine "$mentat" run --mode=cluster "$hello"
complains 'no session of hosts is running'

# ---- mentat launch slurm: asks for an allocation, uses the one that it is in
expect 0 "$mentat" launch slurm -N 2 -t 10 -p low --slurm='--job-name=mine' -- "$hello"
says 'Hello, world'
complains '2 hosts in session slurm-'
expect 0 salloc -N3 "$mentat" launch slurm -N 2 --all-hosts -- "$hello"
complains '2 hosts in session'
expect 2 salloc -N2 "$mentat" launch slurm -N 3 -- "$hello"
complains 'has 2 nodes'
expect 2 salloc -N2 "$mentat" launch slurm -t 10 -- "$hello"
complains 'is Slurm job'
expect 2 "$mentat" launch slurm -- "$hello"
complains 'expected --nodes=N'
expect 2 "$mentat" launch slurm -N 2 --slurm='qos' -- "$hello"
expect 127 "$mentat" launch slurm -N 2 -- no-such-program
expect 1 "$mentat" launch slurm -N 2 -p none -- "$hello"
complains 'partition'
expect 0 "$mentat" launch slurm -N 2 --dry-run -- "$hello"
says '^salloc --no-kill --nodes=2 .*mentat launch slurm --nodes=2 --within=20 -- '
expect 0 salloc -N3 "$mentat" launch slurm --dry-run --json -- "$hello"
says '"env -u SLURM_LABELIO .* srun --overlap --unbuffered -N1 -n1 -w n1 .*mentat launch slurm'
expect 0 "$mentat" launch slurm -N 3 --batch --slurm="--output=$work/batch" -- "$hello"
says 'Submitted batch job'
eventually grep -q 'Good bye, world' batch
grep -q '3 hosts in session slurm-' batch || fault "the batch job printed $(cat batch)"
eventually no_step
eventually nothing_left

# ---- variables by which srun takes options; the manner of the command reaches the first node; --listen
expect 0 salloc -N3 env SLURM_LABELIO=1 SLURM_STDINMODE=none SLURM_EXPORT_ENV=NONE SLURM_NTASKS_PER_NODE=2 "$mentat" run --mode=cluster sh -c '"$0" list hosts' "$mentat"
says '^[23] +n3 +up'
complains '3 hosts in session'
expect 0 salloc -N2 "$mentat" -q run --mode=cluster "$hello"
grep -q 'in session' err && fault 'it is not quiet'
expect 0 salloc -N2 "$mentat" -v launch slurm --listen=tcp://127.0.0.1 -- sh -c '"$0" list hosts' "$mentat"
says '^1 +n1 .*tcp://127.0.0.1:'
complains 'mentat: running: env -u'
expect 2 salloc -N2 "$mentat" launch slurm --listen=nowhere -- "$hello"
expect 127 salloc -N2 "$mentat" run --mode=cluster no-such-program
grep -q 'in session' err && fault 'hosts are started for a program that is not there'
eventually nothing_left

# ---- variables that say nonsense; a Slurm that is gone
SLURM_JOB_ID=x SLURM_JOB_NODELIST=n1 expect 1 "$mentat" run --mode=cluster "$hello"
complains 'SLURM_JOB_ID'
SLURM_JOB_ID=1 SLURM_JOB_NODELIST=--help expect 1 "$mentat" run --mode=cluster "$hello"
complains 'SLURM_JOB_NODELIST'
SLURM_JOB_ID=999 SLURM_JOB_NODELIST='n[2-3]' expect 1 "$mentat" run --mode=cluster "$hello"
complains 'Invalid job id'
"$mentat" doctor >out 2>err
says '^good +engines .*Slurm [0-9]+[.][0-9]+'
expect 0 salloc -N3 -t 10 sh -c '"$0" doctor | grep engines' "$mentat"
says 'in Slurm job [0-9]+: 3 nodes, ends '

# ---- while a program runs
begin() { # COMMAND...
  : >running
  "$@" "$survivor" long >printed 2>running </dev/null &
  runs=$!
  eventually grep -q running running
}
begin salloc --no-kill -N3 "$mentat" run --mode=cluster
shows_no_key
grep -rlE 'mentat://|"key"|MENTAT-WELCOME' /var/log/slurm /var/spool/slurmctld && fault 'a key is in the files of Slurm'
kill -9 "$(daemon_on n3)"
wait $runs || fault "survivor ended with status $? after a host had died: $(cat running)"
[ "$(cat printed)" = 'sum 7140' ] || fault "survivor printed $(cat printed)"
grep -q 'host n3 is gone' running || fault "nothing is said of n3: $(cat running)"
eventually nothing_left

begin salloc -N3 "$mentat" run --mode=cluster
scancel "$(squeue -h -o %i)"
wait $runs
[ $? -ne 0 ] || fault 'a cancelled job has status 0'
eventually no_step
eventually nothing_left

begin "$mentat" launch slurm -N 3 --
kill -TERM $runs
wait $runs
[ $? -ne 0 ] || fault 'SIGTERM is not the end'
eventually no_step
eventually nothing_left

# ---- a step dies, and a node's daemon of Slurm: the others go on
begin "$mentat" launch slurm -N 3 --
scancel "$(squeue -h -s -o '%i %N' | awk '$2 == "n2" { print $1 }' | head -n 1)"
wait $runs || fault "survivor ended with status $? after a step had been cancelled: $(cat running)"
[ "$(cat printed)" = 'sum 7140' ] || fault "survivor printed $(cat printed)"
eventually no_step
eventually no_process_left
expect 0 "$mentat" launch slurm -N 3 -- "$hello" # Slurm has killed all processes of n2 at once: the next start clears up
eventually nothing_left
finish
