#!/bin/bash
# The verbs explain themselves, and wrong usage is told with what to do; a checkout explains itself without a build.
launcher=$PWD/mentat
table=$PWD/tools/mentat/verbs.txt
version_header=$PWD/mplc/version.h
benchmarks=$PWD/bench/BUILD
source tests/command/harness.sh

verbs=$(sed -n 's/^== verb \([^:]*\): .*/\1/p' "$table")
[ "$(wc -w <<<"$verbs")" -ge 20 ] || fault 'the table of verbs is too short'
expect 0 "$mentat" --help
says 'usage: mentat'
cp "$TEST_TMPDIR/out" overview
for verb in $verbs; do
  grep -q "^  $verb  *[a-z]" overview || fault "--help does not name $verb"
  expect 0 "$mentat" "$verb" --help
  says "usage: mentat $verb"
  says 'Exit status:'
  [ "$(sed -n '/^Examples:$/,/^$/p' "$TEST_TMPDIR/out" | grep -c '^  ')" -ge 2 ] || fault "$verb has no two examples"
  [ "$(awk 'length > 100' "$TEST_TMPDIR/out")" = '' ] || fault "the help of $verb has a long line"
  cp "$TEST_TMPDIR/out" explained
  expect 0 "$mentat" help "$verb"
  cmp "$TEST_TMPDIR/out" explained || fault "'help $verb' and '$verb --help' differ"
done
expect 2 "$mentat"
complains usage
expect 2 "$mentat" vrify
complains "did you mean 'verify'?"
expect 2 "$mentat" quux
complains "'mentat --help'"
expect 2 "$mentat" help quux
expect 2 "$mentat" --versio
complains "did you mean '--version'?"
expect 0 "$mentat" version
says 'mentat 0.'
cp "$TEST_TMPDIR/out" version
for asked in -V --version; do
  expect 0 "$mentat" $asked
  cmp "$TEST_TMPDIR/out" version || fault "$asked and version differ"
done
expect 0 "$mentat" version --json
says '"version"'
says '"commit"'
expect 0 "${mentat%/mentat}/mplc" --version
says "mplc $(cut -d' ' -f2 version | head -1) "
expect 0 "${mentat%/mentat}/mentat-host" --version
says "mentat-host $(cut -d' ' -f2 version | head -1)"
expect 2 "$mentat" version --jsno
complains "did you mean '--json'?"
expect 2 "$mentat" version more
for address in nonsense tcp:// 'tcp://*' tcp://0.0.0.0 tcp://127.0.0.1:65536; do
  expect 2 "$mentat" start --listen "$address"
  complains "$address"
done

# These work on a checkout; their help works everywhere.
for verb in demo test 'bench table1'; do
  MENTAT_CHECKOUT='' expect 2 "$mentat" $verb
  complains 'checkout'
done
expect 0 "$mentat" bench
says '  table1 '
for name in $(sed -n '/^\(cc\|mentat\)_binary($/,/^)$/s/^    name = "\(.*\)",$/\1/p' "$benchmarks"); do says "  $name "; done

# In front of the verb.
expect 2 "$mentat" --color=sometimes version
complains 'auto, always or never'
expect 2 "$mentat" --color=always quux
complains $'\033[1;31merror:\033[0m'
expect 2 "$mentat" --color=auto quux
complains 'mentat: error: '
NO_COLOR=1 TERM=xterm expect 2 script -qec "'$mentat' quux" /dev/null
says 'mentat: error: '
NO_COLOR= TERM=xterm expect 2 script -qec "'$mentat' quux" /dev/null
says $'\033[1;31merror:\033[0m'
printf 'int main() { return 0 }\n' >broken.mpl.cc
expect 1 "$mentat" --color=always c++ -c broken.mpl.cc
complains $'\033[1;31merror:\033[0m'
complains $'\033[1;32m^\033[0m'
expect 1 "$mentat" c++ -c broken.mpl.cc
complains 'broken.mpl.cc:1:22: error: '
expect 0 "$mentat" -v run /bin/true
complains 'mentat: running: /bin/true'
expect 0 "$mentat" -q install "$work/prefix"
[ ! -s "$TEST_TMPDIR/out" ] || fault '-q does not keep quiet'
read -r commit _ <"$work/prefix/share/mentat/commit"
for program in mplc mentat-host mentat-dashboard mentat; do
  expect 0 "$work/prefix/bin/$program" --version
  [ -z "$commit" ] || says " ($commit, "
done

"$mentat" doctor --json >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err"
says '"healthy":'
says '"wake-up"'
MENTAT_CXX=no-such-compiler expect 1 "$mentat" doctor
says 'faulty    compiler'
says 'apt-get install g++'
says ' files'
says ' mappings'

# What a build without a terminal says.
progress() { bash -c "tell() { echo \"mentat: \$*\"; }; $(sed -n '/^progress() {$/,/^}$/p' "$launcher"); progress"; }
printf '%s\n' 'Loading: ' '[2,000 / 4,000] Compiling b.cc; 1s' 'INFO: c' 'b.cc:1:1: error: d' >bazel_prints
progress <bazel_prints >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err"
says 'mentat: building: 2000 of 4000 actions, about 1 min left'
complains 'b.cc:1:1: error: d'
[ "$(cat "$TEST_TMPDIR/out" "$TEST_TMPDIR/err" | wc -l)" -eq 2 ] || fault 'a build says too much'

# A checkout of which nothing is built, and nothing can be: there is no workspace.
mkdir -p checkout/tools/mentat checkout/mplc
cp -L "$launcher" checkout/mentat
cp -L "$table" checkout/tools/mentat/
cp -L "$version_header" checkout/mplc/
expect 0 checkout/mentat --help
cmp "$TEST_TMPDIR/out" overview || fault 'the launcher and the command print different overviews'
for verb in $verbs; do
  expect 0 "$mentat" help "$verb"
  cp "$TEST_TMPDIR/out" explained
  for words in "help $verb" "$verb --help" "$verb -h" "-q $verb --help"; do
    expect 0 checkout/mentat $words
    cmp "$TEST_TMPDIR/out" explained || fault "the launcher's '$words' differs from the command's"
  done
done
expect 0 checkout/mentat bench
says '  table1 '
expect 0 checkout/mentat version
says "$(head -1 version | cut -d' ' -f1,2)"
expect 0 checkout/mentat -V
checkout/mentat version --json >version.json
expect 0 python3 -m json.tool version.json
expect 2 checkout/mentat
complains usage
expect 2 checkout/mentat vrify
complains "no verb 'vrify'"
expect 2 checkout/mentat --versio
mkdir checkout/bench
echo 'options.add("--json", file);' >checkout/bench/main.cc
expect 2 checkout/mentat bench tabel1
complains "there is no benchmark 'tabel1'"
expect 2 checkout/mentat bench table1 --json t.json --bad-option=3
complains "no benchmark has an option '--bad-option'"
expect 2 checkout/mentat bench table1 --js
complains "no benchmark has an option '--js'"
absent checkout/.mentat
finish
