# Sourced by the tests of this folder: runs the assembled command as a user would, in a folder of its own.
set -u

mentat=$PWD/tools/sdk/sdk/bin/mentat
export TMPDIR=${TEST_TMPDIR:?}
work=$TEST_TMPDIR/work
mkdir -p "$work"
cd "$work" || exit 1
failures=0

fault() {
  local i=1
  while [ "${BASH_SOURCE[i]}" = "${BASH_SOURCE[0]}" ]; do ((++i)); done
  printf 'line %s: %s\n' "${BASH_LINENO[i - 1]}" "$*"
  sed 's/^/  out: /' "$TEST_TMPDIR/out"
  sed 's/^/  err: /' "$TEST_TMPDIR/err"
  failures=$((failures + 1))
}

# expect STATUS COMMAND...: runs it, keeps its output for `says` and `complains`.
expect() {
  local wanted=$1 status
  shift
  "$@" >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err" </dev/null
  status=$?
  [ "$status" -eq "$wanted" ] || fault "'$*' ended with status $status, expected $wanted"
}

says() { [[ $(<"$TEST_TMPDIR/out") == *"$1"* ]] || fault "standard output does not contain '$1'"; }  # also several lines
complains() { grep -qF -- "$1" "$TEST_TMPDIR/err" || fault "standard error does not contain '$1'"; }
quiet() { [ ! -s "$TEST_TMPDIR/err" ] || fault "standard error is not empty"; }
exists() { [ -e "$1" ] || fault "there is no $1"; }
absent() { [ ! -e "$1" ] || fault "$1 was left behind"; }

finish() {
  echo "$failures faults"
  exit "$((failures > 0))"
}
