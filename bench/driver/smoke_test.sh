#!/bin/bash
# smoke_test.sh DRIVER RECORDED
set -eu
exec "$1" all --smoke --against "$2" --json "${TEST_UNDECLARED_OUTPUTS_DIR:-$TEST_TMPDIR}/figures.json"
