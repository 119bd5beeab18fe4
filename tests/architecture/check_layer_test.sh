#!/bin/bash
# The check of a layer finds each kind of fault.
set -u
check=$PWD/tests/architecture/check_layer.sh
cd "${TEST_TMPDIR:?}" || exit 1
failures=0

layer() {  # layer NAME LABELS SOURCE-TEXT
  mkdir -p "$1"
  printf '%s\n' $2 >"$1/dependencies"
  printf '%s' "$3" >"$1/source.h"
}

expect() {  # expect passes|fails NAME [TEXT] -- OPTION...
  local wanted=$1 name=$2 text=${3:-}
  shift 3
  local output status
  output=$("$check" --dependencies "$name/dependencies" "$@" "$name/source.h")
  status=$?
  if { [ "$wanted" = passes ] && [ "$status" -ne 0 ]; } || { [ "$wanted" = fails ] && [ "$status" -eq 0 ]; } ||
    [[ $output != *"$text"* ]]; then
    printf 'case %s: expected that it %s (%s), got status %s:\n%s\n' "$name" "$wanted" "$text" "$status" "$output"
    failures=$((failures + 1))
  fi
}

own='//a/b:one //a/b:two'
layer good "$own //c/d:x" $'#include <vector>\n#include "a/b/one.h"\n#include "c/d/x.h"\n// std::cout in a comment\n'
expect passes good '' --may-use //a/b,//c/d --pure
layer stranger "$own //e:x" $'#include <vector>\n'
expect fails stranger '//e:x' --may-use //a/b,//c/d
layer external "$own @system//:cereal" $'#include <vector>\n'
expect fails external '@system//:cereal' --may-use //a/b
layer system "$own" $'#include <vector>\n\n#include <unistd.h>\n'
expect fails system 'source.h:3: <unistd.h>' --may-use //a/b
layer folder "$own" $'#include "e/f/g.h"\n'
expect fails folder '"e/f/g.h"' --may-use //a/b
layer thread "$own" $'#include <thread>\n'
expect fails thread '<thread>' --may-use //a/b --pure
expect passes thread '' --may-use //a/b
layer clock "$own" $'auto now = std::chrono::steady_clock::now();\n'
expect fails clock 'source.h:1' --may-use //a/b --pure
expect passes clock '' --may-use //a/b --pure --reads-the-clock=source.h
expect fails clock 'source.h:1' --may-use //a/b --pure --reads-the-clock=other.h
layer machine_clock "$own" $'auto now = base::machine_clock().now();\n'
expect fails machine_clock 'source.h:1' --may-use //a/b --pure
layer llvm "$own @llvm//:clang" $'#include <clang/AST/Decl.h>\n'
expect passes llvm '' --may-use //a/b,@llvm//:clang
layer quoted "$own @llvm//:clang" $'#include "clang/AST/Decl.h"\n'
expect passes quoted '' --may-use //a/b,@llvm//:clang
expect fails quoted 'clang/AST' --may-use //a/b
layer runtime "$own @llvm//:clang" $'#include "rts/core/future.h"\n'
expect fails runtime 'rts/core/future.h' --may-use //a/b,@llvm//:clang
layer empty '' $'#include <vector>\n'
: >empty/dependencies
expect fails empty 'no dependency' --may-use //a/b

exit "$((failures > 0))"
