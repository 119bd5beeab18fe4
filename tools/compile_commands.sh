#!/bin/bash
# Writes compile_commands.json into the root of the Bazel workspace of this folder: an entry for
# each C++ file and each Mentat source, with its original path. `mentat compile-commands` runs it;
# in a checkout of Mentat it needs no build.
#   compile_commands.sh [BAZEL-OPTION...] [BAZEL-PATTERN...]      (default: //...)
set -euo pipefail
read -ra bazel <<<"${MENTAT_BAZEL:-bazel}"

root=$PWD
until [ -e "$root/WORKSPACE" ] || [ -e "$root/WORKSPACE.bazel" ]; do
  [ "$root" != / ] || { echo "compile_commands.sh: $PWD is in no Bazel workspace" >&2; exit 2; }
  root=$(dirname "$root")
done
cd "$root"

options=() patterns=()
for word in "$@"; do
  case $word in
    -*) options+=("$word") ;;
    *) patterns+=("$word") ;;
  esac
done
[ ${#patterns[@]} -gt 0 ] || patterns=(//...)

"${bazel[@]}" build --keep_going --noshow_progress --ui_event_filters=-info ${options[@]+"${options[@]}"} \
  --aspects=@mentat//tools:compile_commands.bzl%compile_commands --output_groups=compile_commands -- "${patterns[@]}" </dev/null
execution_root=$("${bazel[@]}" info ${options[@]+"${options[@]}"} execution_root 2>/dev/null </dev/null)
bin=$("${bazel[@]}" info ${options[@]+"${options[@]}"} bazel-bin 2>/dev/null </dev/null)

# Editors expect the paths that the user edits. Fragments of deleted targets stay in bazel-bin; they
# are harmless.
{
  echo '['
  find -L "$bin" -name '*.compile_commands' -not -path '*/external/*' -exec cat {} + |
    sed -E "s|@WORKSPACE@|$PWD|; s#\"(-I|-isystem|-iquote)?(external|bazel-out)/#\"\1$execution_root/\2/#g" | sort -u |
    awk 'NR > 1 { printf ",\n" } { printf "%s", $0 } END { printf "\n" }'
  echo ']'
} >compile_commands.json.unfinished
mv compile_commands.json.unfinished compile_commands.json
echo "compile_commands.json: $(grep -c '"file":' compile_commands.json) files"
