#!/bin/bash
# Every bad input ends in one message with the place and the remedy, exit status 2 and nothing on
# stdout.
#   bad_input_test.sh PROGRAM TESTDATA_FOLDER
set -u
program=$PWD/$1
testdata=$PWD/$2
cd "${TEST_TMPDIR:-$(mktemp -d)}" || exit 1
failed=0

# refuses EXPECTED_TEXT ARGUMENT...
refuses() {
  local expected=$1
  shift
  "$program" "$@" >stdout.txt 2>stderr.txt </dev/null
  local status=$?
  local said
  said=$(<stderr.txt)
  if [ $status -ne 2 ] || [ -s stdout.txt ] || [ "$(wc -l <stderr.txt)" -ne 1 ] ||
    [[ $said != *"$expected"* ]]; then
    echo "FAILED: $* ended with $status and said '$said', not 2 and '$expected'"
    echo "stdout: $(head -c 200 stdout.txt)"
    failed=1
  fi
}
refuses_query() { refuses "$1" --database "$testdata/database.fasta" --query "$2"; }
refuses_database() {
  local expected=$1 database=$2
  shift 2
  refuses "$expected" --query "$testdata/queries.fasta" --database "$database" "$@"
}
refuses_option() {
  local expected=$1
  shift
  refuses "$expected" --query "$testdata/queries.fasta" --database "$testdata/database.fasta" "$@"
}

printf '' >empty.fasta
printf '\n\n' >blank.fasta
printf 'MKV\n' >headless.fasta
printf '>one\nMKV\n>two\nMK1V\n' >digit.fasta
printf '>one\nMK-V\n' >aligned.fasta
printf '>one\nMK\0V\n' >binary.fasta
printf '>one\n>two\nMKV\n' >hollow.fasta
printf '>one\nMKV\n>two\n' >ends.fasta
printf '>one\nMKV\n>\nMKV\n' >nameless.fasta
head -c 1000 "$testdata/database.fasta.gz" >cut.fasta.gz
{ cat cut.fasta.gz; printf damage; tail -c +1007 "$testdata/database.fasta.gz"; } >damaged.fasta.gz

refuses_query "missing.fasta: cannot be read: No such file or directory" missing.fasta
refuses_query ".: cannot be read: Is a directory" .
refuses_query "empty.fasta: no sequence in this file; each begins with a line" empty.fasta
refuses_query "blank.fasta: no sequence in this file" blank.fasta
refuses_query "headless.fasta:1: a FASTA file begins with a line \">name\"" headless.fasta
refuses_query "digit.fasta:4: column 3: '1' is not an amino acid; correct or remove it" digit.fasta
refuses_query "aligned.fasta:2: column 3: '-' is not an amino acid; this is an al" aligned.fasta
refuses_query "binary.fasta:2: column 3: the byte 0x00 is not an amino acid" binary.fasta
refuses_query "hollow.fasta:1: sequence 'one' has no residues" hollow.fasta
refuses_query "ends.fasta:3: sequence 'two' has no residues" ends.fasta
refuses_query "nameless.fasta:3: a sequence without a name" nameless.fasta
refuses_query "cut.fasta.gz: the compressed data is damaged or cut off" cut.fasta.gz
refuses_query "damaged.fasta.gz: the compressed data is damaged or cut off" damaged.fasta.gz
refuses_database "headless.fasta:1: " headless.fasta
refuses_database "headless.fasta:1: " headless.fasta --demo --rounds 1
refuses_database "headless.fasta:1: " headless.fasta --json

refuses_option "--matrix: there is no 'blossom62'; try blosum45" --matrix blossom62
refuses_option "--matrix: there is no 'dnafull'" --matrix dnafull
refuses_option "--gap-open, --gap-extend: " --gap-open 1 --gap-extend 2
refuses_option "--gap-open, --gap-extend: " --gap-extend 0
refuses_option "--queries: " --queries 0
refuses_option "--queries: " --queries many
refuses_option "--top: " --top 0
refuses_option "--chunk: " --chunk -5
refuses_option "--colour" --colour red
refuses_option "extra" extra
refuses_option "--plain is what --demo and --check compare with" --plain --demo

[ $failed -eq 0 ] && echo "every bad input was refused"
exit $failed
