#!/bin/bash
# Runs the conformance programs outside Bazel, and prints a table of what happened.
#
#   run.sh --mplc BINARY --library FILE [--library FILE]... [options] [CASE...]
#   run.sh --modes elision [CASE...]              needs neither translator nor run-time system
#
#   --mplc BINARY      the translator
#   --library FILE     linked with each translated program (archive, object or -l option), in
#                      this order
#   --include DIR      another include folder; those of the repository are always there
#   --modes "M..."     of: elision serial threads adversarial; all by default
#   --seeds "N..."     one adversarial run for each (default: 1 2 3 4 5); given as MENTAT_SEED
#   --asan             compile and link with the address sanitizer (the library should be, too)
#   --precompile       parse the run-time system's header once for all cases (g++)
#   --flags "F..."     for the compiler (default: -O1)
#   --cxx COMPILER     default: g++
#   --timeout SECONDS  for one run (default: 60)
#   --tests DIR        where the cases are (default: the folder of this script)
#   --out DIR          where everything is built and kept (default: a new folder under /tmp)
#   --jobs N           1 or 2 (default: 2)
#
# A case is a file CASE.mpl.cc with a CASE.expected (or CASE.cc: text that a translator might have written,
# compiled as it is); CASE.mpl.h and CASE_*.mpl.{h,cc} that are not cases themselves belong to it. Each
# cell of the table is `ok`, `-` where it does not apply (a program whose header comment says
# `No elision`, and why), or the stage that failed; the evidence of a failure is printed below the
# table and stays in OUT/CASE. A file that belongs to no case, and a case that does not exist, is an
# error. Exit status: 0 everything ok, 1 something failed, 2 usage.
set -u
shopt -s nullglob

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
mplc='' out='' tests=$here modes='elision serial threads adversarial' seeds='1 2 3 4 5'
jobs=2 cxx=g++ flags='-O1' seconds=60
precompile=no sanitizer=''
libraries=() includes=(-iquote "$root" -I "$root/rts/api/include" -I "$root/daemons/program/include") chosen=()

usage() { echo "run.sh: $1 (the head of the script says how to use it)" >&2; exit 2; }
while [ $# -gt 0 ]; do
  case $1 in
    --asan) sanitizer=' -fsanitize=address -g1'; shift; continue ;;
    --precompile) precompile=yes; shift; continue ;;
    --help) sed -n '2,/^set -u/{/^#/s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    --*) [ $# -gt 1 ] || usage "$1 needs a value" ;;
  esac
  case $1 in
    --mplc) mplc=$(realpath "$2") || exit 2 ;;
    --library)
      case $2 in
        -*) libraries+=("$2") ;;
        *) libraries+=("$(realpath "$2")") || exit 2 ;;
      esac
      ;;
    --include) includes+=(-I "$(realpath "$2")") ;;
    --modes) modes=$2 ;;
    --seeds) seeds=$2 ;;
    --flags) flags=$2 ;;
    --cxx) cxx=$2 ;;
    --timeout) seconds=$2 ;;
    --tests) tests=$(cd "$2" && pwd) || exit 2 ;;
    --out) mkdir -p "$2" && out=$(cd "$2" && pwd) || exit 2 ;;
    --jobs) jobs=$2 ;;
    --*) usage "unknown option $1" ;;
    *) chosen+=("$1"); shift; continue ;;
  esac
  shift 2
done
flags+=$sanitizer
case $jobs in 1 | 2) ;; *) usage '--jobs is 1 or 2' ;; esac
columns=() translated=no
for mode in $modes; do
  case $mode in
    elision) columns+=(elision) ;;
    serial | threads) columns+=("$mode"); translated=yes ;;
    adversarial) for seed in $seeds; do columns+=("adversarial:$seed"); done; translated=yes ;;
    *) usage "unknown mode $mode" ;;
  esac
done
if [ $translated = yes ] && { [ -z "$mplc" ] || [ ${#libraries[@]} -eq 0 ]; }; then
  usage 'these modes need --mplc and --library'
fi
[ -n "$out" ] || out=$(mktemp -d /tmp/mentat_conformance.XXXXXX)
mkdir -p "$out" || exit 2

# The case that a file belongs to: the longest name of a case that the file's name is, or begins with
# before an underscore.
owner() {
  local name=${1%%.*}
  while [ ! -f "$tests/$name.expected" ]; do
    case $name in *_*) name=${name%_*} ;; *) return 1 ;; esac
  done
  echo "$name"
}

declare -A files
for path in "$tests"/*.cc "$tests"/*.mpl.h; do
  file=${path##*/}
  case_name=$(owner "$file") || usage "$file belongs to no case: where is its .expected"
  files[$case_name]+=" $file"
done
for path in "$tests"/*.expected; do
  name=$(basename "$path" .expected)
  [ -f "$tests/$name.mpl.cc" ] || [ -f "$tests/$name.cc" ] || usage "$name.expected has no program"
done
[ ${#chosen[@]} -gt 0 ] || mapfile -t chosen < <(printf '%s\n' "${!files[@]}" | sort)
for name in "${chosen[@]}"; do
  [ -n "${files[$name]:-}" ] || usage "there is no case $name in $tests"
done

# Found before the header itself by those programs that include it first.
precompiled=()
if [ $precompile = yes ] && [ $translated = yes ]; then
  mkdir -p "$out/precompiled/mentat" || exit 2
  printf '#include <%s>\n' mentat/server.h cstdio iostream string vector >"$out/precompiled/all.h"
  $cxx -std=c++20 $flags "${includes[@]}" -x c++-header "$out/precompiled/all.h" \
    -o "$out/precompiled/mentat/server.h.gch" || exit 1
  precompiled=(-I "$out/precompiled")
fi

# run_program CASE COLUMN PROGRAM: one cell.
run_program() {
  local log=$out/$1/$2 status
  local settings=(MENTAT_MODE="${2%%:*}")
  case $2 in *:*) settings+=(MENTAT_SEED="${2##*:}") ;; esac
  env "${settings[@]}" timeout "$seconds" "$3" </dev/null >"$log.stdout" 2>"$log.stderr"
  status=$?
  if [ $status -ne 0 ]; then
    echo "exit:$status"
  elif ! diff -u --label expected --label "printed in $2" \
    "$tests/$1.expected" "$log.stdout" >"$log.diff"; then
    echo differs
  else
    echo ok
  fi
}

# The program as its own sequential elision; the paper's keywords become attributes.
build_elision() {
  local dir=$out/$1/elision_sources file sources=()
  mkdir -p "$dir"
  for file in ${files[$1]}; do
    sed -E -e 's/^(persistent|replicated|durable) mentat (class|struct)/\2 [[mentat::\1]]/' \
      -e 's/^(regular )?mentat (class|struct)/\2 [[mentat::regular]]/' "$tests/$file" >"$dir/$file"
    case $file in *.cc) sources+=("$dir/$file") ;; esac
  done
  $cxx -std=c++20 $flags -Wno-attributes=mentat:: "${includes[@]}" -iquote "$tests" \
    "${sources[@]}" -o "$out/$1/elision.program"
}

translate() {
  local dir=$out/$1/translated file plain server
  mkdir -p "$dir"
  for file in ${files[$1]}; do
    plain=${file/.mpl./.}
    [ "$plain" != "$file" ] || { cp "$tests/$file" "$dir/" || return 1; continue; }
    server=()
    case $file in
      *.h) server=(--server-out "$dir/${plain%.h}.server.cc" --header-name "$plain") ;;
    esac
    timeout 120 "$mplc" "$tests/$file" -o "$dir/$plain" "${server[@]}" --line-name "$tests/$file" \
      -- -std=c++20 "${includes[@]}" -iquote "$tests" || return 1
  done
}

build_translated() {
  local dir=$out/$1/translated
  $cxx -std=c++20 $flags -fno-show-column "${precompiled[@]}" -iquote "$dir" "${includes[@]}" "$dir"/*.cc \
    -o "$out/$1/program" "${libraries[@]}" -lpthread
}

run_case() {
  local name=$1 dir=$out/$1 column cell stage='' cells=() ready=no
  rm -rf "$dir" && mkdir -p "$dir"
  for column in "${columns[@]}"; do
    if [ "$column" = elision ]; then
      if [ ! -f "$tests/$name.mpl.cc" ]; then
        cell=-
      elif sed -n '/^\/\//!q;p' "$tests/$name.mpl.cc" | grep -q '^// No elision: '; then
        cell=-
      elif build_elision "$name" >"$dir/elision_build.log" 2>&1; then
        cell=$(run_program "$name" elision "$dir/elision.program")
      else
        cell=compile
      fi
    else
      if [ $ready = no ]; then
        ready=yes
        if ! translate "$name" >"$dir/translate.log" 2>&1; then
          stage=translate
        elif ! build_translated "$name" >"$dir/build.log" 2>&1; then
          stage=compile
        fi
      fi
      cell=$stage
      [ -n "$stage" ] || cell=$(run_program "$name" "$column" "$dir/program")
    fi
    cells+=("$cell")
  done
  echo "$name ${cells[*]}" >"$dir/row"
}

# evidence CASE ROW: the evidence about a case that failed.
evidence() {
  local dir=$out/$1 log
  echo
  echo "== $1 ($dir)"
  for log in elision_build translate build; do
    case $log:$2 in
      translate:*translate* | *build:*compile*)
        [ ! -s "$dir/$log.log" ] ||
          grep -m 8 -E 'error|undefined|terminate|CHECK|Segmentation' "$dir/$log.log"
        ;;
    esac
  done
  for log in "$dir"/*.stdout; do
    cmp -s "$tests/$1.expected" "$log" && [ ! -s "${log%.stdout}.stderr" ] && continue
    log=${log%.stdout}
    diff -u --label expected --label "printed in ${log##*/}" "$tests/$1.expected" "$log.stdout" |
      head -n 12
    [ ! -s "$log.stderr" ] || { echo "stderr in ${log##*/}:"; head -n 6 "$log.stderr"; }
  done
}

running=0
for name in "${chosen[@]}"; do
  run_case "$name" &
  running=$((running + 1))
  if [ $running -ge "$jobs" ]; then
    wait -n
    running=$((running - 1))
  fi
done
wait

printf '%-36s' case
printf ' %-13s' "${columns[@]}"
echo
passed=0 failed=()
for name in "${chosen[@]}"; do
  read -r _ row <"$out/$name/row" || row=missing
  printf '%-36s' "$name"
  printf ' %-13s' $row
  echo
  bad=no
  for cell in $row; do
    case $cell in ok | -) ;; *) bad=yes ;; esac
  done
  if [ $bad = yes ]; then failed+=("$name"); else passed=$((passed + 1)); fi
done
for name in "${failed[@]}"; do evidence "$name" "$(cat "$out/$name/row")"; done
echo
echo "$passed passed, ${#failed[@]} failed (${#columns[@]} runs of each; kept in $out)"
[ ${#failed[@]} -eq 0 ]
