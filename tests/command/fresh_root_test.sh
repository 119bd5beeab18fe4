#!/bin/bash
# The Debian packages in a fresh Debian root: installed with what they depend on, used, purged. The root is made by
# debootstrap, which needs root, namespaces and Debian's packages.
export PATH=$PATH:/usr/sbin:/sbin
skip() { echo "SKIPPED: $*"; exit 0; }
[ "$(id -u)" -eq 0 ] || skip 'making a root needs root'
command -v debootstrap >"$TEST_TMPDIR/which" || skip 'there is no debootstrap'
unshare --mount --pid --fork true 2>"$TEST_TMPDIR/which" || skip 'namespaces cannot be made'
[ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = bookworm ] || skip 'the packages are for Debian 12'
make_packages=$PWD/tools/package/make_packages.sh
source tests/command/harness.sh
unset MENTAT_CHECKOUT MENTAT_BUILT MENTAT_BAZEL

root=$work/root
mirror=$(sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\(http[^ ]*\).*/\2/p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>"$TEST_TMPDIR/which" | head -n 1)
debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" >debootstrap.log 2>&1 ||
  skip "debootstrap failed: $(tail -n 1 debootstrap.log)"
expect 0 "$make_packages" "$mentat" "$root/packages"
rm -f "$root"/packages/*.tar.xz
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp -r /etc/apt/apt.conf.d "$root/etc/apt/" 2>"$TEST_TMPDIR/which"

cat >"$root/first_program.sh" <<'END'
set -e
mount -t proc proc /proc
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root
apt='apt-get -qq -o Acquire::Retries=3 -o APT::Sandbox::User=root'
$apt update
begin=$(date +%s)
$apt install -y --no-install-recommends /packages/*.deb >/install.log 2>&1 || { cat /install.log; exit 1; }
cd /root
cat >first.mpl.cc <<'SOURCE'
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::regular]] doubler {
 public:
  int twice(int n) { return 2 * n; }
};

int main() {
  doubler d;
  int forty = d.twice(20), two = d.twice(1);
  std::printf("%d\n", forty + two);
}
SOURCE
mentat c++ first.mpl.cc -o first
mentat run --mode=processes ./first
echo "seconds: $(($(date +%s) - begin))"
mentat verify ./first
mentat doctor || echo "doctor: $?"
mentat new project
grep -q . project/*.mpl.cc
cd /
$apt purge -y $(dpkg-query -W -f='${Package} ' 'mentat*' python3-mentat) >/install.log 2>&1
echo "left: $(find / -xdev \( -path /proc -o -path /packages -o -path /root -o -path /tmp -o -path /var/cache \) -prune -o \( -name 'mentat*' -o -name '_mentat*' \) -print)"
END
expect 0 env -i PATH="$PATH" unshare --mount --pid --fork --uts chroot "$root" bash /first_program.sh
says $'42\nseconds: '
says 'good      translator'
[[ $(<"$TEST_TMPDIR/out") != *'packages         missing'* ]] || fault 'mentat doctor says that packages are missing'
[[ $(<"$TEST_TMPDIR/out") == *$'left: '* ]] || fault 'nothing was purged'
grep -A3 '^left: ' "$TEST_TMPDIR/out" | grep -q mentat && fault 'purging left files behind'
seconds=$(sed -n 's/^seconds: //p' "$TEST_TMPDIR/out")
echo "from the package to the first answer: $seconds s"
rm -rf --one-file-system "$root"
finish
