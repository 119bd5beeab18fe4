#!/bin/bash
# Three hosts with networks of their own (network namespaces, joined by a bridge): they join by invitation over real addresses, carry
# a program, and one whose cable is pulled is lost.
part=$PWD/${1:?the program that the tests start}
[[ $1 == /* ]] && part=$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

three_networks mt$$ 10.74.11
invitation_of_1() { on 1 "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //'; }

expect 0 on 1 "$mentat" start --session h1 --listen cable
says 'tcp://10.74.11.1:7411'
expect 1 on 2 "$mentat" start --session h2 --listen tcp://10.74.11.1 --join "$(invitation_of_1)"
complains 'not an address of this machine'
expect 0 on 2 "$mentat" start --session h2 --listen tcp://10.74.11.2 --join "$(invitation_of_1)"
expect 0 on 3 "$mentat" start --session h3 --listen auto --join "$(invitation_of_1)"
says 'tcp://10.74.11.3:7411'
for from in 1 2 3; do for of in 1 2 3; do eventually host_is h$from h$of up; done; done

on 2 "$part" "$XDG_RUNTIME_DIR/mentat/h2" >"$work/driver" 2>&1 &
heard() { grep -qE -- "$1" "$work/driver"; }
eventually heard '^begun host=2 hosts=3'
eventually heard '^news host=1'
eventually heard '^news host=3'

ip -n $name-0 link set port3 down
eventually heard '^host_down host=3 .*nothing was heard'
eventually host_is h1 h3 lost
eventually host_is h2 h3 lost
eventually host_is h3 h1 lost

expect 1 on 2 "$mentat" stop --session h2 --all
says 'has ended on the hosts that were reached'
complains 'host h3@'
eventually heard '^refused'
expect 0 on 3 "$mentat" stop --session h3
eventually nobody_left

# ---- the same by IPv6
if on 1 ip -6 addr show dev cable | grep -q fd74::1; then
  expect 0 on 1 "$mentat" start --session h1 --listen 'tcp://[fd74::1]'
  says 'tcp://\[fd74::1\]:7411'
  expect 0 on 2 "$mentat" start --session h2 --listen 'tcp://[fd74::2]' --join "$(invitation_of_1)"
  eventually host_is h2 h1 up
  on 2 "$part" "$XDG_RUNTIME_DIR/mentat/h2" >"$work/driver" 2>&1 &
  eventually heard '^news host=1'
  expect 0 on 1 "$mentat" stop --session h1 --all
  eventually nobody_left
else
  echo 'this machine has no IPv6'
fi
finish
