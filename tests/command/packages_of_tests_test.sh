#!/bin/bash
# With CI=true `./mentat test` installs the Debian packages that only some tests need, and goes on without them.
launcher=$PWD/mentat
lists=$PWD/tools
table=$PWD/tools/mentat/verbs.txt
source tests/command/harness.sh

# ---- a checkout that is built, on a machine whose apt notes what it is asked, and fails where a test says so
mkdir -p checkout/tools/mentat checkout/.mentat built/tools/sdk/sdk/bin bin
cp "$launcher" checkout/mentat
cp "$table" checkout/tools/mentat/
cp "$lists"/packages.{engines,package}.txt checkout/tools/
printf '#!/bin/sh\necho "the command ran: $*"\n' >built/tools/sdk/sdk/bin/mentat
cat >bin/apt-get <<'END'
#!/bin/bash
printf '%s\n' "$*" >>"$OF_TEST/asked"
[[ " $* " != *" ${FAILS:-nothing} "* ]] || exit 100
[[ " $* " != *' install '* || " $* " == *' --download-only '* ]] || printf '%s\n' "$@" >>"$OF_TEST/installed"
END
printf '#!/bin/sh\nsed "s/^/installed /" "$OF_TEST/installed"\n' >bin/dpkg-query
printf '#!/bin/sh\necho "${USER_OF_TEST:-0}"\n' >bin/id
printf '#!/bin/sh\n[ "$1" != -n ] || shift\n[ "${MAY_SUDO:-}" ] || exit 1\n[ "$1" = true ] || echo sudo >>"$OF_TEST/asked"\nexec "$@"\n' >bin/sudo
chmod +x checkout/mentat built/tools/sdk/sdk/bin/mentat bin/*
echo "$PWD/built" >checkout/.mentat/built.command
export PATH=$PWD/bin:$PATH OF_TEST=$PWD
unset CI
begin() { # PACKAGE...: a machine that has only these
  : >asked
  printf '%s\n' "$@" >installed
}
run() { # VARIABLE... -- VERB...: the command runs, whatever apt says
  local -a variables=()
  while [ "$1" != -- ]; do variables+=("$1") && shift; done
  expect 0 env "${variables[@]}" checkout/mentat "${@:2}"
  says "the command ran: ${*:2}"
}
not_asked() { [ ! -s asked ] || fault "$1: apt is asked $(cat asked)"; }

# ---- what is missing of all lists; then there is nothing to do
begin mpich
run CI=true -- test engines
for package in slurmd podman lintian; do grep -qx $package installed || fault "$package is not installed"; done
[ "$(grep -cx mpich installed)" = 1 ] || fault 'a package is installed again'
grep -qE 'install -y --no-install-recommends .*slurmd' asked || fault "apt is asked $(cat asked)"
: >asked
run CI=true -- test
not_asked 'nothing is missing'

# ---- only for that verb, and only in CI
begin
run X= -- test
run CI=false -- test
run CI=true -- doctor
not_asked 'neither CI nor a test'

# ---- without root; with a sudo that asks for no password
run CI=true USER_OF_TEST=1000 -- test
not_asked 'without root'
run CI=true USER_OF_TEST=1000 MAY_SUDO=1 -- test
grep -qx sudo asked || fault 'sudo is not used'
grep -qx slurmd installed || fault 'slurmd is not installed'

# ---- a mirror that is not there, a package that cannot be had: the tests run all the same
for what in update --download-only slurmd; do
  begin
  run CI=true FAILS=$what -- test
  complains 'the packages of tools/packages.engines.txt could not be installed'
  grep -qx slurmd installed && fault 'it is installed without a download'
done
grep -qx lintian installed || fault 'what one list lacks keeps the other one from being installed'
finish
