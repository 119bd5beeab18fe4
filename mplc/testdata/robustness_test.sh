#!/bin/bash
# Texts that nobody writes by hand: large ones, deep ones, and such as are no C++ at all. Each has its right translation, or an
# error that says where it is and leaves no file behind; and four times as much text takes about four times as long. Times are
# processor times of the translator, compared with each other alone, so neither a slow machine nor a busy one makes a failure.
# usage: robustness_test.sh MPLC PRELUDE_DIRECTORY
set -u
mplc=$(realpath "$1"); prelude=$(realpath "$2")
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
ulimit -c 0
failed=0 passed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }

TIMEFORMAT='%U %S'
# Translates $1.mpl.cc with the flags behind it into $1.cc; what it says is in `messages`, its time in `milliseconds`.
translate() {
  local input=$1.mpl.cc output=$1.cc; shift
  rm -f "$output"
  { time "$mplc" "$input" -o "$output" --no-preamble -- -I"$prelude" -I. "$@" >messages 2>&1; echo $? >status; } 2>times
  status=$(cat status)
  milliseconds=$(tail -n 1 times | awk '{ printf "%d", ($1 + $2) * 1000 }')
}
# NAME [TEXT]: it is translated without a word, and TEXT is in the translation.
right() {
  translate "$1" "${@:3}"
  if [ "$status" != 0 ] || [ -s messages ]; then bad "$1: status $status"; head -n 3 messages
  elif ! grep -qaF -- "${2:-}" "$1.cc"; then bad "$1: the translation has no '$2'"
  else ok; fi
}
# NAME PLACE TEXT [FLAGS]: one error (with consequences, if MORE is set) at file:line:column, and nothing is written.
wrong() {
  translate "$1" "${@:4}"
  if [ "$status" != 1 ]; then bad "$1: status $status instead of 1"; head -n 3 messages
  elif [ -e "$1.cc" ] || compgen -G "$1.cc.*" >ignored; then bad "$1: a file in spite of an error"
  elif ! head -n 1 messages | grep -qF -- "$2: error: $3"; then bad "$1: '$(head -n 1 messages)' instead of '$2: error: $3'"
  elif [ -z "${MORE:-}" ] && [ "$(grep -c ' error: ' messages)" != 1 ]; then bad "$1: more than one error"
  else ok; fi
}

include='#include <mentat/mpl.h>'
worker='mentat class worker { public: int f(int x = 1) { return x; } };'
begin() { printf '%s\n%s\n' "$include" "$worker"; }
# COUNT TEXT: the text so many times, with the number of each in the place of @. (Debian's awk is slow at replacing.)
repeat() {
  awk -v n="$1" -v text="$2" 'BEGIN {
    parts = split(text, part, "@")
    for (i = 0; i < n; i++) { printf "%s", part[1]; for (k = 2; k <= parts; k++) printf "%d%s", i, part[k] }
  }'
}
main() { begin; printf 'int main(int c, char**) {\n  worker w;\n  int x = 0;\n'; cat; printf '  return x;\n}\n'; }

# ---- odd ends and odd characters --------------------------------------------------------------------
uses='int main() { worker w; int a = w.f(1), b = w.f(2); return a + b; }'
{ begin; printf '%s' "$uses"; } >no_newline.mpl.cc; right no_newline 'RESOLVE__(b)'
{ begin; printf '%s // end' "$uses"; } >comment_at_end.mpl.cc; right comment_at_end 'RESOLVE__(b)'
{ printf '\xef\xbb\xbf'; begin; echo "$uses"; } >byte_order_mark.mpl.cc; right byte_order_mark 'RESOLVE__(b)'
{ printf '%s\n' "$include" 'class [[mentat::regular]] c {' ' public:' '  int f(int, int n \' '= #undef TEXT' '  int g(int n) { return n; }' '};'; } \
  >default_of_error.mpl.cc; MORE=1 wrong default_of_error default_of_error.mpl.cc:4:7 'member function'
if grep -q $'\xef\xbb\xbf' byte_order_mark.cc; then bad "byte_order_mark: it is inside of the translation"; else ok; fi
{ begin; printf '%s\n' 'int main()' '{' '  worker w; // \' '  more' '  int a =' '  w.f(1);' '  return a; }'; } |
  sed 's/$/\r/' >crlf.mpl.cc; right crlf 'RESOLVE__(a)'
if [ "$(sed -n '3,$p' crlf.cc | grep -c $'\r$')" -ge 8 ]; then ok; else bad "crlf: other line ends"; fi
printf '%s\n' "$include" 'persistent mentat class zähler { public: int größe(int ümläut = 3) { rtf(ümläut); } };' \
  'int main() { zähler ä; mentat::create(ä); int ö = ä.größe(1), λ = ä.größe(ö); return λ; }' >utf8.mpl.cc
right utf8 'ä.invoke_fn__<::zähler_impl__::größe_tag__>(::mentat::PRV_TO_ARG__(ö))'
{ begin; printf '%s\n' 'const char* t = "?""?/"; // ??/' "$uses" '/* ??/ */ const char* u = "??=mentat class??("; // ??/'; } >trigraph.mpl.cc
right trigraph '"??=mentat class??("' -std=c++20
{ begin; printf 'int main() { worker w;\0 int a = w.f(1); return a; } // \0\n'; } >nul.mpl.cc; right nul 'RESOLVE__(a)'
: >empty.mpl.cc; right empty '#line 1'
printf '\n' >newline.mpl.cc; right newline '#line 1'
head -c 100 /dev/zero >zeros.mpl.cc; right zeros '#line 1'
printf '\xff\xfem\0e\0' >utf16.mpl.cc; translate utf16
if [ "$status" = 1 ] && [ ! -e utf16.cc ] && grep -q "error: .*utf16.mpl.cc" messages; then ok; else bad "utf16"; fi

# ---- marks and nothing else -------------------------------------------------------------------------
printf 'mentat' >mark.mpl.cc; MORE=1 wrong mark mark.mpl.cc:1:1 "unknown type name 'mentat'"
printf 'persistent mentat class x' >mark_class.mpl.cc; MORE=1 wrong mark_class mark_class.mpl.cc:1:26 expected
printf 'mentat class x {' >mark_open.mpl.cc; MORE=1 wrong mark_open mark_open.mpl.cc:1:17 "expected '}'"
printf 'mentat class x {};' >mark_whole.mpl.cc; right mark_whole 'class x_impl__'
printf '; mselect {' >mark_select.mpl.cc; wrong mark_select mark_select.mpl.cc:1:3 'unterminated mselect'
repeat 20000 'mentat class a, ' >marks.mpl.cc; MORE=1 wrong marks marks.mpl.cc:1:15 expected
repeat 20000 'mentat class a {' >open_classes.mpl.cc; MORE=1 wrong open_classes open_classes.mpl.cc:1:30 "member 'a'"
repeat 20000 '; mselect {' >open_selects.mpl.cc; wrong open_selects open_selects.mpl.cc:1:3 'unterminated mselect'
{ begin; printf 'void f() {'; repeat 20000 'mselect { : melse '; repeat 20000 '};'; echo '}'; } >nested_selects.mpl.cc
translate nested_selects
if [ "$status" = 1 ] && [ ! -e nested_selects.cc ] && grep -q '^nested_selects.mpl.cc:3:[0-9]*: error: ' messages; then ok
else bad "nested_selects: status $status"; fi
head -c 30000 /dev/urandom >noise.mpl.cc; translate noise
if [ "$status" = 1 ] && [ ! -e noise.cc ]; then ok; else cp noise.mpl.cc "${TEST_UNDECLARED_OUTPUTS_DIR:-/tmp}"; bad "noise: status $status"; fi

# ---- include cycles ---------------------------------------------------------------------------------
printf '#include "itself.mpl.cc"\n#include "itself.mpl.cc"\nint x;\n' >itself.mpl.cc; wrong itself itself.mpl.cc:1:10 '#include nested too deeply'
printf '#include "two.mpl.h"\nmentat class of_one { public: int f(); };\n' >one.mpl.h
printf '#include "one.mpl.h"\nmentat class of_two { public: int f(); };\n' >two.mpl.h
printf '%s\n#include "one.mpl.h"\nint main() {}\n' "$include" >cycle.mpl.cc; wrong cycle one.mpl.h:1:10 '#include nested too deeply'
sed 's/one/guarded_one/; s/two/guarded_two/; 1i #pragma once' one.mpl.h >guarded_one.mpl.h
sed 's/one/guarded_one/; s/two/guarded_two/; 1i #pragma once' two.mpl.h >guarded_two.mpl.h
printf '%s\n#include "guarded_one.mpl.h"\nint main() { of_guarded_one a; int x = a.f(), y = a.f(); return x + y; }\n' "$include" >guarded.mpl.cc
right guarded '#include "guarded_one.h"'
mkdir folder.mpl.h; cp guarded_*.mpl.h folder.mpl.h
printf '#include "folder.mpl.h/guarded_one.mpl.h"\n' >folder.mpl.cc; right folder '#include "folder.mpl.h/guarded_one.h"'

# ---- depth ------------------------------------------------------------------------------------------
# Clang's own limit for brackets is 256; what has none must not end the stack.
for deep in 200 2000; do
  { repeat $deep '{ x = w.f(@);'; repeat $deep '}'; } | main >"blocks_$deep.mpl.cc"
  { printf '  x = '; repeat $deep '('; printf 'w.f(1)'; repeat $deep ')'; echo ';'; } | main >"parentheses_$deep.mpl.cc"
  { printf '  x = '; repeat $deep 'w.f('; repeat $deep ')'; echo ';'; } | main >"calls_in_calls_$deep.mpl.cc"
  { printf 'template <class T> struct box { T t; };\nmentat class k { public: int f('; repeat $deep 'box<'; printf int
    repeat $deep '>'; echo '); };'; } >"templates_$deep.mpl.cc"
  { repeat $deep 'namespace a { '; printf 'mentat class k { public: int f(); };'; repeat $deep '}'; } >"namespaces_$deep.mpl.cc"
done
for kind in blocks parentheses calls_in_calls templates namespaces; do
  right "${kind}_200" ''
  translate "${kind}_2000"
  if [ "$status" = 1 ] && [ ! -e "${kind}_2000.cc" ] && grep -q "^${kind}_2000.mpl.cc:[0-9]*:[0-9]*: error: " messages; then ok
  else bad "${kind}_2000: status $status"; head -n 2 messages; fi
done
{ printf '  x = w.f(1);\n  return '; repeat 20000 '- '; echo 'x;'; } | main >minus.mpl.cc; right minus 'RESOLVE__(x)'
{ printf '  x = w.f(1);\n  return x'; repeat 20000 ' + x'; echo ';'; } | main >sum.mpl.cc; right sum 'RESOLVE__(x)'
{ printf '  x = '; repeat 20000 'x ? 1 : '; echo 'w.f(2);'; } | main >conditions.mpl.cc; right conditions 'call_fn'
{ printf '  return '; repeat 2000000 '- '; echo 'x;'; } | main >too_deep.mpl.cc; wrong too_deep too_deep.mpl.cc 'expressions or statements in it are nested too deeply'

# ---- size: the same four times as large takes about four times as long --------------------------------
# NAME COUNT: the text that size_NAME makes. Eight times as long, and half a second more, is still let pass; twice as much
# time as text would be sixteen times.
grows() {
  "size_$1" "$2" >"$1.mpl.cc"; translate "$1"; local small=$milliseconds
  "size_$1" $((4 * $2)) >"$1.mpl.cc"; right "$1" "${3:-}"
  if [ "$milliseconds" -le $((8 * small + 500)) ]; then ok; else bad "$1: $small ms for $2, $milliseconds ms for four times as many"; fi
  echo "$1: $2 in $small ms, $((4 * $2)) in $milliseconds ms"
}
size_classes() { echo "$include"; repeat "$1" 'persistent mentat class c@ {
 public:
  int add(int x, int y = 2) { total_ += x; rtf(total_ + y); }
 private:
  int total_ = 0;
};
'; }
size_used_classes() { echo "$include"; repeat "$1" 'mentat class c@ { public: int f(int x) { return x; } };
int use@() { c@ w; int a = w.f(1), b = w.f(2); return a + b; }
'; }
size_one_line() { repeat "$1" 'mentat class c@ { public: int f(int x) { return x; } }; '; }
size_forward() { repeat "$1" 'mentat class c@;
'; }
size_methods() { printf '%s\npersistent mentat class s { public:\n' "$include"; repeat "$1" '  int f@(int x, int y = 3);
'; echo '};'; repeat "$1" 'int s::f@(int x, int y) { rtf(x + y); }
'; }
size_string() { begin; printf 'const char* text = "'; head -c "$1" /dev/zero | tr '\0' x; printf '";\n%s\n' "$uses"; }
size_calls() { repeat "$1" '  x += w.f(@);
' | main; }
size_ignored() { repeat "$1" '  w.f(@);
' | main; }
size_assigned() { repeat "$1" '  x = w.f(@);
  c += x;
' | main; }
size_results() { { repeat "$1" '  int r@ = w.f(@);
'; repeat "$1" '  x += r@;
'; } | main; }
size_branches() { repeat "$1" '  int r@ = w.f(@);
  if (c > @) {} else x += r@;
' | main; }
size_loops() { repeat "$1" '  int r@ = w.f(@);
  for (int i = 0; i < 3; ++i) x += r@;
' | main; }
size_lambdas() { repeat "$1" '  int r@ = w.f(@); auto l@ = [&] { return r@; }; x += l@();
' | main; }
size_aliases() { repeat "$1" '  int r@; r@ = w.f(@); if (c > @) { int* p = &r@; x += *p; }
' | main; }
size_commas() { { printf '  '; repeat "$1" 'w.f(@), '; echo '0;'; } | main; }
size_long_line() { repeat "$1" ' for (; c > 9;) x += w.f(@);' | main; }
size_returns() { printf '%s\npersistent mentat class p { public: int get(int x) {\n' "$include"; repeat "$1" '  if (x == @) return x;
'; echo '  return 0; } };'; }
size_select() { printf '%s\npersistent mentat class s { public:\n' "$include"; repeat "$1" '  int f@(int x);
'; echo '  void serve() { for (;;) mselect {'; repeat "$1" '    (n_ > @) : maccept f@(int x); n_ = x; break;
'; echo '    : melse break; }; } int n_ = 0; };'; }
size_selects() { printf '%s\npersistent mentat class s { public: int f(int x);\n  void serve() { for (;;) {\n' "$include"
  repeat "$1" '    mselect { : maccept f(int x); n_ = x + @; break; };
'; echo '  } } int n_ = 0; };'; }
grows classes 2500 'class c9999_impl__'
grows used_classes 1000 'c3999_impl__'
grows one_line 2000 'c7999_impl__'
grows forward 5000 'c19999_impl__'
grows methods 1000 'f3999_body__'
grows string 1000000 'RESOLVE__(b)'
grows calls 2500 'call_fn__<::worker_impl__::f_tag__>(9999)'
grows ignored 5000 'invoke_fn__<::worker_impl__::f_tag__>(19999)'
grows assigned 2500 'invoke_fn__<::worker_impl__::f_tag__>(9999)'
grows results 2000 'RESOLVE__(r7999)'
grows branches 2000 'RESOLVE__(r7999)'
grows loops 1000 'RESOLVE__(r3999)'
grows lambdas 1000 'RESOLVE__(r3999)'
grows aliases 2000 'RESOLVE__(r7999)'
grows commas 5000 '(19999)'
grows long_line 2500 '(9999)'
grows returns 2000 'mentat_rtf__(x)'
grows select 500 'f1999_tag__'
grows selects 1000 'n_ = x + 3999'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
