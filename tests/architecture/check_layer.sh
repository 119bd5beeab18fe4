#!/bin/bash
# Does a layer of the architecture keep its declaration? See layer_test in defs.bzl.
#   check_layer.sh --dependencies FILE --may-use PACKAGE,... [--pure] [--reads-the-clock=FILE] SOURCE...
set -u

# With <cxxabi.h>, which every implementation brings along: it says what an exception is called.
standard_headers=' algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv
 chrono cinttypes climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp
 csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype cxxabi.h deque exception
 execution expected filesystem format forward_list fstream functional future initializer_list iomanip ios
 iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers
 numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
 source_location span sstream stack stdexcept stop_token streambuf string string_view strstream
 syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility
 valarray variant vector version '
# What reaches outside the machine that a pure layer is.
impure_headers=' barrier chrono condition_variable csetjmp csignal ctime filesystem fstream future iostream
 latch semaphore shared_mutex stop_token syncstream thread '
impure_words='\b(machine_clock|getenv|setenv|fopen|freopen|system_clock|steady_clock|high_resolution_clock|jthread|random_device|this_thread|std::(cin|cout|cerr|clog))\b'

dependencies='' may_use='' pure=0 reads_the_clock='' sources=() failures=0
while [ $# -gt 0 ]; do
  case $1 in
    --dependencies) dependencies=$2; shift ;;
    --may-use) may_use=",$2,"; shift ;;
    --pure) pure=1 ;;
    --reads-the-clock=*) reads_the_clock+=" ${1#*=} " ;;
    *) sources+=("$1") ;;
  esac
  shift
done

fault() { echo "$*"; failures=$((failures + 1)); }

contains() { [[ ${1//$'\n'/ } == *" $2 "* ]]; }

# An external target is named in full, a package of ours as a folder.
is_allowed_label() { [[ $may_use == *",$1,"* || $may_use == *",${1%%:*},"* ]]; }

may_use_external() { [[ $may_use == *,@* ]]; }

# A name in quotes is a file of ours, or of a library that is written so (LLVM).
is_allowed_name() {
  [[ $may_use == *",//${1%/*},"* ]] && return
  case ${1%%/*} in
    bench | daemons | examples | mmps | mplc | rts | tests | tools) return 1 ;;
    *) may_use_external ;;
  esac
}

[ -s "$dependencies" ] || fault "the build graph names no dependency at all: $dependencies"
while read -r label; do
  is_allowed_label "$label" || fault "a target of this layer depends on $label; it may use $may_use"
done <"$dependencies"

[ ${#sources[@]} -gt 0 ] || fault "no source to read"
for source in "${sources[@]}"; do
  is_pure=$pure
  contains "$reads_the_clock" "${source##*/}" && is_pure=0
  while IFS=: read -r line text; do
    name=$(sed -E 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]([^">]*)[">].*/\1/' <<<"$text")
    case $text in
      *'<'*)
        if ! contains "$standard_headers" "$name"; then
          may_use_external || fault "$source:$line: <$name> is not in the standard library"
        elif [ "$is_pure" -eq 1 ] && contains "$impure_headers" "$name"; then
          fault "$source:$line: <$name> is not for a pure layer"
        fi
        ;;
      *) is_allowed_name "$name" || fault "$source:$line: \"$name\" belongs to a folder that this layer may not use" ;;
    esac
  done < <(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' "$source")
  if [ "$is_pure" -eq 1 ]; then
    while read -r hit; do
      fault "$source:$hit: a pure layer takes time, randomness and text as parameters"
    done < <(sed -E 's@//.*@@' "$source" | grep -nE "$impure_words")
  fi
done

echo "read ${#sources[@]} sources and $(wc -l <"$dependencies") dependencies: $failures faults"
[ "$failures" -eq 0 ]
