#!/bin/bash
# The image of examples/container, and the pods of `mentat launch k8s`, with a real podman in namespaces of its own.
#   containers_test.sh HELLO SURVIVOR
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
skip() { echo "SKIPPED: $*"; exit 0; }
if [ -z "${IN_NAMESPACES:-}" ]; then
  [ "$(id -u)" -eq 0 ] || skip 'containers with networks need root'
  for program in podman ip; do command -v $program >"$TEST_TMPDIR/which" || skip "there is no $program"; done
  for program in runc iptables; do PATH=$PATH:/usr/sbin command -v $program >"$TEST_TMPDIR/which" || skip "there is no $program"; done
  for program in netavark aardvark-dns; do [ -x /usr/lib/podman/$program ] || skip "there is no $program"; done
  [ -x /usr/bin/catatonit ] || skip 'there is no catatonit'
  /usr/bin/python3 -c 'import yaml' 2>"$TEST_TMPDIR/which" || skip 'there is no python3-yaml'
  unshare --net --mount true 2>"$TEST_TMPDIR/which" || skip 'namespaces cannot be made here'
  IN_NAMESPACES=1 exec unshare --net --mount --pid --fork --kill-child --mount-proc bash "$here/containers_test.sh" "$@"
fi
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
example=$PWD/examples/container
source "$here/../hosts/harness.sh"
source "$here/containers_rig.sh"
trap remove_containers EXIT
cd "$work" || exit 1

# ---- the image
expect 0 env MENTAT="$mentat" "$example/image_root.sh" root "$hello" "$survivor"
expect 0 podman build -q -t lab/test:1 -f "$example/Containerfile" root
podman_runs lab/test:1 >out 2>err || skip "podman runs no container here: $(tail -n 1 err)"
says '^mentat '
du -sh root | sed 's/^/image: /'
in_image() { podman run --rm --network=none "$@"; }
expect 0 in_image lab/test:1 mentat run --mode=processes /app/hello
says 'Hello, world'
expect 0 in_image --read-only --cap-drop=ALL --security-opt=no-new-privileges lab/test:1 mentat run --mode=processes hello
says 'Hello, world'
expect 0 env MENTAT="$mentat" "$example/image_root.sh" other "$hello"
expect 1 env MENTAT="$mentat" "$example/image_root.sh" other "$hello"
complains 'there is other already'
expect 1 env MENTAT="$mentat" "$example/image_root.sh" third no-such-program
expect 1 env MENTAT=/no/mentat "$example/image_root.sh" fourth "$hello"
expect 2 "$example/image_root.sh"

# ---- SIGTERM to process 1 of a container
expect 0 podman run -d --network=engines --name=lone lab/test:1 mentat start --listen=auto --foreground
expect 0 timeout 5 podman stop --time=10 lone
expect 0 podman inspect --format='{{.State.ExitCode}}' lone
says '^0$'

# ---- the pods of a run
pods_of() { # NAME OPTION... -- PROGRAM...
  "$mentat" launch k8s --dry-run --image=localhost/lab/test:1 --name="$@" >manifests &&
    /usr/bin/python3 "$here/as_pods.py" pods secret <manifests >names || return
  local name
  while read -r name; do podman secret create "$name" secret || return; done <names
  podman play kube --network=engines pods
}
status_of() { # STATUS POD
  expect 0 timeout 60 podman wait "$2-mentat"
  says "^$1\$"
}
logs_of() { expect 0 podman logs "$1-mentat"; }
expect 0 pods_of run --hosts=2 --all-hosts -- /app/hello '$(HOME) "'
for pod in run run-hosts-0 run-hosts-1; do status_of 0 $pod; done
logs_of run
says 'Hello, world'
complains 'mentat: Kubernetes, 3 hosts in session default: this one  run-hosts-'
podman inspect --format='{{.Args}} {{.Config.Env}}' run-mentat run-hosts-0-mentat | grep -E '[0-9a-f]{64}' && fault 'a container shows a key'
remove_containers

# A host has the cores of its pod.
expect 0 pods_of cores --hosts=1 --all-hosts --cpu=1 -- mentat list hosts
status_of 0 cores
logs_of cores
says '^1 +cores +up +.*tcp:'
says '^2 +cores-hosts-0 +up +.*tcp:'
[ "$(awk '/tcp:/ {print $4}' out | sort -u)" = 1 ] || fault 'a pod with --cpu=1 has other cores'
remove_containers

# ---- a pod is evicted, or killed: the program goes on, until that of the driver is stopped
leaves() { # HOW STATUS WORD...: the pod of the second host goes in that way
  expect 0 pods_of lasts --hosts=2 --all-hosts -- survivor forever
  eventually sh -c 'podman logs lasts-mentat 2>&1 | grep -q running'
  expect 0 timeout 20 podman "${@:3}" lasts-hosts-1-mentat
  status_of "$2" lasts-hosts-1
  eventually sh -c "podman exec lasts-mentat mentat list hosts | grep -qE '^[0-9]+ +lasts-hosts-1 +$1 '"
  expect 0 podman exec lasts-mentat mentat list hosts
  says '^[0-9]+ +lasts-hosts-0 +up '
  expect 0 podman stop --time=20 lasts-mentat
  status_of 143 lasts
  status_of 0 lasts-hosts-0
  remove_containers
}
leaves left 0 stop --time=20
leaves lost 137 kill

# ---- running containers, by --via
for name in c2 c3; do expect 0 podman run -d --network=engines --name=$name lab/test:1 mentat start --session=idle --listen=auto --foreground; done
expect 0 "$mentat" launch --via='podman exec -i {host}' --hosts=c2,c3 --all-hosts -- "$hello"
says 'Hello, world'
complains '3 hosts in session'
finish
