# Sourced by tests inside of namespaces of their own (in_namespaces): a real Slurm with three nodes n1 to n3 on this machine. Its
# configuration, keys, state and logs lie in a folder of the test, so that a Slurm of the machine is not touched, and it ends with the
# process namespace.

# Starts the test again in namespaces, or says why it is skipped.
in_namespaces() { # SCRIPT ARGUMENT...
  [ -n "${IN_RIG:-}" ] && return
  local program
  for program in slurmctld slurmd munged srun; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "SKIPPED: $program is not installed (slurmctld slurmd slurm-client munge)"; exit 0; }
  done
  unshare --mount --pid --fork --uts --net --mount-proc true 2>/dev/null || { echo 'SKIPPED: namespaces cannot be made here (needs root)'; exit 0; }
  exec unshare --mount --pid --fork --kill-child --uts --net --mount-proc env IN_RIG=1 bash "$@"
}

begin_slurm() { # FOLDER [LINE...]: further lines of slurm.conf
  local rig=$1 folder i
  export PATH=$PATH:/usr/sbin SLURM_CONF=/etc/slurm/slurm.conf
  mount --make-rprivate /
  hostname lab
  ip link set lo up
  ip link add dummy0 type bridge && ip addr add 10.77.0.254/24 dev dummy0 && ip link set dummy0 up
  for folder in /etc/slurm /etc/munge /run /var/spool /var/log /var/lib/munge; do
    mkdir -p "$folder" "$rig/root$folder"
    mount --bind "$rig/root$folder" "$folder"
  done
  mkdir -p /run/munge /var/log/munge /var/log/slurm /run/lock
  printf '127.0.0.1 lab localhost\n' >"$rig/hosts" && mount --bind "$rig/hosts" /etc/hosts
  head -c 1024 /dev/urandom >/etc/munge/munge.key
  chown munge: /etc/munge /etc/munge/munge.key /run/munge /var/log/munge /var/lib/munge
  chmod 400 /etc/munge/munge.key
  chmod 700 /etc/munge /var/log/munge /var/lib/munge
  chown root: /var/log /run; chmod 755 /run/munge /run /var/log
  munged --force || return
  cat >"$SLURM_CONF" <<END
ClusterName=lab
SlurmctldHost=lab(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
SlurmctldPort=6817
SlurmctldPidFile=/run/slurmctld.pid
SlurmdPidFile=/run/slurmd.%n.pid
SlurmdSpoolDir=/var/spool/slurmd.%n
StateSaveLocation=/var/spool/slurmctld
SlurmctldLogFile=/var/log/slurm/slurmctld.log
SlurmdLogFile=/var/log/slurm/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0,bf_interval=1
KillWait=5
SlurmdTimeout=10
SlurmdParameters=config_overrides
NodeName=n[1-3] NodeHostname=lab NodeAddr=127.0.0.1 Port=[17001-17003] CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=low Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  printf '%s\n' "${@:2}" >>"$SLURM_CONF"
  slurmctld -c || return
  for i in 1 2 3; do slurmd -N n$i -c || return; done
  for ((i = 0; i < 200; ++i)); do
    [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 3 ] && return
    sleep 0.1
  done
  return 1
}
