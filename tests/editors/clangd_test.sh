#!/bin/bash
# Examples and conformance programs open in clangd without an error; errors are reported at their places, also while somebody
# types. The compile commands are those of `mentat c++`.
root=$PWD
source tests/command/harness.sh
clangd=${mentat%/mentat}/mentat-clangd
if ! command -v clangd-19 >"$TEST_TMPDIR/out"; then
  echo 'SKIPPED: there is no clangd-19'
  exit 0
fi
[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
shard=${TEST_SHARD_INDEX:-0} shards=${TEST_TOTAL_SHARDS:-1}
export XDG_CACHE_HOME=$TEST_TMPDIR/cache XDG_CONFIG_HOME=$TEST_TMPDIR/config
mkdir -p "$XDG_CONFIG_HOME/clangd"
printf 'Index:\n  StandardLibrary: No\n' >"$XDG_CONFIG_HOME/clangd/config.yaml" # that takes seconds

check() { "$clangd" --compile-commands-dir="$work" --background-index=0 --check-lines=1-1 --check="$1"; }
lines_with_errors() { sed -n 's/^E\[[^ ]* \[[^ ]*\] Line \([0-9]*\): .*/\1/p' "$1" | sort -nu; }
marked_lines() { grep -n '// error$' "$1" | cut -d: -f1; }

# ---- every file ---------------------------------------------------------------------------------
cd "$root" || exit 1
mapfile -t all < <(find -L examples tests/conformance tests/paper -name '*.mpl.cc' -o -name '*.mpl.h' | sort)
cd "$work" || exit 1
[ ${#all[@]} -gt 150 ] || fault "only ${#all[@]} files were found"
mapfile -t sources < <(printf '%s\n' "${all[@]}" | grep '\.mpl\.cc$')
expect 0 "$mentat" c++ -### --compile-commands compile_commands.json -I "$root" -c "${sources[@]/#/$root/}"
for ((i = shard; i < ${#all[@]}; i += shards)); do
  expect 0 check "$root/${all[i]}"
  complains 'All checks completed, 0 errors'
done

if [ "$shard" -eq 0 ]; then
  # ---- errors are reported, and nothing else ------------------------------------------------------
  cp -L "$root/tests/editors/false_and_true.mpl.cc" .
  expect 0 "$mentat" c++ -### --compile-commands compile_commands.json -c false_and_true.mpl.cc
  check false_and_true.mpl.cc >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err" && fault 'no error was found'
  [ "$(lines_with_errors "$TEST_TMPDIR/err")" = "$(marked_lines false_and_true.mpl.cc)" ] || fault 'other errors than those marked'

  # ---- in a session: the text comes from the editor, and changes ----------------------------------
  as_json() { sed 's/\\/\\\\/g; s/"/\\"/g; s/\t/\\t/g' | awk '{ printf "%s\\n", $0 }'; }
  right=$(sed 's/count_ < size_\(.*\)  .. error$/size_ > 0\1/; /\/\/ error$/d' false_and_true.mpl.cc)
  wrong=$(sed 's/persistent = false;/persistent = undeclared;  \/\/ error/' <<<"$right")
  uri="file://$work/false_and_true.mpl.cc"
  {
    printf '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"rootUri":null}}\n---\n'
    printf '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"%s","languageId":"cpp","version":1,"text":"%s"}}}\n---\n' "$uri" "$(as_json <<<"$right")"
    printf '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"%s","version":2},"contentChanges":[{"text":"%s"}]}}\n---\n' "$uri" "$(as_json <<<"$wrong")"
    printf '{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"%s"},"position":{"line":%d,"character":4}}}\n---\n' \
      "$uri" $(($(printf '%s\n' "$wrong" | grep -n '^  s\.create' | cut -d: -f1) - 1))
    printf '{"jsonrpc":"2.0","id":2,"method":"shutdown"}\n---\n{"jsonrpc":"2.0","method":"exit"}\n'
  } >session
  "$clangd" --compile-commands-dir="$work" --background-index=0 --input-style=delimited --sync \
    <session >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err" || fault 'the session failed'
  published() { grep -o '"diagnostics":\[.*\].*"version":'"$1" "$TEST_TMPDIR/out" | tail -n 1; }
  errors() { published "$1" | grep -o '"severity":1' | wc -l; }
  [ -n "$(published 1)" ] && [ "$(errors 1)" -eq 0 ] || fault 'errors in a text without any'
  [ "$(errors 2)" -eq 1 ] || fault "$(errors 2) errors in a text with one"
  line=$(($(printf '%s\n' "$wrong" | grep -n '// error$' | cut -d: -f1) - 1)) # LSP counts from 0
  published 2 | grep -q "\"start\":{\"character\":[0-9]*,\"line\":$line}" || fault "the error is not in line $line"
  for member in put count create bound; do says "\"label\":\" $member("; done # what can stand behind `s.`
fi
finish
