#!/bin/bash
# The tarball and the Debian packages: the same bytes from another place, used from a root of their own, purged without a rest.
for program in dpkg dpkg-buildpackage dpkg-deb dh xz; do
  command -v $program >"$TEST_TMPDIR/which" || { echo "SKIPPED: there is no $program"; exit 0; }
done
make_packages=$PWD/tools/package/make_packages.sh
source tests/command/harness.sh
export HOME=$TEST_TMPDIR/home MENTAT_PRECOMPILED=off
unset MENTAT_CHECKOUT MENTAT_BUILT MENTAT_BAZEL
export PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin  # dpkg looks for ldconfig there
mkdir -p "$HOME"

expect 0 "$make_packages" "$mentat" made
expect 1 "$make_packages" "$mentat" /proc/no
packages=(made/mentat_*.deb made/mentat-dev_*.deb made/python3-mentat_*.deb made/mentat-dashboard_*.deb)
for package in "${packages[@]}" made/mentat-*-linux-*.tar.xz; do exists "$package"; done
expect 0 dpkg-deb --field "${packages[1]}" Depends
for dependency in 'mentat (= ' 'libclang-cpp19' 'g++' 'libboost-context-dev'; do says "$dependency"; done
expect 0 dpkg-deb --field "${packages[0]}" Depends
says libzmq5
if command -v lintian >"$TEST_TMPDIR/which"; then
  expect 0 lintian --allow-root --fail-on error,warning made/*.deb
  [ ! -s "$TEST_TMPDIR/out" ] || fault 'lintian finds something'
else
  echo 'not checked: there is no lintian'
fi

# ---- no path of this build is in them, each file belongs to one package
mkdir unpacked
for package in "${packages[@]}"; do dpkg-deb -x "$package" unpacked; done
outputs=$(realpath "$mentat")
expect 1 grep -rlaF -e "${outputs%/execroot/*}" -e "$(realpath "$TEST_TMPDIR")" -e "$HOME" unpacked
for package in "${packages[@]}"; do dpkg-deb --fsys-tarfile "$package" | tar -t | grep -v '/$'; done | sort | uniq -d >"$TEST_TMPDIR/out"
[ ! -s "$TEST_TMPDIR/out" ] || fault 'several packages have the same file'
exists unpacked/usr/lib/mentat/share/mentat/mentat.spdx.json

# ---- installed in a root of its own, used, purged
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root"/var/lib/dpkg/{status,available}
in_root() { dpkg --root="$root" --force-not-root --force-depends --force-script-chrootless --log="$work/dpkg.log" "$@"; }
rest() { (cd "$root" && find . -path ./var/lib/dpkg -prune -o -print | sort); }
rest >before
expect 0 in_root --install "${packages[@]}"
cat >doubled.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] doubler {
 public:
  int twice(int n) { return 2 * n; }
};

int main() {
  doubler d;
  int twice = d.twice(21);
  std::printf("%d\n", twice);
}
END
installed=$root/usr/bin/mentat
expect 0 "$installed" version --spdx
says '"spdxVersion": "SPDX-2.3"'
expect 0 "$installed" c++ doubled.mpl.cc -o doubled
expect 0 "$installed" run --mode=threads ./doubled
says 42
expect 0 "$installed" verify ./doubled
expect 0 gzip -dc "$root/usr/share/man/man1/mentat-c++.1.gz"
says 'translate'
if command -v cmake >"$TEST_TMPDIR/which"; then
  mkdir project
  mv doubled.mpl.cc project
  printf '%s\n' 'cmake_minimum_required(VERSION 3.23)' 'project(doubled CXX)' 'find_package(Mentat 0.1 REQUIRED)' \
    'mentat_add_executable(doubled doubled.mpl.cc)' >project/CMakeLists.txt
  expect 0 cmake -S project -B project/build -DCMAKE_PREFIX_PATH="$root/usr"
  expect 0 cmake --build project/build
  expect 0 project/build/doubled
  says 42
fi
if command -v pkg-config >"$TEST_TMPDIR/which"; then
  expect 0 env PKG_CONFIG_PATH="$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/pkgconfig" pkg-config --cflags mentat
  says '-I/usr/lib/mentat/include'
fi
# The package for Python, with what Python writes beside it.
python=$root/usr/lib/python3/dist-packages
exists "$root"/usr/lib/mentat/lib/mentat/libmentat.so.*
if [ -x /usr/bin/python3 ]; then
  expect 0 env PYTHONPATH="$python" /usr/bin/python3 -c 'import mentat; print(mentat.__version__, mentat.__file__)'
  says "$python/mentat/__init__.py"
  exists "$python/mentat/__pycache__"
fi
if [ -e /usr/include/pybind11/pybind11.h ] && [ -e /usr/include/python3.11/Python.h ]; then
  printf '#include <mentat/mpl.h>\nclass [[mentat::regular]] doubler { public: int twice(int n) { return 2 * n; } };\n' \
    >doubler.mpl.h
  expect 0 env PYTHONPATH="$python" "$installed" python-module -O0 --python=/usr/bin/python3 doubler.mpl.h
  expect 0 env PYTHONPATH="$python" /usr/bin/python3 -c 'import mentat, doubler; print(doubler.doubler().twice(21))'
  says 42
fi
expect 0 in_root --purge mentat-dashboard mentat-dev mentat python3-mentat
rest >after
expect 0 diff before after

# ---- the tarball at another place; the same bytes
mkdir 'another place'
expect 0 tar -C 'another place' -xf made/mentat-*-linux-*.tar.xz
printf 'int main() {}\n' >empty.cc
expect 0 "another place"/mentat-*/bin/mentat c++ empty.cc -o empty
expect 0 "another place"/mentat-*/bin/mentat version
says "$work/another place/mentat-"
expect 0 "$mentat" install 'an installation at a longer path'
mkdir 'other temporary files'
(
  umask 077
  export TZ=Asia/Kolkata LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 HOME=/nonexistent USER=nobody TMPDIR="$work/other temporary files"
  expect 0 "$make_packages" 'an installation at a longer path/bin/mentat' again
  exit "$failures"
) || fault 'the packages cannot be made in another environment'
for file in made/*; do expect 0 cmp "$file" "again/${file##*/}"; done
[ -z "$(ls -A 'other temporary files')" ] || fault "left behind: $(ls -A 'other temporary files')"
finish
