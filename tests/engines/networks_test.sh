#!/bin/bash
# mentat launch --via 'ip netns exec {host}': hosts with networks of their own, of which only the engine knows the way.
#   networks_test.sh SURVIVOR
survivor=$(realpath "${1:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
cd "$work" || exit 1
three_networks me$$ 10.74.15
# The first interface of the founder is that of containers, and there is no route into the world.
ip -n $name-1 link del cable
ip -n $name-1 link add docker0 type bridge && ip -n $name-1 addr add 172.17.0.1/16 dev docker0 && ip -n $name-1 link set docker0 up
ip -n $name-0 link add port1 type veth peer name cable netns $name-1
ip -n $name-0 link set port1 master bridge up
ip -n $name-1 addr add 10.74.15.1/24 dev cable
ip -n $name-1 link set cable up
# Its process becomes the launcher, so that a test can end it.
command=(ip netns exec "$name-1" "$mentat" launch --via "ip netns exec $name-{host}" --hosts 2,3 --remote-mentat "$mentat" --all-hosts)
launch() { "${command[@]}" "$@"; }

expect 0 launch -- sh -c '"$0" list hosts' "$mentat"
says 'tcp://10.74.15.1:'
says '2 +up .*tcp://10.74.15.2:'
says '3 +up .*tcp://10.74.15.3:'
sed -n 's/^mentat: --via, //p' err
eventually nothing_left

# ---- a cable is pulled: its host is lost, the program goes on, and at the end that host leaves, too
launch -- "$survivor" until "$work/over" >printed 2>running </dev/null &
runs=$!
eventually grep -q running running
ip -n $name-0 link set port3 down
: >over
wait $runs || fault "survivor ended with status $?: $(cat running)"
[ "$(cat printed)" = 'sum 190' ] || fault "survivor printed $(cat printed)"
eventually nothing_left

# ---- the launcher is killed while a host cannot be reached
ip -n $name-0 link set port3 up
: >running
"${command[@]}" -- "$survivor" forever >printed 2>running </dev/null &
runs=$!
eventually grep -q running running
ip -n $name-0 link set port3 down
kill -9 $runs
wait $runs 2>/dev/null
eventually nothing_left

# ---- no way to the founder: the address is named
ip -n $name-0 link set port3 up
expect 1 launch --listen docker0 --within 2 -- "$survivor" long
complains '2 is not there: it answered, and was not up within 2 s'
expect 1 launch --listen docker0 -- "$survivor" long
complains '2 is not there: no answer from tcp://172.17.0.1:'
complains 'does not begin without all hosts'
eventually nothing_left
ip -n $name-2 link set cable down
expect 1 launch --within 9 -- "$survivor" long
complains '2 is not there: --listen auto: this machine has no address at which another one could reach it'
eventually nothing_left
finish
