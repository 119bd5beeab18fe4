# Sourced by the tests of this folder, after the harness of tests/hosts: what holds at the end of every launch.
gone() { ! kill -0 "$1" 2>/dev/null; }
nothing_left() {
  local left process
  left=$(ls "$XDG_RUNTIME_DIR"/mentat/* "$XDG_CONFIG_HOME"/mentat 2>/dev/null)
  nobody_left && [ -z "$left" ] && return
  echo "left: $left"
  for process in $(grep -lzs "XDG_RUNTIME_DIR=$work/run" /proc/[0-9]*/environ | cut -d / -f 3); do
    echo "$process $(cat "/proc/$process/comm" 2>/dev/null) $(tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null)"
  done
  return 1
}
# No process of the test shows a key, public or secret, among its arguments or in its environment.
shows_no_key() {
  local process found
  for process in $(grep -lzs "XDG_RUNTIME_DIR=$work/run" /proc/[0-9]*/environ | cut -d / -f 3); do
    found=$(cat "/proc/$process/cmdline" "/proc/$process/environ" 2>/dev/null | tr '\0' '\n' | grep -E 'mentat://|[0-9a-f]{64}') &&
      fault "process $process shows a key: $found"
  done
}
# The processes whose end must not leave anything behind: commands, daemons and their supervisors.
some_process() {
  grep -lzs "XDG_RUNTIME_DIR=$work/run" /proc/[0-9]*/environ | cut -d / -f 3 | while read -r process; do
    case $(cat "/proc/$process/comm" 2>/dev/null) in mentat* | ssh | survivor | part) echo "$process" ;; esac
  done | shuf -n 1 --random-source=<(yes "$1")
}
