#!/bin/bash
# Makes the Debian package mentat-doc: the pages of docs/ and the reference of the headers as a site (tools/site).
# usage: make_doc_package.sh CHECKOUT VERSION FOLDER
# SOURCE_DATE_EPOCH is the date of its files. Scripts that Debian has are taken from libjs-sphinxdoc, as its policy asks.
set -euo pipefail

checkout=$1 version=$2 folder=$3
parts=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
umask 022
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tree=$work/mentat-doc
documents=$tree/usr/share/doc/mentat-doc
mkdir -p "$documents" "$tree/DEBIAN" "$tree/usr/share/doc-base"
"$checkout/tools/site/make_site.py" "$checkout" "$documents/html" >/dev/null
for script in jquery underscore doctools searchtools sphinx_highlight language_data _sphinx_javascript_frameworks_compat; do
  ln -sf "../../../../javascript/sphinxdoc/1.0/$script.js" "$documents/html/_static/$script.js"
done
cp "$parts/copyright" "$documents/copyright"
cat >"$tree/usr/share/doc-base/mentat-doc.mentat" <<END
Document: mentat
Title: Mentat
Abstract: How to write, run and understand parallel C++ programs with Mentat
Section: Programming/C++

Format: HTML
Index: /usr/share/doc/mentat-doc/html/index.html
Files: /usr/share/doc/mentat-doc/html/*.html
END
printf 'mentat (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' \
  "$version" "$version" "$(sed -n 's/^Maintainer: //p' "$parts/mentat-doc.control")" "$(date -uR -d "@$SOURCE_DATE_EPOCH")" |
  gzip -9n >"$documents/changelog.gz"
find "$tree" -type f -exec chmod 644 {} +
sed "s#@VERSION@#$version#; s|@SIZE@|$(du -sk "$tree" | cut -f1)|" "$parts/mentat-doc.control" >"$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$tree" "$folder/mentat-doc_${version}_all.deb" >/dev/null
printf '%s\n' "$folder/mentat-doc_${version}_all.deb"
