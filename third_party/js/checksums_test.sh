#!/bin/bash
# The files are those that were published: third_party/js/README.md says where.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")"
sha256sum --check --strict SHA256SUMS
[ "$(wc -l <SHA256SUMS)" = 5 ]
