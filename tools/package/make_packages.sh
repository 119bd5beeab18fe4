#!/bin/bash
# Makes mentat-VERSION-linux-MACHINE.tar.xz and the Debian packages mentat, mentat-dev and python3-mentat from an
# installation.
# usage: make_packages.sh COMMAND FOLDER, where COMMAND is bin/mentat of the installation
# The same installation gives the same bytes: files are sorted and have the date of SOURCE_DATE_EPOCH (default: of the
# installation's commit).
set -euo pipefail

command=$1 folder=$2
parts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
umask 022
export LC_ALL=C

for program in dpkg-deb dpkg-shlibdeps dpkg-architecture strip xz gzip; do
  command -v $program >/dev/null || {
    echo "mentat: error: there is no $program; install the Debian packages dpkg-dev, binutils and xz-utils" >&2
    exit 1
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# programs_of FOLDER: the programs and shared libraries below its bin and lib
programs_of() {
  local file
  find "$1" \( -path "$1/bin/*" -o -path "$1/lib/mentat/*" \) -type f | sort | while IFS= read -r file; do
    [ "$(head -c 4 "$file" | tr -d '\0')" != $'\x7fELF' ] || printf '%s\n' "$file"
  done
}

# ---- the installation, stripped -----------------------------------------------------------------

version=$("$command" version --json | sed -n 's/^ *"version": "\(.*\)",$/\1/p')
name=mentat-$version-linux-$(uname -m)
prefix=$work/$name
"$command" install "$prefix" >/dev/null
chmod -R u+w,go-w "$prefix"
programs_of "$prefix" | xargs -d '\n' strip --strip-unneeded --remove-section=.comment
strip --strip-debug --enable-deterministic-archives "$prefix/lib/libmentat.a"
find "$prefix" -type f -exec chmod a-x {} + -o -type d -exec chmod 755 {} +
chmod a+x "$prefix"/bin/* "$prefix"/share/mentat/compile_commands.sh "$prefix"/share/mentat/bazel/tools/test/run_in_mode.sh
day=$(sed -n 's/^[^ ]* \([0-9-]*\)$/\1/p' "$prefix/share/mentat/commit")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -u -d "${day:-2000-01-01}" +%s)}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd -P)
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
  xz -6 >"$folder/$name.tar.xz"

# ---- the trees of the packages ------------------------------------------------------------------

architecture=$(dpkg-architecture -qDEB_HOST_ARCH)
libraries=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
home=usr/lib/mentat

# give PACKAGE FILE...: moves files of the installation to the package's tree
give() {
  local tree=$work/$1 file
  for file in "${@:2}"; do
    mkdir -p "$tree/$home/$(dirname "$file")"
    mv "$prefix/$file" "$tree/$home/$file"
  done
}

# place PACKAGE FILE PLACE: moves one of the installation's files to where Debian looks for it
place() {
  mkdir -p "$work/$1/$(dirname "$3")"
  mv "$prefix/$2" "$work/$1/$3"
}

# The development package is what remains below lib, include, and share/mentat.
give mentat bin/mentat bin/mentat-host share/mentat/{commit,verbs.txt,gdb}
place mentat share/bash-completion/completions/mentat usr/share/bash-completion/completions/mentat
place mentat share/zsh/site-functions/_mentat usr/share/zsh/vendor-completions/_mentat
place mentat share/fish/vendor_completions.d/mentat.fish usr/share/fish/vendor_completions.d/mentat.fish
place mentat share/man/man1 usr/share/man/man1
give python3-mentat "lib/mentat/libmentat.so.$version"
place python3-mentat share/mentat/python/mentat usr/lib/python3/dist-packages/mentat
rmdir "$prefix/share/mentat/python"
give mentat-dev bin/{mplc,mentat-clangd} include lib
rm "$prefix/share/mentat/packages.txt"
give mentat-dev $(cd "$prefix" && find share/mentat -mindepth 1 -maxdepth 1)
sed -n 's/^Depends: \(.*\)/\1/p' "$parts/mentat-dev.control" | sed 's/, */\n/g' | grep -v '[$(@]' \
  >"$work/mentat-dev/$home/share/mentat/packages.txt"
mkdir -p "$work"/mentat/usr/bin "$work"/mentat-dev/usr/bin "$work/mentat-dev/$libraries"/{cmake,pkgconfig}
ln -s ../lib/mentat/bin/mentat "$work/mentat/usr/bin/mentat"
ln -s ../lib/mentat/bin/mentat-clangd "$work/mentat-dev/usr/bin/mentat-clangd"
ln -s ../../mentat/lib/cmake/Mentat "$work/mentat-dev/$libraries/cmake/Mentat"
sed "s|^prefix=.*|prefix=/$home|" "$work/mentat-dev/$home/lib/pkgconfig/mentat.pc" \
  >"$work/mentat-dev/$libraries/pkgconfig/mentat.pc"
mkdir -p "$work/mentat-dev/usr/share/man/man1"
install -m 644 "$parts/mentat-clangd.1" "$work/mentat-dev/usr/share/man/man1"
gzip -9n "$work"/mentat{,-dev}/usr/share/man/man1/*.1

# ---- documents, control files, packages ---------------------------------------------------------

# depends PACKAGE: the libraries of its programs
depends() {
  mkdir -p "$work/shlibdeps/debian"
  printf 'Source: mentat\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/shlibdeps/debian/control"
  (cd "$work/shlibdeps" && programs_of "$work/$1/$home" | xargs -d '\n' dpkg-shlibdeps -O 2>"$work/warnings") |
    sed -n 's/^shlibs:Depends=//p'
}

made=()
for package in mentat mentat-dev python3-mentat; do
  tree=$work/$package
  documents=$tree/usr/share/doc/$package
  mkdir -p "$documents" "$tree/DEBIAN"
  cp "$parts/copyright" "$documents/copyright"
  printf 'mentat (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' \
    "$version" "$version" "$(sed -n 's/^Maintainer: //p' "$parts/$package.control")" "$(date -uR -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$documents/changelog.gz"
  needed=$(depends $package) || needed=
  [ -n "$needed" ] || {
    echo "mentat: error: dpkg-shlibdeps finds no library that $package needs:" >&2
    cat "$work/warnings" >&2
    exit 1
  }
  sed "s#@VERSION@#$version#; s#@ARCHITECTURE@#$architecture#; s#@LIBRARIES@#$needed#; s|@SIZE@|$(du -sk "$tree" | cut -f1)|" \
    "$parts/$package.control" >"$tree/DEBIAN/control"
  [ ! -e "$parts/$package.prerm" ] || install -m 755 "$parts/$package.prerm" "$tree/DEBIAN/prerm"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
  find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$folder/${package}_${version}_$architecture.deb" >/dev/null
  made+=("$folder/${package}_${version}_$architecture.deb")
done
checkout=$parts/../..
if [ -e "$checkout/tools/site/make_site.py" ]; then
  "$parts/make_doc_package.sh" "$checkout" "$version" "$folder" 2>"$work/warnings" || {
    grep -q 'there is no \(Sphinx\|Doxygen\)' "$work/warnings" || { cat "$work/warnings" >&2; exit 1; }
    echo "mentat: mentat-doc is left out: $(sed 's/^mentat: error: //' "$work/warnings")" >&2
  }
fi
printf '%s\n' "$folder/$name.tar.xz" "${made[@]}"
