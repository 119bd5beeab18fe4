#!/bin/bash
# The demo prints the table that a single run prints, and then the times of the three ways to run.
#   demo_test.sh PROGRAM TESTDATA_FOLDER
set -u
expected=$2/../protein_search.expected
output=$("./$1" --demo --rounds 2 --query "$2/queries.fasta" --database "$2/database.fasta")
status=$?
table=$(head -n "$(wc -l <"$expected")" <<<"$output")
if [ $status -ne 0 ] || ! diff -u "$expected" <(echo "$table"); then
  echo "the demo ended with $status and printed: $output"
  exit 1
fi
for line in "^plain loop +[0-9]" "^serial +[0-9]" "^threads +[0-9]" "^the same hits in all 6 runs"; do
  if ! grep -qE "$line" <<<"$output"; then
    echo "the demo did not print '$line' but: $output"
    exit 1
  fi
done
