# Sourced in namespaces of its own, which containers_test.sh makes: podman with storage, networks and configuration below $work, so that
# nothing of the machine's own is touched. Its runtime takes the limits of processes from each container, because they may be set only where
# the machine permits that.
export PATH=$PATH:/usr/sbin:/sbin # of iptables
ip link set lo up
mount -t tmpfs tmpfs /run
mkdir -p "$work/podman/networks"
podman_folder=$work/podman
cat >"$podman_folder/storage.conf" <<END
[storage]
driver = "vfs"
graphroot = "$podman_folder/storage"
runroot = "/run/storage"
END
cat >"$podman_folder/runtime" <<END
#!/bin/bash
for ((i = 1; i < \$#; ++i)); do
  next=\$((i + 1))
  case \${!i} in
    --bundle | -b) /usr/bin/python3 -c 'import json, sys
with open(sys.argv[1]) as file: bundle = json.load(file)
bundle["process"].pop("rlimits", None)
with open(sys.argv[1], "w") as file: json.dump(bundle, file)' "\${!next}/config.json" ;;
  esac
done
exec $(command -v runc) "\$@"
END
chmod +x "$podman_folder/runtime"
cat >"$podman_folder/containers.conf" <<END
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "of_test"
tmp_dir = "/run/libpod"
[engine.runtimes]
of_test = ["$podman_folder/runtime"]
[network]
network_backend = "netavark"
network_config_dir = "$podman_folder/networks"
END
export CONTAINERS_STORAGE_CONF=$podman_folder/storage.conf CONTAINERS_CONF=$podman_folder/containers.conf
remove_containers() {
  podman pod rm -f --all
  podman rm -f --all
  podman volume rm -f --all
  podman secret rm --all
} >"$work/removed" 2>&1
podman_runs() { podman network create engines && podman run --rm --network=engines "$1" mentat version; }
