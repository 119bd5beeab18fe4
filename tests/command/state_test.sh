#!/bin/bash
# mentat state: what a folder of durable state has, what is damaged in it, and which folders are refused.
. tests/command/harness.sh
writer=$OLDPWD/tests/durable/power_cut/state_writer
export HOME=$work XDG_STATE_HOME=$work/homes
state=$work/bank.state

# A folder of three objects, with more than one segment.
make() {
  rm -rf "$state"
  "$writer" "$state" 3 "${1:-90}" 5 32768 >/dev/null || fault "the folder cannot be made"
}
poke() { # FILE OFFSET: flips a bit
  python3 - "$1" "$2" <<'PYTHON'
import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(int(sys.argv[2]))
    byte = file.read(1)
    file.seek(-1, 1)
    file.write(bytes([byte[0] ^ 4]))
PYTHON
}
segment() { printf '%s\n' "$state"/log/*.log | head -n "${1:-1}" | tail -n 1; }

make
expect 0 "$mentat" state list --state="$state"
says 'account/account-2  disk   100    1      30       whole'
quiet
expect 0 "$mentat" state list --json --state="$state"
says '"name": "account-1"'
expect 0 "$mentat" state show account-1 --state="$state"
says 'number: #000000010000000100000002'
says 'cell 0: 1e1e1e'
expect 0 "$mentat" state show '#000000010000000100000002' --state="$state"
expect 0 "$mentat" state show account/account-1 --state="$state"
expect 0 "$mentat" state show --json account-1 --state="$state"
says '"hex": "1e1e1e'
expect 0 "$mentat" state verify --deep --state="$state"
says '90 records, 3 objects: whole'
expect 0 "$mentat" state export --json --state="$state"
says '"lost": []'
expect 1 "$mentat" state show nobody --state="$state"
complains "there is no object 'nobody'; \`mentat state list\` prints the names"
expect 1 "$mentat" state show $'a\e[31m\nb' --state="$state"
complains "there is no object 'a\\x1b[31m\\nb'"

# ---- drop: gone, also for the next reader, and the others stay
expect 0 "$mentat" state drop account-1 --state="$state"
says 'account/account-1 is dropped'
expect 1 "$mentat" state show account-1 --state="$state"
expect 1 "$mentat" state drop account-1 --state="$state"
expect 0 "$mentat" state verify --deep --state="$state"
says '2 objects: whole'

# ---- damage: its place and the objects that it concerns; the others can be read
make
poke "$(segment)" 300
expect 1 "$mentat" state verify --state="$state"
says 'segment 1, offset 264, '
says 'lost: #00000001'
says '1 object lost records'
expect 1 "$mentat" state show '#000000010000000100000002' --state="$state"
complains 'records are missing; the damage is in segment 1 at offset 264'
expect 0 "$mentat" state show account-2 --state="$state"
expect 1 "$mentat" state export --json --state="$state"
says '"name": "account-0"'
expect 1 "$mentat" state verify --json --state="$state"
says '"whole": false'
expect 0 "$mentat" state drop '#000000010000000100000002' --state="$state"
expect 1 "$mentat" state verify --state="$state"
says 'damaged; no object has lost a record'

# ---- a torn tail is no damage; a missing segment and damaged slots are
make
printf 'torn' | dd of="$(segment)" bs=1 seek=32000 conv=notrunc status=none
expect 0 "$mentat" state verify --state="$state"
says 'tail: segment 1: a tail of '
make 600
rm "$(segment)"
expect 1 "$mentat" state verify --state="$state"
says 'missing segment log/'
make 600
poke "$state/manifest.a" 20
poke "$state/manifest.b" 20
expect 1 "$mentat" state verify --state="$state"
says 'neither manifest.a nor manifest.b is valid'
says 'no object has lost a record'
make
truncate -s 3000 "$(segment)"
expect 1 "$mentat" state verify --state="$state"
make
: >"$(segment)"
expect 1 "$mentat" state verify --state="$state"
make
head -c 100000 /dev/urandom >"$(segment)"
expect 1 "$mentat" state verify --state="$state"
make
rm "$(segment)" && mkfifo "$state/log/0000000001.log"
expect 1 timeout 20 "$mentat" state verify --state="$state"
rm "$state/log/0000000001.log" && ln -s /etc/passwd "$state/log/0000000001.log"
expect 1 "$mentat" state verify --state="$state"
says 'damage: segment 1: '
rm "$state/log/0000000001.log" && truncate -s 200G "$state/log/0000000001.log"
expect 1 "$mentat" state verify --state="$state"
says 'is larger than a segment can be'
expect 0 "$mentat" state list --state="$state"

# ---- folders that are refused before anything is read, with what to do
expect 1 "$mentat" state list
complains "there is no state folder $XDG_STATE_HOME/mentat/state/default: --state=FOLDER names another one"
expect 1 "$mentat" state list --session=lab
complains "$XDG_STATE_HOME/mentat/state/lab"
make
chmod 755 "$state"
expect 1 "$mentat" state list --state="$state"
complains "chmod"
chmod 700 "$state"
printf 'mentat state 2\nlab\n' >"$state/identity"
expect 1 "$mentat" state list --state="$state"
complains 'has format 2, and this Mentat knows formats up to 1'
printf 'something\n' >"$state/identity"
expect 1 "$mentat" state list --state="$state"
complains 'identity is damaged'
mkdir -m 700 "$work/other"
expect 1 "$mentat" state list --state="$work/other"
complains 'is not a state folder of Mentat'
absent "$work/other/lock"
touch "$work/file"
expect 1 "$mentat" state verify --state="$work/file"
complains 'is not a folder'
make
ln -s "$state" "$work/link"
expect 1 "$mentat" state list --state="$work/link"
expect 1 flock "$state/lock" "$mentat" state list --state="$state"
complains 'is in use'
expect 0 flock -s "$state/lock" "$mentat" state list --state="$state"
expect 1 flock -s "$state/lock" "$mentat" state drop account-1 --state="$state"
complains 'try again when that has ended'
if chown 12345 "$state" 2>/dev/null; then  # root, outside of a sandbox
  expect 1 "$mentat" state list --state="$state"
  complains 'belongs to user 12345, not to you (user 0)'
  chown 0 "$state"
fi

# ---- wrong usage
expect 2 "$mentat" state
complains 'expected one of list, show, verify, export and drop'
expect 2 "$mentat" state frob
expect 2 "$mentat" state show --state="$state"
complains 'takes the name of an object'
expect 2 "$mentat" state list account-1 --state="$state"
expect 2 "$mentat" state list --deep --state="$state"
expect 2 "$mentat" state drop account-1 --json --state="$state"
expect 2 "$mentat" state list --session=lab --state="$state"
complains '--state and --session exclude each other'
finish
