#!/bin/bash
# mentat config: every setting, its value and its origin; every setting and limit in words.
set -u
mentat=$PWD/tools/sdk/sdk/bin/mentat
cd "$(mktemp -d "${TEST_TMPDIR:?}/config.XXXXXX")" || exit 1
export HOME=$PWD XDG_CONFIG_HOME=$PWD/config
mkdir -p config/mentat
failures=0
expect() { # STATUS PATTERN COMMAND...
  local status=$1 pattern=$2 printed
  shift 2
  printed=$("$@" 2>&1)
  [ $? -eq "$status" ] && grep -qE -- "$pattern" <<<"$printed" && return
  printf "line %s: '%s' does not say '%s' with status %s:\n%s\n" "${BASH_LINENO[0]}" "$*" "$pattern" "$status" "$printed"
  failures=$((failures + 1))
}
show=("$mentat" config show --origin)

expect 0 '^mode +threads +default$' "${show[@]}"
expect 0 '^workers +[0-9]+ \(cores\) +default$' "${show[@]}"
expect 0 '^workers +1 \(cores\) +default$' env MENTAT_CORES=1 "${show[@]}"
expect 0 '^limits.memory +[0-9.]+ GiB \(half of memory\) +default$' "${show[@]}"
expect 0 '^workers +1 \(cores / processes\)$' "$mentat" config show --mentat-mode=processes --mentat-processes=256
printf 'workers = 3\n[im]\nthreshold = 1.5\n' >config/mentat/config.toml
printf '[im]\n  threshold = 2.5\n' >mentat.toml
expect 0 '^workers +3 +'"$PWD"'/config/mentat/config.toml:1:11$' "${show[@]}"
expect 0 '^im.threshold +2.5 +mentat.toml:2:15$' "${show[@]}"
expect 0 '^im.threshold +4 +MENTAT_IM__THRESHOLD$' env MENTAT_IM__THRESHOLD=4 "${show[@]}"
expect 0 '^im.threshold +5 +--mentat-im.threshold$' env MENTAT_IM__THRESHOLD=4 "${show[@]}" --mentat-im.threshold=5
expect 0 '^im.threshold +2.5$' "$mentat" config show
expect 0 '"origin": "mentat.toml:2:15"' "$mentat" config show --json

# ---- errors: the place, the expected input, the nearest known key
printf '[im]\nthreshhold = 2.5\n' >mentat.toml
expect 2 "mentat.toml:2:1: unknown setting 'im.threshhold'; the nearest known one is 'im.threshold'" "${show[@]}"
printf '[im]\nthreshold = "many"\n' >mentat.toml
expect 2 'mentat.toml:2:13: im.threshold: expected a number' "${show[@]}"
printf '[im]\nthreshold = -1\n' >mentat.toml
expect 2 'mentat.toml:2:13: .*expected a number above 0' "${show[@]}"
printf '[im\n' >mentat.toml
expect 2 'mentat.toml:[12]:[0-9]+: ' "${show[@]}"
rm mentat.toml
expect 2 "MENTAT_IM__THRESH: unknown setting" env MENTAT_IM__THRESH=4 "${show[@]}"
expect 2 "unknown word 'get'; expected one of show and list" "$mentat" config get

# ---- list: settings and limits in words
expect 0 '^limits.fibers$' "$mentat" config list
expect 0 'Values: 1 to 1024. Default: cores that the process may use.' "$mentat" config list
expect 0 '^fixed.message: 1 GiB$' "$mentat" config list
expect 0 '^fixed.units: 1,000,000 calls$' "$mentat" config list
expect 0 '^fixed.settings: 2,047 bytes$' "$mentat" config list
expect 0 '"variable": "MENTAT_LIMITS__GRAPH_DEPTH"' "$mentat" config list --json
expect 0 '^\| `fixed.peers` \| 4,096 connections \|' "$mentat" config list --markdown
expect 2 "takes only --json or --markdown" "$mentat" config list --origin
expect 2 "takes only --json or --markdown" "$mentat" config list --mentat-mode=serial
expect 2 "exclude each other" "$mentat" config list --json --markdown
expect 2 "an option of 'mentat config list'" "$mentat" config show --markdown
expect 2 'expected one of show and list' "$mentat" config
echo "$failures faults"
exit $((failures > 0))
