#!/bin/bash
# The Debian packages in a fresh Debian root: the first commands of the README, debian/tests, and a purge that leaves nothing.
# The root is made by debootstrap, which needs root, namespaces and Debian's packages.
export PATH=$PATH:/usr/sbin:/sbin
skip() { echo "SKIPPED: $*"; exit 0; }
[ "$(id -u)" -eq 0 ] || skip 'making a root needs root'
command -v debootstrap >"$TEST_TMPDIR/which" || skip 'there is no debootstrap'
unshare --mount --pid --fork true 2>"$TEST_TMPDIR/which" || skip 'namespaces cannot be made'
[ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = bookworm ] || skip 'the packages are for Debian 12'
readme=$PWD/README.md tests=$PWD/debian/tests project=$PWD/examples/cmake
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
printf '%s\n' 'Acquire::Retries "3";' 'APT::Sandbox::User "root";' >"$root/etc/apt/apt.conf.d/90test"
mkdir -p "$root"/source/{debian,examples}
cp -rL "$tests" "$root/source/debian/tests"
cp -rL "$project" "$root/source/examples/cmake"
awk '/^## A first program in two minutes$/ { inside = 1; next } /^## / { inside = 0 } inside && sub(/^    /, "")' "$readme" |
  sed 's/sudo //g' >"$root/readme.sh"
[ "$(wc -l <"$root/readme.sh")" -ge 4 ] || fault 'the README has no first commands'

cat >"$root/first_program.sh" <<'END'
set -e
mount -t proc proc /proc
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root
cd /packages
apt-get -qq update
apt-get -qq install --no-install-recommends -y --download-only ./mentat_*.deb ./mentat-dev_*.deb make >/install.log 2>&1 || { cat /install.log; exit 1; }
TIMEFORMAT='seconds: %0R, of a processor: %0U + %0S'
time bash -ex /readme.sh >/readme.log 2>&1 || { cat /readme.log; exit 1; }
grep -x 50005000 /readme.log
! command -v bazel

cd /source
sed -n 's/^Depends: //p' debian/tests/control | tr -d , | sed 's/mentat-dev\|python3-mentat//g' >/needed
apt-get -qq install -y --no-install-recommends /packages/*.deb $(cat /needed) >/install.log 2>&1 || { cat /install.log; exit 1; }
for name in $(sed -n 's/^Tests: //p' debian/tests/control); do
  mkdir "/test-$name"
  AUTOPKGTEST_TMP=/test-$name debian/tests/$name >/test.log 2>&1 || { echo "failed: debian/tests/$name"; cat /test.log; exit 1; }
  echo "passed: debian/tests/$name"
done
cd /
apt-get -qq purge -y $(dpkg-query -W -f='${Package} ' 'mentat*' python3-mentat) >/install.log 2>&1
echo "left: $(find / -xdev \( -path /proc -o -path /packages -o -path /source -o -path /root -o -path '/test-*' -o -path /tmp -o -path /var/cache \) -prune -o \
  \( -name 'mentat*' -o -name '_mentat*' \) -print)"
END
expect 0 env -i PATH="$PATH" unshare --mount --pid --fork --uts chroot "$root" bash /first_program.sh
# What counts is the time of a processor: another one's load makes the two minutes of the README no longer.
read -r took user system < <(sed -n 's/^seconds: \([0-9]*\), of a processor: \([0-9]*\) + \([0-9]*\)$/\1 \2 \3/p' "$TEST_TMPDIR/err")
echo "from the packages to the answers of the first program: ${took:-?} s, ${user:-?} + ${system:-?} s of a processor"
[ $((${user:-999} + ${system:-999})) -le 120 ] || fault 'the first commands of the README take more than two minutes'
for name in $(sed -n 's/^Tests: //p' "$tests/control"); do says "passed: debian/tests/$name"; done
[[ $(<"$TEST_TMPDIR/out") == *$'left: '* ]] || fault 'nothing was purged'
grep -A3 '^left: ' "$TEST_TMPDIR/out" | grep -q mentat && fault 'purging left files behind'
rm -rf --one-file-system "$root"
finish
