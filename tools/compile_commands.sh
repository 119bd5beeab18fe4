#!/bin/bash
# Writes compile_commands.json: every C++ file and every Mentat source, the latter as they were written.
#   tools/compile_commands.sh [BAZEL-PATTERN...]      (default: //...)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -gt 0 ] || set -- //...

bazel build --keep_going --noshow_progress --ui_event_filters=-info \
  --aspects=//tools:compile_commands.bzl%compile_commands --output_groups=compile_commands -- "$@"
root=$(bazel info execution_root 2>/dev/null)
bin=$(bazel info bazel-bin 2>/dev/null)

# Editors look for the files where the user edits them. Fragments of targets that are gone stay in
# bazel-bin, as they do no harm.
{
  echo '['
  find "$bin" -name '*.compile_commands' -not -path '*/external/*' -exec cat {} + |
    sed "s|@WORKSPACE@|$PWD|; s|\"external/|\"$root/external/|g" | sort -u |
    awk 'NR > 1 { printf ",\n" } { printf "%s", $0 } END { printf "\n" }'
  echo ']'
} >compile_commands.json.unfinished
mv compile_commands.json.unfinished compile_commands.json
echo "compile_commands.json: $(grep -c '"file":' compile_commands.json) files"
