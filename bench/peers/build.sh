#!/bin/bash
# Builds the programs of bench/ that need optional packages into the folder OUT:
#   bench/peers/build.sh OUT [--install]
# If a package is missing, OUT/NAME.skipped says so. Status 1: a program did not compile, or
# --install failed.
set -euo pipefail
checkout=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd -P)
mkdir -p "$1"
out=$(cd "$1" && pwd -P)
cd "$checkout"

if [ "${2:-}" = --install ]; then
  become=()
  [ "$(id -u)" -eq 0 ] || become=(sudo)
  mapfile -t packages < <(grep -v '^#' tools/packages.peers.txt)
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
fi

# is_there PACKAGE...: whether they are installed.
is_there() {
  local each
  for each in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$each" 2>/dev/null)" = installed ] || { missing=$each; return 1; }
  done
}

# skip NAME: says that it cannot be built because of the package that was found missing.
skip() {
  echo "the Debian package $missing is not installed; './mentat bench peers --install' does it" >"$out/$1.skipped"
}

# program NAME "PACKAGES" SOURCE COMMAND...: compiles unless a package is missing or the program is
# newer than its inputs.
program() {
  local name=$1 packages=$2 source=$3
  shift 3
  # shellcheck disable=SC2086
  if ! is_there $packages; then
    rm -f "$out/$name"
    skip "$name"
    return
  fi
  rm -f "$out/$name.skipped"
  local read=("$source" bench/*.h bench/{peers,metg}/*.h bench/peers/calls.* bench/metg/task_graph.cc daemons/tmu/spill/*.{h,cc})
  if [ -e "$out/$name" ] && [ -z "$(find "${read[@]}" -newer "$out/$name" -print -quit)" ]; then return; fi
  [ -e "$source" ] || return 0
  echo "building $name" >&2
  "$@" -std=c++20 -O2 -I. -I"$out" "$source" -o "$out/$name.new" "${libraries[@]}" >"$out/$name.log" 2>&1 || {
    tail -n 20 "$out/$name.log" >&2
    echo "bench/peers/build.sh: $name does not compile; the whole output is in $out/$name.log" >&2
    exit 1
  }
  mv "$out/$name.new" "$out/$name"
}

# mpirun briefly opens sockets on every interface: where permitted it runs in its own network
# namespace.
launcher() {
  cat >"$out/$1" <<END
#!/bin/sh
isolated=
unshare --user --map-root-user --net true 2>/dev/null && isolated="unshare --user --map-root-user --net sh -c 'ip link set lo up 2>/dev/null; exec \"\\\$@\"' sh"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
eval exec \$isolated mpirun --oversubscribe --mca btl self,vader --mca pml ob1 --bind-to none -np 2 '"\$(dirname "\$0")"/'$1.ranks '"\$@"'
END
  chmod +x "$out/$1"
  rm -f "$out/$1.skipped"
  [ -e "$out/$1.ranks" ] || mv "$out/$1.ranks.skipped" "$out/$1.skipped"
}

libraries=(bench/metg/task_graph.cc -pthread)
program metg_openmp "g++" bench/metg/openmp.cc g++ -fopenmp
libraries=(bench/metg/task_graph.cc -ltbb -pthread)
program metg_tbb "libtbb-dev" bench/metg/tbb.cc g++
libraries=(bench/metg/task_graph.cc)
program metg_mpi.ranks "libopenmpi-dev openmpi-bin" bench/metg/mpi.cc mpicxx
launcher metg_mpi

libraries=(bench/peers/calls.cc -ltbb -pthread)
program tbb "libtbb-dev" bench/peers/tbb.cc g++
libraries=(bench/peers/calls.cc)
program mpi.ranks "libopenmpi-dev openmpi-bin" bench/peers/mpi.cc mpicxx
launcher mpi
libraries=(bench/peers/calls.cc -lucp -lucs)
program raw_ucx "libucx-dev" bench/peers/raw_ucx.cc g++
libraries=(bench/peers/calls.cc -lcaf_core -pthread)
program caf "libcaf-dev" bench/peers/caf.cc g++
if is_there libcapnp-dev capnproto; then
  (cd bench/peers && capnp compile -oc++:"$out" calls.capnp)
  libraries=(-x c++ "$out/calls.capnp.c++" bench/peers/calls.cc -lcapnp-rpc -lcapnp -lkj-async -lkj -pthread)
fi
program capnp "libcapnp-dev capnproto" bench/peers/capnp.cc g++
grpc_needs="libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc"
if is_there $grpc_needs; then
  protoc -Ibench/peers --cpp_out="$out" --grpc_out="$out" \
    --plugin=protoc-gen-grpc="$(command -v grpc_cpp_plugin)" calls.proto
  libraries=("$out"/calls{,.grpc}.pb.cc bench/peers/calls.cc -Wl,--copy-dt-needed-entries -lgrpc++ -lprotobuf -pthread)
fi
program grpc "$grpc_needs" bench/peers/grpc.cc g++
libraries=(daemons/tmu/spill/spill_file.cc mmps/base/{block_pool,crc32c}.cc mmps/wire/{codec,mentat_message}.cc -llmdb)
program spill "liblmdb-dev" daemons/tmu/spill/spill_bench.cc g++
libraries=(-ltbb -pthread)
program space_tbb "libtbb-dev" bench/peers/space_tbb.cc g++
libraries=(-lhiredis -pthread)
program space_redis "libhiredis-dev redis-tools" bench/peers/space_redis.cc g++
if is_there ruby; then
  rm -f "$out/space_rinda.skipped"
  ln -sf "$checkout/bench/peers/space_rinda.rb" "$out/space_rinda"
else
  rm -f "$out/space_rinda"
  skip space_rinda
fi
