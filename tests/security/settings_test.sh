#!/bin/bash
# A settings file that somebody else could have written, or that is not a plain file, is refused with its name, at once; and so is a profile
# that would overwrite somebody's file.
#   settings_test.sh PROGRAM
program=$(realpath "${1:?a Mentat program}")
source "$PWD/tests/hosts/harness.sh"
user=65534
here=$(mktemp -d /tmp/mentat-settings.XXXXXX)
chmod 1777 "$here"
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
export HOME=$work

# The program and the command refuse, and wait for nothing.
refused() { # TEXT
  expect 2 timeout 20 "$program"
  complains "$1"
  expect 2 timeout 20 "$mentat" config show
  complains "$1"
}
fresh() { rm -rf "$1" && printf 'seed = 7\n' >"$1"; }

for file in mentat.toml "$XDG_CONFIG_HOME/mentat/config.toml"; do
  mkdir -p "$XDG_CONFIG_HOME/mentat"
  fresh "$file"
  expect 0 "$mentat" config show
  says '^seed +7$'
  expect 0 "$program"
  chmod 646 "$file"
  refused "$file: others can write it: chmod go-w $file"
  rm "$file" && mkfifo "$file"
  refused "$file: this is not a plain file"
  rm "$file" && mkdir "$file"
  refused "$file: this is not a plain file"
  rm -r "$file" && ln -s /dev/zero "$file"
  refused "$file: this is not a plain file"
  ln -sf /etc/passwd "$file"
  refused "$file"
  ln -sf "$file" "$file"
  refused "$file"
  rm "$file" && truncate -s 5M "$file"
  refused "$file: it has 5242880 bytes, and may have 65536"
  if [ "$(id -u)" -eq 0 ]; then
    fresh "$file" && chown $user "$file"
    refused "$file: it belongs to user $user"
    fresh "$work/own.toml" && ln -sf "$work/own.toml" "$file" && chown -h $user "$file"
    refused "$file: this link belongs to user $user"
    rm "$file" && fresh "$file" && chgrp 65534 "$file" && chmod 664 "$file"
    refused "$file: others can write it"
  fi
  rm -rf "$file"
done

# ---- a profile goes over files of the user's own, not over others', and not along others' links
expect 0 "$program" --mentat-profile="$here/profile.json"
[ -s profile.json ] || fault 'there is no profile'
expect 0 "$program" --mentat-profile=/dev/stdout
says '\{'
if [ "$(id -u)" -eq 0 ]; then
  echo precious >"$work/precious"
  ln -s "$work/precious" link.json && chown -h $user link.json
  expect 0 "$program" --mentat-profile=link.json
  complains "this link belongs to user $user"
  [ "$(cat "$work/precious")" = precious ] || fault 'another user had a file overwritten'
  echo theirs >theirs.json && chown $user theirs.json
  expect 0 "$program" --mentat-profile=theirs.json
  complains "belongs to user $user"
  [ "$(cat theirs.json)" = theirs ] || fault "another user's file was overwritten"
else
  echo "as this user only, because other users need root"
fi
finish
