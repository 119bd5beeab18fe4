#!/bin/bash
# A real Slurm with three nodes: an allocation is found and used, nodes and jobs end in every way, and nothing is left behind.
#   slurm_test.sh HELLO SURVIVOR
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/slurm_rig.sh"
in_namespaces "$0" "$@"
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
OWN_OF_TEST=1 begin_slurm "$work/rig" PreemptType=preempt/partition_prio PreemptMode=REQUEUE JobRequeue=1 \
  'PartitionName=yields Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=1 GraceTime=8 PreemptMode=CANCEL' \
  'PartitionName=high Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=10 PreemptMode=OFF' >"$work/out" 2>"$work/err" || { fault "Slurm did not begin: $(tail -n 5 /var/log/slurm/*.log)"; finish; }
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
for way in '' --batch; do
  expect 2 "$mentat" launch slurm -N 2 $way -t bogus -- "$hello"
  complains 'error: Invalid --time specification'
  expect 2 "$mentat" launch slurm -N 2 $way --slurm=--nosuch -- "$hello"
  complains "unrecognized option '--nosuch'"
done
expect 255 "$mentat" launch slurm -N 2 -t 10 -- sh -c 'exit 255'
expect 0 "$mentat" launch slurm -N2 --dry-run -- "$hello"
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

# ---- a step of several tasks: main runs once
expect 0 salloc -N3 srun --overlap -N3 -n3 "$mentat" run --mode=cluster sh -c '"$0" list hosts | grep -c " up "; echo once' "$mentat"
[ "$(grep -c once out)" = 1 ] || fault 'the program has run several times'
says '^3$'
expect 6 salloc -N2 srun --overlap -N2 -n2 "$mentat" launch slurm -- sh -c 'exit 6'
eventually nothing_left

# ---- srun PROGRAM: in mode cluster the first task uses the nodes of the job, in others each task warns that it is one of several
printf '#!/bin/sh\nexec "%s" "$@"\n' "$mentat" >mentat
chmod +x mentat
with_mentat() { PATH=$work:$PATH expect "$@"; }
for way in '' --mpi=none --mpi=pmi2; do
  MENTAT_MODE=cluster with_mentat 0 srun $way -N3 -n3 "$hello"
  [ "$(grep -c 'Hello, world' out)" = 1 ] || fault 'main has run several times'
  complains ', 3 hosts in session slurm-'
done
MENTAT_MODE=cluster with_mentat 0 salloc -N2 -n4 srun -N2 -n4 "$hello"
[ "$(grep -c 'Hello, world' out)" = 1 ] || fault 'main has run several times'
MENTAT_MODE=threads with_mentat 0 srun -N3 -n3 "$hello"
[ "$(grep -c 'Hello, world' out)" = 3 ] || fault 'main has not run in each task'
[ "$(grep -c 'srun has started 3 copies' err)" = 1 ] || fault 'there is no warning, or several'
eventually no_step
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
SLURM_JOB_ID=x SLURM_JOB_NODELIST=n1 "$mentat" doctor >out 2>err
says '^doubtful +engines .*SLURM_JOB_ID is x'
expect 0 salloc -N3 -t 10 sh -c '"$0" doctor | grep engines' "$mentat"
says 'in Slurm job [0-9]+: 3 nodes, ends '

# ---- while a program runs
begin() { # COMMAND...
  : >running
  rm -f over
  "$@" "$survivor" until "$work/over" >printed 2>running </dev/null &
  runs=$!
  eventually grep -q running running
}
begin salloc --no-kill -N3 "$mentat" run --mode=cluster
shows_no_key
grep -rlE 'mentat://|"key"|MENTAT-WELCOME' /var/log/slurm /var/spool/slurmctld && fault 'a key is in the files of Slurm'
kill -9 "$(daemon_on n3)"
: >over
wait $runs || fault "survivor ended with status $? after a host had died: $(cat running)"
[ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
grep -q 'host n3 is gone' running || fault "nothing is said of n3: $(cat running)"
eventually nothing_left

begin salloc -N3 "$mentat" run --mode=cluster
scancel "$(squeue -h -o %i)"
wait $runs
[ $? -ne 0 ] || fault 'a cancelled job has status 0'
eventually no_step
eventually nothing_left

for signal in TERM INT; do
  begin "$mentat" launch slurm -N 3 --
  kill -$signal $runs
  wait $runs
  [ $? -ne 0 ] || fault "SIG$signal is not the end"
  eventually no_step
  eventually nothing_left
done

# ---- a node stands still, Slurm's daemon too: the program goes on without it, and Slurm takes the node down
processes_on() { # NODE
  local process
  for process in $(pgrep .); do [ "$(node_of "$process")" = "$1" ] && echo "$process"; done
}
is_down() { sinfo -h -N -o '%N %T' | grep -qE '^n3 down'; }
begin salloc --no-kill -N3 "$mentat" run --mode=cluster
silent="$(cat /run/slurmd.n3.pid) $(processes_on n3)"
kill -STOP $silent
until grep -q 'host n3 is gone: .*Slurm: NODE_FAIL' running || ! kill -0 $runs 2>/dev/null; do sleep 0.1; done
: >over
wait $runs || fault "survivor ended with status $? without n3: $(cat running)"
[ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
is_down || fault "Slurm does not take n3 down: $(sinfo -h -N)"
kill -CONT $silent 2>/dev/null
kill -9 $silent 2>/dev/null
OWN_OF_TEST=1 slurmd -N n3 -c
eventually no_step
eventually no_process_left
expect 0 "$mentat" launch slurm -N 3 -- "$hello" # all processes of n3 were killed at once: the next start clears up
eventually nothing_left

# ---- a step dies, and a node's daemon of Slurm: the others go on
begin "$mentat" launch slurm -N 3 --
scancel "$(squeue -h -s -o '%i %N' | awk '$2 == "n2" { print $1 }' | head -n 1)"
: >over
wait $runs || fault "survivor ended with status $? after a step had been cancelled: $(cat running)"
[ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
eventually no_step
eventually no_process_left
expect 0 "$mentat" launch slurm -N 3 -- "$hello" # Slurm has killed all processes of n2 at once: the next start clears up
eventually nothing_left

# ---- Slurm's cause is in the error of a call, and the loss is known in 2 s
begin_other() { # COMMAND...: one that prints `running`
  : >running
  "$@" >printed 2>running </dev/null &
  runs=$!
  eventually grep -q '^running' running
}
begin_other "$mentat" launch slurm -N 3 -- "$survivor" held n2
for process in $(pgrep mentat-host); do # it must not tell, while Slurm kills all of n2, that the object's process was killed first
  { [ "$(node_of "$process")" = n2 ] && kill -STOP "$process"; } 2>/dev/null
done
scancel "$(squeue -h -s -o '%i %N' | awk '$2 == "n2" { print $1 }' | head -n 1)"
wait $runs || fault "survivor ended with status $?: $(cat running)"
grep -q 'Slurm: CANCELLED' printed || fault "the error is $(cat printed)"
grep -q 'host n2 is gone: its command .*Slurm: CANCELLED' running || fault "nothing is said of the cause: $(cat running)"
eventually no_step

mkdir soon
cat >soon/squeue <<'END'
#!/bin/sh
case "$*" in
  *'%S %e'*) date -d '60 seconds ago' +%FT%T | tr '\n' ' '; date -d '8 seconds' +%FT%T ;;
  *) exec /usr/bin/squeue "$@" ;;
esac
END
chmod +x soon/squeue

# ---- a session grows by jobs of its own, whose hosts leave with it; no key is in Slurm's files, in a command or an environment
cat >grows.sh <<'END'
mentat=$1 hello=$2
"$mentat" grow 2 --time=5 --slurm=--exclusive --json >grown || exit 9
echo running >&2
until [ "$("$mentat" list hosts | grep -cE '^[0-9]+ +n[23] +up')" = 2 ]; do sleep 0.1; done
touch grown_up
"$hello"
until [ -e may_end ]; do sleep 0.1; done
END
begin_other "$mentat" launch slurm -N 1 -t 5 --slurm=--exclusive -- sh grows.sh "$mentat" "$hello"
eventually test -e grown_up
tr -d ' \n' <grown | grep -qE '"jobs":\["[0-9]+","[0-9]+"\]' || fault "the jobs are $(cat grown)"
shows_no_key
grep -rlE 'mentat://|"key"' /var/log/slurm /var/spool /run/slurm* 2>/dev/null && fault 'a key is in the files of Slurm'
ls state/mentat/grow/*/join-* 2>/dev/null && fault 'a join file is left'
expect 1 "$mentat" grow 1 --session "$(basename run/mentat/grown-*)"
complains 'only the host that founded the session invites: n1'
touch may_end
wait $runs || fault "it ended with status $?: $(cat running)"
grep -q 'Hello, world' printed || fault "it printed $(cat printed)"
eventually no_step
eventually nothing_left
[ -e state/mentat/grow ] && fault 'a folder of the state is left'

rm -f grown_up may_end
begin_other "$mentat" launch slurm -N 1 -t 5 --slurm=--exclusive -- sh grows.sh "$mentat" "$hello"
eventually test -e grown_up
for process in $(pgrep -x mentat); do # the launcher in the job; the hosts of the other jobs leave, too
  { [ "$(node_of "$process")" = n1 ] && grep -qa launch "/proc/$process/cmdline" && kill -9 "$process"; } 2>/dev/null
done
touch may_end
wait $runs 2>/dev/null
eventually no_step
eventually no_process_left
rm -rf state/mentat/grow
expect 0 "$mentat" launch slurm -N 3 -- "$hello" # removes what is left of hosts that were killed
eventually nothing_left

# ---- a job that waits is cancelled with its session, and one that comes too late has no invitation
rm -f grown_up may_end
expect 0 "$mentat" launch slurm -N 3 --slurm=--exclusive -- sh -c '"$0" grow 1 && squeue -h -t PD -o %j && stat -c %a state/mentat/grow/*/join-*' "$mentat"
says '^1 host for session slurm-[0-9]+-[0-9a-f]+ in Slurm.s queue: job [0-9]+$'
says '^mentat-slurm-'
says '^600$'
eventually no_step
eventually nothing_left
[ -e state/mentat/grow ] && fault 'a folder of the state is left'
for wrong in '' 0 x 257 '1 2' '1 --for=9d' '1 --slurm=qos'; do
  expect 2 "$mentat" grow $wrong
done
expect 1 "$mentat" grow 1
complains 'no session default runs'
expect 0 "$mentat" grow 3 --dry-run
says '^sbatch .*--output=.*/grow/default/%j.log'
says 'start --lease job --join-file .*/grow/default/join-NUMBER --listen auto --name "\$SLURMD_NODENAME"'
expect 2 "$mentat" start --lease job --listen auto
complains 'no Slurm job'
echo secret >open_file && chmod 644 open_file
expect 2 "$mentat" start --join-file open_file
complains 'only you can read'

# ---- the host of a job that ends is drained before
begin_other env PATH="$work/soon:$PATH" "$mentat" launch slurm -N 1 --slurm=--exclusive -- sh -c \
  '"$0" grow 1 --slurm=--exclusive >/dev/null; echo running >&2; until "$0" list hosts | grep -E "n2 .*(draining|left) .*Slurm job [0-9]+ ends"; do sleep 0.1; done' "$mentat"
wait $runs || fault "the host of a job that ends was not drained: $(cat running)"
eventually no_step
eventually nothing_left

# ---- the end of the job: its hosts are drained, and the program is ended before it
begin_other env PATH="$work/soon:$PATH" "$mentat" launch slurm -N 3 -- "$survivor" forever
wait $runs
[ $? = 124 ] || fault "the status is not 124: $(cat running)"
grep -qE 'Slurm job [0-9]+ ends .*: its hosts are drained, the program has [2-5] s' running || fault "the drain is not told: $(cat running)"
grep -qE 'ends .*, and the program has not ended: [1-9][0-9]* calls done, [0-9]+ waiting' running || fault "the end is not told: $(cat running)"
eventually nothing_left
eventually no_step
expect 0 salloc -N3 -t 10 "$mentat" run --mode=cluster "$survivor" time # 10 minutes less 3 s, on every host
says '^main 5[89][0-9] calls 5[89][0-9] to 5[89][0-9]$'
expect 2 "$mentat" launch slurm -N 2 --requeue -- "$hello"
complains '--batch'
env PATH="$work/soon:$PATH" "$mentat" launch slurm -N 2 --batch --requeue --slurm="--output=$work/batch2" -- "$survivor" forever >out 2>err
job=$(grep -oE '[0-9]+$' out)
restarted() { scontrol show job "$job" | grep -q 'Restarts=1'; }
eventually grep -q 'has not ended' batch2
eventually restarted
scancel "$job"
eventually no_step
eventually nothing_left

# ---- another job wants the nodes: the program has the rest of the grace
begin_other "$mentat" launch slurm -N 3 -p yields -- "$survivor" forever
srun -p high -N3 --exclusive true &
wait $runs
[ $? = 124 ] || fault "a preempted program has not status 124: $(cat running)"
grep -qE 'is preempted: its hosts are drained, the program has [1-5] s' running || fault "the preemption is not told: $(cat running)"
grep -q 'calls done' running || fault "the end is not told: $(cat running)"
eventually no_step
eventually no_process_left
expect 0 "$mentat" launch slurm -N 3 -- "$hello" # as above: Slurm's signal ends the clients of the steps at once
eventually nothing_left
"$mentat" launch slurm -N 2 -p yields --batch --slurm="--output=$work/batch3" -- "$survivor" forever >out 2>err
job=$(grep -oE '[0-9]+$' out)
eventually grep -q '^running' batch3
srun -p high -N3 --exclusive true
eventually grep -q 'calls done' batch3
grep -q 'is preempted: its hosts are drained' batch3 || fault "the preemption of a batch job is not told: $(cat batch3)"
scancel "$job"
eventually no_step
eventually nothing_left

# ---- the first node is lost: the job is over, and the hosts on the other nodes leave
"$mentat" launch slurm -N 3 --batch --slurm="--output=$work/batch4" -- "$survivor" forever >out 2>err
eventually grep -q '^running' batch4
kill -9 "$(cat /run/slurmd.n1.pid)" $(processes_on n1)
eventually no_process_left
OWN_OF_TEST=1 slurmd -N n1 -c # the controller learns that nothing runs there any more
eventually no_step
expect 0 "$mentat" launch slurm -N 3 -- "$hello" # as above: all processes of n1 were killed
eventually nothing_left
finish
