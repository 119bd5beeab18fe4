# session_of_two LIBRARIES: a host of this machine and one of $processor, under the emulator, are one session. A program
# on both, begun on either, prints what it prints in mode serial. Sourced by other_systems_test.sh, whose names it uses.
#
# The daemon and the program of $processor name the libraries of that machine by their paths, so the emulator needs no
# folder in the place of the root (-L). The kernel cannot execute them: fexecve() in the daemon executes the emulator.

# link_with_libraries PROGRAM OBJECT...
link_with_libraries() {
  local at=$libraries/usr/lib/$processor-linux-gnu loader
  loader=$(echo "$libraries"/lib/ld*.so.*)
  "$cxx" "${@:2}" "$work/runtime.a" "$library" -pthread -o "$1" "-Wl,--dynamic-linker=${loader%% *}" \
    "-Wl,--disable-new-dtags,-rpath,$at:$libraries/lib/$processor-linux-gnu" -Wl,--allow-shlib-undefined \
    -Wl,--wrap=fexecve "-L$at" -l:libzmq.so.5 -l:libsodium.so.23 >"$1.log" 2>&1 && return
  fault "${1##*/} is not linked: $(grep -m 5 -E 'error|undefined|cannot' "$1.log")"
  return 1
}

build_session() {
  local objects
  cat >"$work/execute_emulated.cc" <<'END'
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" int __wrap_fexecve(int file, char* const arguments[], char* const environment[]) {
  char path[40];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", fcntl(file, F_DUPFD, 10));
  std::vector<char*> all{std::getenv("EMULATOR_OF_TEST"), path};
  for (char* const* one = arguments + 1; *one; ++one) all.push_back(*one);
  all.push_back(nullptr);
  return execve(all.front(), all.data(), environment);
}
END
  "$sdk/bin/mplc" $here/two_orders.mpl.cc -o "$work/translated/two_orders.cc" -- -std=c++20 "${includes[@]}" \
    2>"$work/err" || { fault "two_orders is not translated: $(<"$work/err")"; return 1; }
  compile_all daemons/host/main.cc "$work/translated/two_orders.cc" "$work/execute_emulated.cc"
  mapfile -t objects < <(objects_of daemons/host/main.cc "$work/execute_emulated.cc")
  link_with_libraries "$work/mentat-host" "${objects[@]}" || return 1
  mapfile -t objects < <(objects_of "$work/translated/two_orders.cc" "$work/execute_emulated.cc")
  link_with_libraries "$work/two_orders" "${objects[@]}"
}

in_session() { timeout -k 5 240 env MENTAT_MODE=cluster "$@" </dev/null >"$work/out" 2>"$work/err"; }
at_here() { MENTAT_ADDRESS=here "$@"; }
at_other() { MENTAT_ADDRESS=other "$@"; }
same_output() {  # WHAT EXPECTED: of a run in the session, on hosts of both orders
  diff -u --label serial --label "$1" "$2" "$work/out" || { fault "$1 prints another text"; cat "$work/err"; }
}

session_of_two() {
  libraries=$1
  local own=$PWD/$here/two_orders mentat=$PWD/$sdk/bin/mentat order=0 invitation daemon tries
  [[ $processor != s390x ]] || order=1
  build_session || return
  local meeting=$work/meeting
  mkdir -p -m 700 "$meeting"/{run,config,state}
  export XDG_RUNTIME_DIR=$meeting/run XDG_CONFIG_HOME=$meeting/config XDG_STATE_HOME=$meeting/state
  EMULATOR_OF_TEST=$(command -v "$emulator")
  export EMULATOR_OF_TEST MENTAT_PROCESSES=3
  "$mentat" start --session here --name here --listen tcp://127.0.0.1 >"$work/out" 2>&1 ||
    { fault "this machine's host does not start: $(<"$work/out")"; return; }
  invitation=$("$mentat" invite --session here 2>/dev/null | sed 's/.* --join //')
  printf '%s\n' session=other name=other listen=tcp://127.0.0.1 "join=$invitation" '' >"$work/request"
  timeout -k 5 1200 "$emulator" "$work/mentat-host" <"$work/request" >"$work/out" 2>&1 &
  daemon=$!
  for ((tries = 0; tries < 600; ++tries)); do  # until it has answered
    grep -qE '^(ready|failed)' "$work/out" && break
    kill -0 $daemon 2>/dev/null || break
    sleep 0.1
  done
  if ! grep -q '^ready' "$work/out"; then
    fault "the host of $processor does not join: $(<"$work/out")"
  else
    "$mentat" status --session here --json >"$work/out" 2>&1
    grep -q "\"processor\": *\"$processor\"" "$work/out" || fault "the processor is not told: $(<"$work/out")"
    run_on_both
  fi
  # The command speaks to a daemon of its own order of bytes: the emulated one gets a signal.
  kill $daemon
  wait $daemon
  timeout -k 5 60 "$mentat" stop --session here >"$work/out" 2>&1 || fault "the host does not stop: $(<"$work/out")"
}

# Output and faults of the programs.
run_on_both() {
  MENTAT_MODE=serial "$own" here other </dev/null >"$work/serial" 2>"$work/err" || fault "serial: $(<"$work/err")"
  at_here in_session "$mentat" run --also "$processor=$work/two_orders" "$own" here other ||
    fault "begun here: exit $?: $(<"$work/err")"
  same_output "begun here" "$work/serial"
  grep -q "orders: 0 $order" "$work/err" || fault "the objects are not where they should be: $(<"$work/err")"
  at_other in_session env "MENTAT_ALSO=$(uname -m)=$own" "$emulator" "$work/two_orders" here other ||
    fault "begun on $processor: exit $?: $(<"$work/err")"
  same_output "begun on $processor" "$work/serial"
  MENTAT_PLACEMENT=elsewhere at_here in_session "$mentat" run --also "$processor=$work/two_orders" "$own" here other ||
    fault "with calls elsewhere: exit $?: $(<"$work/err")"
  same_output "with calls elsewhere" "$work/serial"
  [ $order = 0 ] || grep -q "calls on the big-endian host: some" "$work/err" ||
    fault "no call was there: $(<"$work/err")"

  # What cannot be converted is refused. Without an executable the host takes no part.
  if [ $order = 1 ]; then
    at_here in_session "$mentat" run --also "$processor=$work/two_orders" "$own" here other refusals ||
      fault "refusals: exit $?: $(<"$work/err")"
    same_output "what is refused" $here/two_orders.refusals
  fi
  at_here in_session "$own" here here && grep -qF "host other takes no part: it is $processor; no executable for it \
(mentat run --also $processor=FILE)" "$work/err" || fault "without an executable: $(<"$work/err")"
  same_output "without an executable" "$work/serial"
  at_here in_session "$mentat" run --also "$processor=$own" "$own" here other &&
    fault "an executable for $(uname -m) was taken for one for $processor"
  grep -q "is an executable for $(uname -m), not for $processor" "$work/err" || fault "the wrong text: $(<"$work/err")"
}
