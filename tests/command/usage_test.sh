#!/bin/bash
# The verbs explain themselves, and wrong usage is told with what to do.
source tests/command/harness.sh

expect 0 "$mentat" --help
says 'usage: mentat VERB'
for verb in bench c++ compile-commands doctor explain install new run test verify version; do
  expect 0 "$mentat" "$verb" --help
  says "mentat $verb"
  expect 0 "$mentat" --help
  says "  $verb "
done
expect 2 "$mentat"
complains usage
expect 2 "$mentat" vrify
complains "did you mean 'verify'?"
expect 2 "$mentat" quux
complains "'mentat --help'"
expect 0 "$mentat" version
says mentat
expect 0 "$mentat" version --json
says '"version"'
expect 2 "$mentat" version --jsno
complains "did you mean '--json'?"
expect 2 "$mentat" version more

# These work on a checkout.
for verb in demo test 'bench table1'; do
  MENTAT_CHECKOUT='' expect 2 "$mentat" $verb
  complains 'checkout'
done

"$mentat" doctor --json >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err"
says '"healthy":'
says '"wake-up"'
MENTAT_CXX=no-such-compiler expect 1 "$mentat" doctor
says 'faulty    compiler'
says 'apt-get install g++'
finish
