#!/bin/bash
# Makes mentat-VERSION-linux-MACHINE.tar.xz, and the Debian packages of debian/, from an installation.
# usage: make_packages.sh COMMAND FOLDER, where COMMAND is bin/mentat of the installation
# The same installation gives the same bytes: files are sorted, and have the date of debian/changelog or of SOURCE_DATE_EPOCH.
set -euo pipefail

command=$(readlink -f "$1") folder=$2
checkout=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd -P)
umask 022
export LC_ALL=C

for program in dpkg-buildpackage dh strip xz; do
  command -v $program >/dev/null || {
    echo "mentat: error: there is no $program; install the Debian packages dpkg-dev, debhelper, binutils and xz-utils" >&2
    exit 1
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
folder=$(cd "$folder" && pwd -P)

version=$("$command" version --json | sed -n 's/^ *"version": "\(.*\)",$/\1/p')
[ "$version" = "$(dpkg-parsechangelog -l "$checkout/debian/changelog" -S Version)" ] || {
  echo "mentat: error: this is version $version, and debian/changelog is about another one" >&2
  exit 1
}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(dpkg-parsechangelog -l "$checkout/debian/changelog" -S Timestamp)}

# ---- the tarball --------------------------------------------------------------------------------

name=mentat-$version-linux-$(uname -m)
"$checkout/tools/package/make_installation.sh" "$command" "$work/$name"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
  xz -6 >"$folder/$name.tar.xz"

# ---- the packages, in a tree of their own: debhelper writes into debian/ ------------------------

mkdir -p "$work/source/debian"
for entry in "$checkout"/*; do
  case ${entry##*/} in bazel-* | debian) ;; *) ln -s "$entry" "$work/source/" ;; esac
done
(cd "$checkout/debian" && cp -r -L --parents $(sed -n 's/^ *"\([a-z][^:]*\)",$/\1/p' BUILD) "$work/source/debian/")
which=--build=binary
{ /usr/bin/python3 -c 'import sphinx, myst_parser' && command -v doxygen; } >/dev/null 2>&1 || {
  which=--build=any
  echo 'mentat: mentat-doc is left out; it needs the Debian packages doxygen, python3-sphinx and python3-myst-parser' >&2
}
(cd "$work/source" && MENTAT_COMMAND=$command dpkg-buildpackage -us -uc -d $which) >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
for file in "$work"/*.deb; do
  cp "$file" "$folder/"
  made+=("$folder/${file##*/}")
done
printf '%s\n' "$folder/$name.tar.xz" "${made[@]}"
