#!/bin/bash
# `mentat run` ends as its program does; `mentat verify` finds the first difference between modes.
source tests/command/harness.sh

program() {
  printf '#!/bin/sh\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
program same 'echo "one"; echo "two"; exit 3'
program mode 'echo "mode=$MENTAT_MODE"'
program differs 'echo same; echo "line of $MENTAT_MODE"'
program status '[ "$MENTAT_MODE" = serial ]'
program dies 'kill -SEGV $$'
program reads 'cat'
program arguments 'printf "%s\n" "$@"'
program refused 'echo "mentat: error: workers: wrong" >&2; exit 2'
program two 'echo "not this time" >&2; exit 2'
program given_up 'exit 125'
program complaining 'echo "why it failed" >&2; [ "$MENTAT_MODE" = serial ]'

expect 3 "$mentat" run ./same
expect 3 "$mentat" run same
expect 0 "$mentat" run --mode=serial ./mode
says mode=serial
expect 0 "$mentat" run --mode threads ./mode
says mode=threads
expect 0 "$mentat" run ./arguments --mode=serial -x -- y
says --mode=serial
says -x
says --
expect 139 "$mentat" run ./dies
complains 'signal 11'
expect 127 "$mentat" run ./nothing
complains ./nothing
expect 127 "$mentat" run nothing-in-path
expect 126 "$mentat" run .
printf 'text' >text
expect 126 "$mentat" run ./text
expect 2 "$mentat" run --mode=serail ./same
complains "did you mean 'serial'?"
expect 2 "$mentat" run
expect 2 "$mentat" run --mod=serial ./same
complains "did you mean '--mode'?"
expect 2 "$mentat" run --also s390x=./same ./same
complains 'add --mode=cluster'
expect 2 "$mentat" run --mode=cluster --also s390x=./same --also aarch64=./same ./same
complains './same is no executable (ELF)'
expect 2 "$mentat" run --mode=cluster --also s390x ./same
complains 'expected PROCESSOR=FILE'
expect 2 "$mentat" run --mode=cluster --also s390x=./same,a ./same
complains 'a comma'

expect 0 "$mentat" verify ./same
says 'the same'
says 'exit status 3'
expect 1 "$mentat" verify ./differs
says 'line 2, column 9'
says "'line of serial'"
says "'line of threads'"
expect 1 "$mentat" verify ./status
says 'ended differently'
says 'exit status 1'
expect 0 "$mentat" verify ./dies
says 'signal 11'
for unable in refused given_up; do
  expect 1 "$mentat" verify ./$unable
  says 'nothing is compared because the program does not run in any mode: exit status'
done
expect 1 "$mentat" verify --json ./given_up
says '"same": false'
expect 0 "$mentat" verify ./two
expect 1 "$mentat" verify ./complaining
complains 'why it failed'
printf 'given' >input
expect 0 "$mentat" verify --stdin input ./reads
expect 2 "$mentat" verify --stdin no-such-file ./reads
expect 0 "$mentat" verify --modes=serial,adversarial --runs=2 ./same
expect 2 "$mentat" verify --modes=serial,similar ./same
expect 2 "$mentat" verify --runs=0 ./same
expect 2 "$mentat" verify
expect 2 "$mentat" verify ./nothing
complains './nothing'
mkdir folder
expect 2 "$mentat" verify ./folder
expect 2 "$mentat" verify --modes= ./same
complains '--modes: it is empty'
expect 2 "$mentat" run --mode= ./same
complains '--mode: it is empty'
expect 2 "$mentat" run --mode= -- ./same
complains '--mode: it is empty'
expect 1 "$mentat" verify --json ./differs
says '"same": false'
says '"difference"'
finish
