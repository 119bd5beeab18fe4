#!/bin/bash
# Collects the root of a container image: the command `mentat`, the daemon, programs in /app, and the shared libraries that these need.
# usage: image_root.sh FOLDER PROGRAM...      FOLDER must not exist. MENTAT: the command (default: the one in PATH)
set -euo pipefail
umask 022

[ $# -ge 2 ] || { sed -n 's/^# //p' "$0" >&2; exit 2; }
root=$1
shift
give_up() { printf 'image_root: error: %s\n' "$*" >&2; exit 1; }

mentat=$(command -v "${MENTAT:-mentat}") || give_up "there is no command mentat; name it: MENTAT=PATH"
[ ! -e "$root" ] || give_up "there is $root already; remove it"
home=$("$mentat" version --json | sed -n 's/^ *"prefix": "\(.*\)",$/\1/p')
[ -n "$home" ] || give_up "$mentat is that of a checkout; install it first (mentat install PREFIX), then: MENTAT=PREFIX/bin/mentat"
[ -x "$home/bin/mentat-host" ] || give_up "$mentat has no bin/mentat-host beside it"

mkdir -p "$root"/{app,etc,usr/bin,usr/lib/mentat/bin,usr/lib/mentat/share/mentat,usr/lib64}
for folder in bin lib lib64; do ln -s usr/$folder "$root/$folder"; done
install -d -m 1777 "$root/tmp"
ln -s ../lib/mentat/bin/mentat "$root/usr/bin/mentat"
install "$home"/bin/{mentat,mentat-host} "$root/usr/lib/mentat/bin"
for file in commit verbs.txt; do
  [ ! -e "$home/share/mentat/$file" ] || install -m 644 "$home/share/mentat/$file" "$root/usr/lib/mentat/share/mentat"
done
for program in "$@"; do
  [ -f "$program" ] || give_up "there is no program $program"
  install "$program" "$root/app"
done
printf 'root:x:0:0::/:/\nmentat:x:65532:65532::/tmp:/\n' >"$root/etc/passwd"
printf 'root:x:0:\nmentat:x:65532:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"

# The libraries go where their programs look for them.
find "$root/app" "$root/usr/lib/mentat/bin" -type f | while IFS= read -r file; do
  ldd "$file" 2>&1 | grep -q 'not found' && give_up "$file needs a library that is not here: $(ldd "$file" | grep 'not found')"
  ldd "$file" 2>/dev/null | grep -oE '/[^ ]+' || true # a script has none
done | sort -u | while IFS= read -r library; do
  mkdir -p "$root/$(dirname "$library")"
  install -m "$(stat -L -c %a "$library")" "$library" "$root/$library"
done
