#!/bin/bash
# Makes an installation as it is packed: stripped, with modes of its own, and with its SBOM.
# usage: make_installation.sh COMMAND PREFIX, where COMMAND is bin/mentat of another installation
set -euo pipefail

command=$1 prefix=$2
parts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
umask 022
export LC_ALL=C

"$command" --quiet install "$prefix"
chmod -R u+w,go-w "$prefix"
"$parts/make_sbom.py" "$prefix" >"$prefix/share/mentat/mentat.spdx.json"
find "$prefix" -type f -exec chmod 644 {} + -o -type d -exec chmod 755 {} +
chmod a+x "$prefix"/bin/* "$prefix"/share/mentat/compile_commands.sh "$prefix"/share/mentat/bazel/tools/test/run_in_mode.sh
find "$prefix/bin" "$prefix/lib/mentat" -type f | sort | while IFS= read -r file; do
  [ "$(head -c 4 "$file" | tr -d '\0')" != $'\x7fELF' ] || strip --strip-unneeded --remove-section=.comment "$file"
done
strip --strip-debug --enable-deterministic-archives "$prefix/lib/libmentat.a"
