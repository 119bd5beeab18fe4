#!/bin/bash
# How soon hosts are there, give their work away and are missed, with real engines on this machine. Prints a row for each run. Needs
# root, and what tools/packages.engines.txt names; build first: `bazel build //tools/sdk //tests/cluster:drained //examples/...`.
#   bash bench/engines/engines.sh namespaces|ssh [HOSTS]    a launch on so many hosts (16)
#   bash bench/engines/engines.sh drain|lost                of three hosts, while a program runs
#   bash bench/engines/engines.sh search                    the protein search on two nodes of Slurm, by hand, and serial
#   bash bench/engines/engines.sh mpi                       examples/hello by mpiexec and mpirun, and an empty program, in turns
#   bash bench/engines/engines.sh calls                     examples/hello on three nodes of Slurm, and its allocation alone
#   bash bench/engines/engines.sh idle                      what the daemons of three idle hosts take of a core in a minute
set -u
part=${1:-} hosts=${2:-16} rounds=5
case $part in
  namespaces | ssh | drain | lost | search | mpi | calls | idle) ;;
  *) exec sed -n '2,11s/^# \{0,1\}//p' "$0" ;;
esac
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
built=$top/bazel-bin
export MENTAT_UNDER_TEST=$built/tools/sdk/sdk/bin/mentat TEST_TMPDIR=${TMPDIR:-/tmp}
if [ "$part" = search ] || [ "$part" = calls ]; then
  source "$top/tests/engines/slurm_rig.sh"
  in_namespaces "$top/bench/engines/engines.sh" "$@"
fi
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1
now_ms() { echo $(($(date +%s%N) / 1000000)); }
timed() { # WHAT COMMAND...
  local before status
  before=$(now_ms)
  "${@:2}" >out 2>err </dev/null
  status=$?
  printf '%-40s %6d ms' "$1" $(($(now_ms) - before))
  [ $status = 0 ] && echo || { echo "   ended with status $status: $(tail -n 3 err)"; exit 1; }
}

# Until the program begins, and whole.
timed_launch() { # WHAT COMMAND...
  local begun
  begun=$(now_ms)
  timed "$@" -- sh -c 'echo $(($(date +%s%N) / 1000000)) >began'
  printf '%-40s %6d ms\n' '  until the program began' $(($(cat began) - begun))
}

launch_in_namespaces() {
  networks "$hosts" me$$ 10.74.13
  for ((run = 0; run < rounds; ++run)); do
    timed_launch "$hosts hosts in namespaces" on 1 "$mentat" launch --remote-mentat="$mentat" --via "ip netns exec $name-{host}" --all-hosts \
      --hosts="$(seq -s , 2 "$hosts")"
  done
}

launch_by_ssh() {
  local i port=$((20000 + RANDOM % 10000)) all
  all=$(seq -s , -f '127.0.0.%.0f' 2 "$hosts")
  for key in host_key user_key; do ssh-keygen -q -t ed25519 -N '' -f $key; done
  cp user_key.pub authorized_keys
  mkdir -p /run/sshd bin
  trap 'cat "$work"/sshd.*.pid | xargs -r kill' EXIT
  for ((i = 2; i <= hosts; ++i)); do
    printf '%s\n' "ListenAddress 127.0.0.$i" "Port $port" "HostKey $work/host_key" "AuthorizedKeysFile $work/authorized_keys" \
      "PidFile $work/sshd.$i.pid" 'UsePAM no' 'StrictModes no' \
      "SetEnv XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR XDG_CONFIG_HOME=$XDG_CONFIG_HOME XDG_STATE_HOME=$XDG_STATE_HOME" >"sshd_config.$i"
    /usr/sbin/sshd -f "$work/sshd_config.$i" -E "$work/sshd.$i.log" || exit 1
    printf '[127.0.0.%s]:%s %s\n' "$i" "$port" "$(cat host_key.pub)" >>known_hosts
  done
  printf '%s\n' 'Host *' "  Port $port" "  IdentityFile $work/user_key" "  UserKnownHostsFile $work/known_hosts" '  IdentitiesOnly yes' >client
  printf '#!/bin/sh\nexec %s -F %s "$@"\n' "$(command -v ssh)" "$work/client" >bin/ssh
  chmod +x bin/ssh
  PATH=$work/bin:$PATH
  for ((run = 0; run < rounds; ++run)); do
    timed_launch "$hosts hosts, $((hosts - 1)) of them by ssh" "$mentat" launch ssh --remote-mentat="$mentat" --all-hosts --hosts="$all"
  done
}

three_hosts() {
  local i line
  "$mentat" start --session h1 --name h1 --listen tcp://127.0.0.1:0 >out 2>&1 || exit 1
  for i in 2 3; do join_host $i; done
  export MENTAT_ADDRESS=$work/run/mentat/h1 MENTAT_LOG=error
}
join_host() {
  "$mentat" start --session "h$1" --name "h$1" --listen tcp://127.0.0.1:0 --join "$(invitation h1)" >out 2>&1 || { cat out; exit 1; }
}
run_units() { # CALLS MS
  rm -f log
  MENTAT_MODE=cluster "$built/tests/cluster/drained" units "$1" "$2" "$work/log" >dug 2>told </dev/null &
  program=$!
  until [ -e log ] && [ "$(wc -l <log)" -ge 6 ]; do sleep 0.01; done
}
executed_twice() { cut -d ' ' -f 1 "$work/log" | sort -n | uniq -d | wc -l; }

drain_a_host() {
  three_hosts
  for ((run = 0; run < rounds; ++run)); do
    run_units 106 1000
    timed 'drain beside 100 queued units of 1 s' "$mentat" drain h3 --within 20s
    wait $program
    echo "  $(executed_twice) executed twice"
    "$mentat" stop --session h3 >out 2>&1
    join_host 3
  done
}

descendants() {
  local child
  for child in $(pgrep -P "$1"); do echo "$child" && descendants "$child"; done
}
# All of the host stands still, as after a power cut: nothing tells of it. The units that it had queue behind those of the others.
lose_a_host() {
  local silent before queue=$1
  for ((run = 0; run < rounds; ++run)); do
    run_units "$queue" 300
    silent="$(supervisor_of h3) $(descendants "$(supervisor_of h3)")"
    kill -STOP $silent
    before=$(now_ms)
    until [ "$(executed_twice)" -gt 0 ]; do
      kill -0 $program 2>/dev/null || { echo 'the program ended, and no work of the silent host ran again'; exit 1; }
      sleep 0.02
    done
    printf '%-40s %6d ms\n' "a silent host, to its work again, of $queue" $(($(now_ms) - before))
    wait $program
    kill -KILL $silent
    join_host 3
  done
}

search_by_slurm() {
  local search="$built/examples/protein_search/protein_search --queries 20"
  begin_slurm "$work/rig" >out 2>err || { cat err; exit 1; }
  export MENTAT_WORKERS=1 MENTAT_DRIVER_EXECUTES=true
  three_hosts
  "$mentat" stop --session h3 >out 2>&1
  for ((run = 0; run < rounds; ++run)); do
    timed 'protein search, serial' env MENTAT_MODE=serial $search
    timed 'protein search, two hosts by hand' env MENTAT_MODE=cluster $search
    timed 'protein search, two nodes of Slurm' env -u MENTAT_ADDRESS salloc -N2 "$mentat" run --mode=cluster $search
  done
}

run_by_mpi() {
  local hello=$built/examples/hello/hello
  export PATH=${mentat%/*}:$PATH
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 MENTAT_MODE=cluster
  for ((run = 0; run < rounds; ++run)); do
    timed 'mpiexec -n 3 true' timeout -k 5 60 mpiexec.hydra -n 3 true
    timed 'mpiexec -n 3 ./hello' timeout -k 5 60 mpiexec.hydra -n 3 "$hello"
    timed 'mpirun -n 3 true' timeout -k 5 60 mpirun.openmpi -n 3 true
    timed 'mpirun -n 3 ./hello' timeout -k 5 60 mpirun.openmpi -n 3 "$hello"
  done
}

call_on_slurm() {
  begin_slurm "$work/rig" >out 2>err || { cat err; exit 1; }
  for ((run = 0; run < rounds; ++run)); do
    timed 'hello in salloc -N3, whole' salloc -N3 sh -c '"$@"; echo $? >status' sh bash -c '
      before=$(date +%s%N)
      "$1" launch slurm --all-hosts -- sh -c "date +%s%N >began; \"\$0\"; date +%s%N >ended" "$2"
      echo $((($(cat began) - before) / 1000000)) >up' sh "$mentat" "$built/examples/hello/hello"
    printf '%-40s %6d ms\n' '  until three hosts are up' "$(cat up)" '  the program' $((($(cat ended) - $(cat began)) / 1000000))
  done
}

nanoseconds_of() { cat /proc/$1/task/*/schedstat 2>/dev/null | awk '{ sum += $1 } END { printf "%d", sum }'; }
stay_idle() {
  local host daemon
  three_hosts
  declare -A before
  sleep 5
  for host in h1 h2 h3; do before[$host]=$(nanoseconds_of "$(daemon_of $host)"); done
  sleep 60
  for host in h1 h2 h3; do
    printf '%-40s %8.4f %% of a core\n' "the idle daemon of $host" \
      "$(awk -v ns=$(($(nanoseconds_of "$(daemon_of $host)") - before[$host])) 'BEGIN { print ns / 6e8 }')"
  done
}

case $part in
  mpi) run_by_mpi ;;
  calls) call_on_slurm ;;
  idle) stay_idle ;;
  namespaces) launch_in_namespaces ;;
  ssh) launch_by_ssh ;;
  drain) drain_a_host ;;
  lost)
    three_hosts
    lose_a_host 12
    lose_a_host 200
    ;;
  search) search_by_slurm ;;
esac
finish
