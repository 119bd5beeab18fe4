#!/bin/bash
# `mentat new` makes a project that builds, or nothing; `mentat install` makes a command that works elsewhere.
source tests/command/harness.sh

expect 0 "$mentat" new word_count
for file in word_count.mpl.cc word_count.expected BUILD WORKSPACE README.md .bazelrc .gitignore compile_commands.json; do
  exists "word_count/$file"
done
expect 1 grep -rn '@[A-Z]*@' word_count
expect 0 "$mentat" c++ -O1 -Wall -Wextra word_count/word_count.mpl.cc -o word_count/word_count
quiet
expect 0 word_count/word_count
mv "$TEST_TMPDIR/out" printed
expect 0 cmp printed word_count/word_count.expected
rm printed
expect 0 "$mentat" verify word_count/word_count

expect 2 "$mentat" new word_count
complains 'exists already'
for name in '' Word 9lives a-b 'a b' ../ . "$(printf 'x%.0s' {1..65})"; do
  expect 2 "$mentat" new "$name"
done
complains 'small letters'
expect 2 "$mentat" new no/such/folder/name
complains 'there is no folder'
expect 2 "$mentat" new
[ "$(ls -A)" = word_count ] || fault "something was left behind: $(ls -A)"

expect 0 "$mentat" install "$work/prefix"
expect 0 "$work/prefix/bin/mentat" c++ word_count/word_count.mpl.cc -o again
expect 0 ./again
expect 0 "$work/prefix/bin/mentat" version
says "$work/prefix"
expect 1 "$mentat" install /proc/no
finish
