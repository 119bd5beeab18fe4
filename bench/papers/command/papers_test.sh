#!/bin/bash
# The command: a table with its rows, runs with the right answers, and status 2 with one line for bad arguments and files.
set -u
papers=$1
failures=0
fault() { echo "$*"; failures=$((failures + 1)); }
json=$TEST_TMPDIR/rows.json

# Virtual time.
"$papers" --then --table linda86_ping_pong --json "$json" >"$TEST_TMPDIR/table" || fault 'no table'
grep -q 'pairs a second, first delete protocol .* 720.0 .* holds$' "$TEST_TMPDIR/table" || fault 'no row of 720 pairs'
grep -q '"paper":720.0' "$json" || fault 'no row of 720 pairs in JSON'
grep -q 'dsm92' "$json" && fault 'a table that was not asked for'

# Today. A sanitizer owns page faults and the layout of memory.
ways=by_hand,shared_memory,mentat,rpc,space,space_everywhere,replicated,r_linda
nm "$papers" 2>/dev/null | grep -q '__tsan_init\|__asan_init' || ways=$ways,svm_central,svm_distributed
runs() { # expected rows, options
  local wanted=$1
  shift
  "$papers" --smoke --json "$json" "$@" >"$TEST_TMPDIR/table" || fault "status $?: $* $(<"$TEST_TMPDIR/table")"
  [ "$(grep -c '"fault":""' "$json")" = "$wanted" ] || fault "$(grep -c '"fault":""' "$json") right rows and not $wanted: $*"
}
all=$((4 * (1 + 2 * 6)))
[ "${ways%svm*}" = "$ways" ] || all=$((all + 4 * 2 * 4))
runs $all --paradigm $ways --app tsp,alpha_beta,matrix,shortest_paths
grep -q '"paradigm":"rpc".*"messages":[1-9][0-9]*,"bytes":[1-9]' "$json" || fault 'messages are not counted'
runs 12 --mode threads --paradigm space --app tsp,alpha_beta,matrix,shortest_paths --processes 1,2,3
"$papers" --smoke --table linda86_ping_pong,linda86_fig2_3,linda86_fig4,rlinda_table1 >"$TEST_TMPDIR/table" 2>&1 ||
  fault 'the programs of Linda fail'
for row in 'pairs a second' '16 x 16, workers: 2, s' 'messages a cycle by polling' '500 cycles by a space'; do
  grep -q "$row" "$TEST_TMPDIR/table" || fault "no row: $row"
done
grep -q 'wrong product' "$TEST_TMPDIR/table" && fault 'a wrong product'
[ "${ways%svm*}" = "$ways" ] || "$papers" --smoke --table dsm92_fig6 | grep -q 'distributed: page, ms' || fault 'no row of a page'

# Today's inputs from files. A missing package is a line, a missing file that was named an error.
"$papers" --quick --inputs today --app alpha_beta --paradigm space --processes 1 \
  --mates bench/papers/inputs/mates.pgn >"$TEST_TMPDIR/table" || fault 'no mates'
grep -q 'mates .* space .* 1 ' "$TEST_TMPDIR/table" || fault 'no row of mates'

# The page.
"$papers" --then --table linda86_fig2_3 --svg "$TEST_TMPDIR/svg" --page "$TEST_TMPDIR/p.md" --json "$json" >"$TEST_TMPDIR/table" || fault 'no page'
grep -q '<svg' "$TEST_TMPDIR/svg/linda86_by_element.svg" || fault 'no plot'
"$papers" --record "$json" --page "$TEST_TMPDIR/again.md" || fault 'no page from a record'
sed 's,again/,p/,' "$TEST_TMPDIR/again.md" | diff - "$TEST_TMPDIR/p.md" || fault 'the page of a record differs from that of its run'

refused() { # expected text, arguments
  local wanted=$1
  shift
  "$papers" "$@" >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err"
  local status=$?
  [ $status -eq 2 ] || fault "status $status and not 2: $*"
  [ "$(wc -l <"$TEST_TMPDIR/err")" = 1 ] || fault "not one line: $*: $(<"$TEST_TMPDIR/err")"
  grep -qF -- "$wanted" "$TEST_TMPDIR/err" || fault "not '$wanted': $(<"$TEST_TMPDIR/err")"
}
refused "there is no table 'dsm92_fig13'; did you mean 'dsm92_fig11'?" --table dsm92_fig13
refused "there is no application 'tps'; did you mean 'tsp'?" --app tps
refused "there is no paradigm 'replicate'; did you mean 'replicated'?" --paradigm space,replicate
refused "there is no paradigm 'orca'" --paradigm orca
refused "there is no set of inputs 'tody'; did you mean 'today'?" --inputs tody
refused "there is no mode 'serial'" --mode serial
refused 'processes' --processes 0
refused 'processes' --processes 65
refused 'processes' --processes two
refused 'runs' --runs 0
refused 'frobnicate' --frobnicate
refused '--then has no runs of today' --then --app tsp
refused '--then and --smoke' --then --smoke
refused '/nonexistent/rows.json' --then --table linda86_ping_pong --json /nonexistent/rows.json
refused 'cannot write /dev/null/plots' --then --table linda86_fig2_3 --svg /dev/null/plots
refused '/nonexistent/record: expected a file that can be read' --record /nonexistent/record
echo '{"machine": 1}' >"$TEST_TMPDIR/record"
refused "$TEST_TMPDIR/record: " --record "$TEST_TMPDIR/record"

named() { # expected text, option, text of the file
  printf "$3" >"$TEST_TMPDIR/input"
  refused "$TEST_TMPDIR/input$1" --quick --inputs today --app "$4" --paradigm by_hand "--$2" "$TEST_TMPDIR/input"
}
refused '/nonexistent: expected a file that can be read' --quick --app tsp --inputs today --points /nonexistent
named ':2: expected a DIMENSION from 3 to 100000' points 'TYPE: TSP\nDIMENSION: 1000000\n' tsp
named ':1: expected coordinates such as +4230+00131' towns 'GB\t+51\tEurope/London\n' tsp
named ':1: expected a board' mates '[FEN "8/8 w"]\n' alpha_beta
named ':2: expected a latitude from -90 to 90' airports 'iata,latitude,longitude\nB\xc3\x96S,1e6,0\n' shortest_paths
named ': expected at least one tag FEN' mates '' alpha_beta

echo "$failures failures"
[ $failures -eq 0 ]
