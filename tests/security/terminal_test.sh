#!/bin/bash
# Hostile values of every setting, in the environment, as an option and in a file, and hostile names and exception texts: each ends with
# a status of ours, at once, says little, and sends the terminal nothing that steers it or forges a line.
#   terminal_test.sh PROGRAM
program=$(realpath "${1:?a Mentat program}")
source "$PWD/tests/hosts/harness.sh"
here=$work/here
mkdir "$here" && cd "$here" || exit 1
export HOME=$work XDG_CONFIG_HOME=$work/config

# As bytes, for the shell writes U+202E and U+009B so only where the locale has them.
steers=$'evil\e[2J\e]0;title\a\nmentat: forged\r\xe2\x80\xae\xc2\x9b2J'
long=$(printf 'x%.0s' {1..100000})
values=("$steers" "$long" '' ' ' '-1' '99999999999999999999999' '1e309' 'nan' '0x10' '../../../etc/passwd' '%s%n' $'\xff\xfe' '"' '\' 'true false')

# Ends as a program of ours does, and is harmless to look at.
harmless() { # COMMAND...
  local status
  timeout -s KILL 20 "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
  case $status in 0 | 1 | 2 | 125 | 126 | 127) ;; *) fault "'${*:0:120}' ended with status $status" ;; esac
  # shellcheck disable=SC2094
  if LC_ALL=C grep -qe $'[\x01-\x08\x0b-\x1f\x7f]' -e $'\xe2\x80\xae' -e $'\xc2\x9b' "$work/out" "$work/err"; then
    fault "'${*:0:120}' sends control characters"
  fi
  grep -qx 'mentat: forged.*' "$work/out" "$work/err" && fault "'${*:0:120}' prints a forged line"
  [ "$(stat -c %s "$work/err")" -le 5000 ] || fault "'${*:0:120}' says $(stat -c %s "$work/err") bytes"
}

keys=$("$mentat" config show | awk '{ print $1 }')
[ "$(wc -w <<<"$keys")" -ge 20 ] || fault "config show lists too few settings: $keys"
for key in $keys; do
  variable=MENTAT_$(tr a-z A-Z <<<"${key//./__}")
  for value in "${values[@]}"; do
    # A path is the user's own choice: what may not be there is tried, not what would be made.
    [ "$key" = profile ] && [[ $value != *evil* && $value != "$long" ]] && continue
    harmless env "$variable=$value" "$program"
    harmless "$program" "--mentat-$key=$value"
    harmless "$mentat" run "--$key=$value" "$program"
    rm -f ./evil* ./xxx*
  done
  for value in "$steers" "$long" '["a", 1]' '{ a = 1 }' '1979-05-27' '"unclosed' '-5' '1e400'; do
    if [[ $key == *.* ]]; then
      printf '[%s]\n%s = %s\n' "${key%.*}" "${key##*.}" "$value" >mentat.toml
    else
      printf '%s = %s\n' "$key" "$value" >mentat.toml
    fi
    harmless "$program"
    harmless "$mentat" config show
    rm -f mentat.toml
  done
done

# ---- names
for value in "$steers" "$long" '' '../..' '-' $'\xff'; do
  harmless "$mentat" "$value"
  harmless "$mentat" help "$value"
  harmless "$mentat" run "$value"
  harmless "$mentat" run --mode="$value" "$program"
  harmless "$mentat" c++ "$value.mpl.cc"
  harmless "$mentat" new "$value"
  harmless "$mentat" explain "$value"
  harmless "$mentat" status --session "$value"
  harmless "$mentat" start --session "$value" --join "$value"
  harmless "$mentat" logs --session "$value"
  harmless "$mentat" "--$value"
  harmless "$program" "--mentat-$value=1"
  harmless env "MENTAT_$(tr -cd 'a-zA-Z' <<<"$value" | head -c 100)=$value" "$program"
done
"$mentat" stop --all >/dev/null 2>&1

finish
