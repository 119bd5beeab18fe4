#!/bin/bash
# Programs that mpiexec of MPICH and mpirun of Open MPI have started: main runs once on all machines, and nothing is left behind.
#   mpi_test.sh HELLO SURVIVOR
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
mpich=$(command -v mpiexec.hydra) openmpi=$(command -v mpirun.openmpi)
[ -n "$mpich$openmpi" ] || { echo 'SKIPPED: neither mpich nor openmpi-bin is installed'; exit 0; }
cd "$work" || exit 1
printf '#!/bin/sh\nexec "%s" "$@"\n' "$mentat" >mentat
# Open MPI takes a machine's word for its name.
printf '#!/bin/sh\nname=$1; shift\nexec unshare --uts sh -c '\''hostname "$1"; shift; exec sh -c "$*"'\'' sh "$name" "$@"\n' >agent
chmod +x mentat agent
for copy in crippled odd; do # one has no daemon, that of the other does what a test says
  cp -rs "$(realpath "$(dirname "$mentat")/..")" $copy
  rm -f $copy/bin/mentat $copy/bin/mentat-host
  cp "$(realpath "$mentat")" $copy/bin/mentat
done
daemon=$(realpath "$(dirname "$mentat")/mentat-host")
printf '#!/bin/sh\neval "$ODD_DAEMON"\n' >odd/bin/mentat-host
chmod +x odd/bin/mentat-host
export PATH=$work:$PATH MENTAT_MODE=cluster OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
unset PMI_FD PMI_RANK PMI_SIZE OMPI_COMM_WORLD_SIZE SLURM_JOB_ID SLURM_STEP_NUM_TASKS

# start COPIES COMMAND...: on this machine; with `spread` four copies on three machines, as the launcher sees them
start() {
  local copies=$1
  case $flavour in
    mpich) timeout -k 5 60 mpiexec.hydra -n "$copies" "${@:2}" ;;
    openmpi) timeout -k 5 60 mpirun.openmpi -n "$copies" "${@:2}" ;;
  esac
}
spread() {
  case $flavour in
    mpich) exec timeout -k 5 60 mpiexec.hydra -launcher fork -hosts h1,h2,h3 -n 4 "$@" ;;
    openmpi) exec timeout -k 5 60 mpirun.openmpi --mca plm_rsh_agent "$work/agent" --mca plm_rsh_no_tree_spawn 1 --host "$(hostname):2,h2:1,h3:1" -n 4 "$@" ;;
  esac
}
# with COPY DAEMON OPTION: `spread`, where the daemon of that copy is DAEMON, a command of the shell
with() {
  ODD_DAEMON=$2 on_three sh -c 'case $PMI_RANK$OMPI_COMM_WORLD_RANK in $2) exec "$3/odd/bin/mentat" launch mpi $1 -- "$0" ;; esac; exec mentat launch mpi $1 -- "$0"' \
    "$hello" "$3" "$1" "$work"
}
host_of_copy_2() { [ $flavour = mpich ] && echo h3 || echo h2; }
on_three() ( spread "$@" )
launcher() {
  local process
  for process in $(processes_of_test); do
    case $(cat "/proc/$process/comm" 2>/dev/null) in mpiexec.hydra | mpirun.openmpi | orterun) echo "$process" ;; esac
  done
}
copy_of() { # RANK: the command of that copy, the oldest one; what it starts is no copy
  local process
  for process in $(processes_of_test); do
    [ "$(cat "/proc/$process/comm" 2>/dev/null)" = mentat ] && grep -qzE "^(PMI_RANK|OMPI_COMM_WORLD_RANK)=$1$" "/proc/$process/environ" && echo "$process"
  done 2>/dev/null | sort -n | head -n 1
}
daemon_of_copy() { # RANK: the child of its supervisor
  local supervisor process
  for supervisor in $(cat "/proc/$(copy_of "$1")/task/"*/children); do
    for process in $(cat "/proc/$supervisor/task/"*/children); do
      [ "$(cat "/proc/$process/comm" 2>/dev/null)" = mentat-host ] && echo "$process"
    done
  done
}
begin() { # WORD...: the survivor runs on three machines
  : >running
  rm -f over
  on_three "$survivor" "$@" >printed 2>running </dev/null &
  runs=$!
  eventually grep -q '^running' running
}
# Where all processes of a machine are killed at once, the next start on it removes what is left.
cleared() {
  eventually no_process_left
  expect 0 on_three "$hello"
  eventually nothing_left
}

one_machine() {
  expect 0 start 1 "$hello"
  says 'Hello, world'
  complains ', 1 host in session mpi-'
  expect 0 start 5 "$hello" # more copies than cores: main runs once
  [ "$(grep -c 'Hello, world' out)" = 1 ] || fault 'main has run several times'
  complains ', 1 host in session mpi-'
  expect 5 start 3 mentat launch mpi -- sh -c 'exit 5'
  expect 137 start 1 mentat launch mpi -- sh -c 'kill -9 $$'
  expect 127 start 1 mentat launch mpi -- no-such-program
  start 2 mentat launch mpi -- sh -c 'kill -ABRT $$' >out 2>err </dev/null && fault 'a program that throws has status 0'
  complains 'was ended by signal 6'
  MENTAT_MODE=threads expect 0 start 2 "$hello"
  [ "$(grep -c 'Hello, world' out)" = 2 ] || fault 'main has not run in each copy'
  [ "$(grep -c 'has started 2 copies of this program, and main runs in each' err)" = 1 ] || fault "the warning is not one: $(cat err)"
  MENTAT_MODE=threads expect 0 start 1 "$hello"
  grep -q 'copies' err && fault 'one copy warns'
  PATH=/usr/bin:/bin start 2 "$hello" >out 2>err && fault 'it runs without the command mentat'
  complains 'needs the command `mentat` in PATH'
  start 2 env MENTAT_ADDRESS=mine "$hello" >out 2>err && fault 'a session that is named is not used'
  complains 'no session of hosts is running'
  eventually nothing_left
}

three_machines() {
  expect 0 on_three mentat run sh -c 'mentat list hosts'
  says '^[23] +h2 +up '
  says '^[23] +h3 +up '
  says '^1 .* tcp://127.0.0.1:'
  [ "$(grep -c '^[0-9]' out)" = 3 ] || fault 'there are not three hosts'
  complains ', 3 hosts in session mpi-'
  expect 0 on_three "$hello"
  [ "$(grep -c 'Hello, world' out)" = 1 ] || fault 'main has run several times'
  expect 0 on_three sh -c 'case $PMI_RANK$OMPI_COMM_WORLD_RANK in 2) exec "$2/crippled/bin/mentat" launch mpi $1 -- "$0" ;; esac; exec mentat launch mpi $1 -- "$0"' "$hello" --within=20 "$work"
  complains "$(host_of_copy_2) is not there: "
  on_three sh -c 'case $PMI_RANK$OMPI_COMM_WORLD_RANK in 2) exec "$2/crippled/bin/mentat" launch mpi $1 -- "$0" ;; esac; exec mentat launch mpi $1 -- "$0"' "$hello" --all-hosts "$work" >out 2>err &&
    fault 'it begins without a host'
  complains 'does not begin without all hosts'
  on_three mentat launch mpi --listen=tcp://203.0.113.1 -- "$hello" >out 2>err && fault 'it listens at an address of others'
  complains 'not an address of this machine'
  eventually nothing_left
}

late_daemon() {
  expect 0 with 2 'exec sleep 60' --within=2
  complains "$(host_of_copy_2) is not there: it was not up in time"
  [ "$(grep -c 'Hello, world' out)" = 1 ] || fault 'a host that is late stops the program'
}

long_reason() { # in PMI-1 a value has few bytes
  expect 0 with 2 "printf 'failed\t%0150d\n' 0 | sed s/0/Ä/g" --within=20
  complains "$(host_of_copy_2) is not there: ÄÄÄÄ"
  eventually nothing_left
}

slow_daemons() {
  expect 0 with 0 "sleep 2.5; exec $daemon" --within=2
  says 'Hello, world'
  expect 0 with 2 "trap '' TERM; $daemon; sleep 3.5; : >left" --within=20 # the daemons of the others have ended long before
  complains ', 3 hosts in session mpi-'
  [ -e left ] || fault 'a daemon that takes long to leave is killed'
  with 0 "until [ -e go ]; do sleep 0.1; done; exec $daemon" --within=20 >out 2>running </dev/null &
  local runs=$!
  has_daemon() { [ -n "$(daemon_of_copy 2)" ]; }
  eventually has_daemon
  kill -TERM "$(copy_of 2)" # before the hosts have met
  : >go
  wait $runs || fault "a signal to one copy ends all: $(cat running)"
  grep -q "$(host_of_copy_2) is not there: a signal has come" running || fault "nothing is said of it: $(cat running)"
}

program_is_no_copy() {
  expect 0 start 2 mentat launch mpi -- sh -c 'env | grep -E "^(MENTAT_ADDRESS|PMI_|PMIX_|MPI_LOCAL|OMPI_COMM_WORLD_)"'
  says '^MENTAT_ADDRESS='
  grep -qv '^MENTAT_ADDRESS=' out && fault 'the program is taken for a copy'
}

puts_no_card() {
  cat >"$work/silent.py" <<'END'
import ctypes, time
class process(ctypes.Structure):
    _fields_ = [("name_space", ctypes.c_char * 256), ("rank", ctypes.c_uint32)]
class info(ctypes.Structure):
    _fields_ = [("key", ctypes.c_char * 512), ("flags", ctypes.c_uint64), ("type", ctypes.c_uint64), ("value", ctypes.c_uint64 * 3)]
pmix, self, collects = ctypes.CDLL("libpmix.so.2"), process(), info(b"pmix.collect", 0, 1, (1, 0, 0))
pmix.PMIx_Init(ctypes.byref(self), None, 0)
pmix.PMIx_Commit()
pmix.PMIx_Fence(None, 0, ctypes.byref(collects), 1)
time.sleep(60)
END
  timeout -k 5 50 mpirun.openmpi -n 1 mentat launch mpi --within=2 -- "$hello" : -n 1 python3 "$work/silent.py" >out 2>err && fault 'a copy without a card is not missed'
  complains 'mpirun (PMIx): PMIx_Get: '
}

stopped_launcher() { # PMIx waits for ever; on one that is killed in the midst of a call, too
  expect 1 timeout -k 5 40 sh -c 'mpirun.openmpi -n 1 sh -c "echo \$\$ >copy; kill -STOP \$PPID; exec mentat launch mpi --within=2 -- \"\$0\" 2>copy.err" "$0" &
    until [ -s copy ]; do sleep 0.1; done
    while kill -0 "$(cat copy)" 2>/dev/null && ! grep -qs "^State:.*Z" "/proc/$(cat copy)/status"; do sleep 0.1; done
    kill -9 $!; exit 1' "$hello"
  grep -q 'PMIx_Init does not return: mpirun has been killed or stopped' copy.err || fault "it says: $(cat copy.err)"
  eventually nothing_left
}

launchers_within_launchers() {
  for inner in 'mpirun.openmpi -n 1 mpiexec.hydra' 'mpiexec.hydra -n 1 mpirun.openmpi'; do
    expect 0 timeout -k 5 60 $inner -n 2 "$hello"
    [ "$(grep -c 'Hello, world' out)" = 1 ] || fault "$inner: the outer launcher counts"
  done
}

# An mpiexec that keeps values.
launcher_that_keeps() {
  cat >"$work/keeps.py" <<'END'
import fcntl, os, socket, struct, subprocess, sys, termios, time
size, last_barrier = sys.argv[1:3]
mine, theirs = socket.socketpair()
child = subprocess.Popen(["mentat", "launch", "mpi", "--within=5", "--", *sys.argv[3:]], pass_fds=[theirs.fileno()], stdout=subprocess.PIPE,
    env={**os.environ, "PMI_FD": str(theirs.fileno()), "PMI_RANK": "0", "PMI_SIZE": size})
theirs.close()
values, barriers, wrong_at = {}, 0, None
def of_another_build(card):
    return bytes.fromhex(card).replace(b'"build":"', b'"build":"9.').hex()
for line in mine.makefile("r"):
    words = dict(word.split("=", 1) for word in line.split())
    kind = words["cmd"]
    answer = {"init": "response_to_init rc=0", "get_maxes": "maxes vallen_max=1024", "get_my_kvsname": "my_kvsname kvsname=k",
              "put": "put_result rc=0", "barrier_in": "barrier_out", "finalize": "finalize_ack"}.get(kind)
    if kind == "put":
        values[words["key"]] = words["value"]
        if words["key"] == "mentat-card-0":
            values["mentat-card-1"] = of_another_build(words["value"])
    if kind == "get":
        answer = "get_result rc=0 value=" + values[words["key"]]
    if kind == "barrier_in":
        barriers += 1
        if barriers == int(last_barrier):
            answer, wrong_at = "nonsense", time.monotonic()
    if kind == "abort":
        unread = struct.unpack("i", fcntl.ioctl(child.stdout, termios.FIONREAD, b"    "))[0]
        if unread and wrong_at and time.monotonic() - wrong_at < 0.9:
            sys.exit("it aborts, and has not waited for the reader of its output")
        break
    mine.sendall(f"cmd={answer}\n".encode())
sys.stdout.write(child.stdout.read().decode())
sys.exit(child.wait())
END
  expect 1 timeout -k 5 20 python3 "$work/keeps.py" 2 0 true
  complains ') has Mentat 9.'
  expect 0 timeout -k 5 20 python3 "$work/keeps.py" 1 0 "$hello"
  says 'Hello, world'
  expect 0 timeout -k 5 20 python3 "$work/keeps.py" 1 5 "$hello" # the fence behind the program
  says 'Hello, world'
  complains 'the copies do not end together: mpiexec (PMI_FD): expected the answer barrier_out'
  eventually nothing_left
}

failures_of_copies() {
  begin until "$work/over"
  shows_no_key
  victim=$(daemon_of_copy 2)
  kill -9 "$victim"
  : >over
  wait $runs || fault "survivor ended with status $? after a host had died: $(cat running)"
  [ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
  grep -q "host $(host_of_copy_2) is gone: its daemon ended with" running || fault "nothing is said of it: $(cat running)"
  cleared
  for copy in 2 0; do # the launcher ends all
    begin forever
    kill -9 "$(copy_of $copy)"
    wait $runs && fault "the end of copy $copy is not told"
    eventually no_process_left
  done
  for signal in INT KILL; do
    begin forever
    kill -$signal "$(launcher)"
    wait $runs && fault "SIG$signal is not the end"
    eventually no_process_left
  done
  cleared
  begin forever
  kill -TERM "$(copy_of 2)" # that machine leaves in order
  has_left() { mentat list hosts --session "$(basename "$XDG_RUNTIME_DIR"/mentat/mpi-????????)" | grep -qE "$(host_of_copy_2) +left"; }
  eventually has_left
  kill -TERM "$(launcher)"
  wait $runs && fault 'SIGTERM is not the end'
  cleared
}

garbage() {
  local talk="$work/talk.py" answers
  cat >"$talk" <<'END'
import os, socket, subprocess, sys
mine, theirs = socket.socketpair()
answers = sys.argv[1].encode().decode("unicode_escape").encode()
child = subprocess.Popen(["mentat", "launch", "mpi", "--within=1", "--", "true"], pass_fds=[theirs.fileno()],
    env={**os.environ, "PMI_FD": str(theirs.fileno()), "PMI_RANK": "0", "PMI_SIZE": "2"})
theirs.close()
try:
    for answer in answers.splitlines(True):
        if not mine.recv(8192):
            break
        mine.sendall(answer)
    if sys.argv[2] == "silent":
        child.wait()
    mine.close()
except OSError:
    pass
sys.exit(child.wait())
END
  local init='cmd=response_to_init rc=0\n' limits='cmd=maxes vallen_max=1024\n' space='cmd=my_kvsname kvsname=k\n' done='cmd=put_result rc=0\n'
  for answers in '' 'nonsense\n' 'cmd=response_to_init rc=-1\n' "$init"'cmd=maxes\n' "$init$limits"'cmd=my_kvsname\n' "$init$limits$space"'cmd=put_result rc=1\n' \
    "$init$limits$space$done"'cmd=barrier_in\n' "$init$limits$space$done"'cmd=barrier_out\ncmd=get_result value=zz\n' \
    "$init$limits$space$done"'cmd=barrier_out\ncmd=get_result value=7b7d\n' "$(head -c 20000 /dev/zero | tr '\0' x)"; do
    expect 1 timeout -k 5 20 python3 "$talk" "$answers" closes
    grep -q '^mentat: .*\(mpiexec\|copy 0\)' err || fault "it does not say who answers wrongly: $(cat err)"
    expect 1 timeout -k 5 20 python3 "$talk" "$answers" silent
  done
  PMI_RANK=0 PMI_SIZE=2 PMI_FD=x expect 125 "$hello"
  complains 'PMI_FD is x, not a descriptor'
  PMI_RANK=2 PMI_SIZE=2 PMI_FD=1 expect 125 "$hello"
  complains 'PMI_RANK is 2 and PMI_SIZE is 2'
  for wrong in 1 999; do
    PMI_RANK=0 PMI_SIZE=2 PMI_FD=$wrong expect 1 "$hello"
    complains "PMI_FD=$wrong is not a connection to mpiexec"
  done
  expect 2 mentat launch mpi -- "$hello"
  complains 'neither mpirun nor mpiexec has started this command'
  expect 2 mentat launch mpi --within=0 -- "$hello"
  eventually nothing_left
}

flavour=mpich
if [ -n "$mpich" ]; then
  one_machine
  three_machines
  failures_of_copies
  timeout -k 5 60 mpiexec.hydra -n 1 mentat launch mpi --within=1 -- "$hello" : -n 1 sleep 100 >out 2>err && fault 'a copy that never comes is not missed'
  complains 'not all of the 2 copies that mpiexec has started have met within 1 s'
  program_is_no_copy
  slow_daemons
  long_reason
else
  echo 'mpich is not installed: nothing of it is tested'
fi
garbage
launcher_that_keeps
flavour=openmpi
if [ -n "$openmpi" ]; then
  one_machine
  program_is_no_copy
  puts_no_card
  stopped_launcher
  [ -z "$mpich" ] || launchers_within_launchers
  if unshare --uts true 2>/dev/null; then
    three_machines
    late_daemon
    failures_of_copies
  fi
else
  echo 'openmpi-bin is not installed: nothing of it is tested'
fi
mentat doctor >out 2>err
[ -z "$mpich" ] || says '^good +engines .*\(MPICH\)'
[ -z "$openmpi" ] || says '^good +engines .*\(Open MPI'
finish
