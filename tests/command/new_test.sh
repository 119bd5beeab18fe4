#!/bin/bash
# `mentat new` makes a project that builds, or nothing; `mentat install` makes a command that works elsewhere.
source tests/command/harness.sh
command -v git >"$TEST_TMPDIR/out" && git=yes || git=

# Each template with each build system: complete, and its build and tests succeed.
made() { # NAME BUILD TEMPLATE
  expect 0 "$mentat" new --build="$2" --template="$3" "$1"
  for file in "$1.mpl.cc" "$1.expected" README.md .gitignore compile_commands.json; do exists "$1/$file"; done
  [ "$git" != yes ] || exists "$1/.git"
  expect 1 grep -rnE --exclude-dir=.git '@[A-Z]+@|/path/to' "$1"
}
for template in hello pipeline; do
  name=word-$template
  made "$name" make $template
  if command -v make >"$TEST_TMPDIR/out"; then
    expect 0 make -C "$name" CXXFLAGS='-O1 -Wall -Wextra' check
    says 'the same'
    quiet
  fi
  expect 0 "$mentat" verify "$name/$name"
done
made with_cmake cmake hello
if command -v cmake >"$TEST_TMPDIR/out"; then
  expect 0 cmake -S with_cmake -B with_cmake/build
  expect 0 cmake --build with_cmake/build
  expect 0 ctest --test-dir with_cmake/build
  says '100% tests passed'
fi
made with-bazel bazel pipeline
for file in BUILD WORKSPACE .bazelrc; do exists "with-bazel/$file"; done
expect 0 grep -q incompatible_strict_action_env with-bazel/.bazelrc
repository=$(sed -n 's/^    path = "\(.*\)",$/\1/p' with-bazel/WORKSPACE)
for file in WORKSPACE mplc/BUILD mplc/defs.bzl mplc/translate.bzl rts/api/BUILD daemons/program/BUILD third_party/repositories.bzl; do
  exists "$repository/$file"
done

expect 0 "$mentat" new --no-git plain
absent plain/.git
if [ "$git" = yes ]; then
  git init --quiet outer
  (cd outer && expect 0 "$mentat" new inner)
  absent outer/inner/.git
fi

mkdir empty
cd empty || exit 1
expect 2 "$mentat" new ../plain
complains 'exists already'
for name in '' Word 9lives 'a b' ../ . .. ../plain/.. / $'x\e[31m' test "$(printf 'x%.0s' {1..65})"; do
  expect 2 "$mentat" new "$name"
  complains 'small letters'
done
expect 2 "$mentat" new no/such/folder/name
complains 'there is no folder'
expect 2 "$mentat" new
expect 2 "$mentat" new --build= other
complains '--build: it is empty'
expect 2 "$mentat" new --build=ninja other
complains 'bazel, cmake or make'
expect 2 "$mentat" new --template=big other
complains 'hello or pipeline'
[ "$(ls -A)" = '' ] || fault "something was left behind: $(ls -A)"
cd ..
expect 0 "$mentat" new --no-git empty/inner/
exists empty/inner/inner.mpl.cc

expect 0 "$mentat" install "$work/prefix"
expect 0 "$work/prefix/bin/mentat" c++ word-hello/word-hello.mpl.cc -o again
expect 0 ./again
says 50005000
expect 0 "$work/prefix/bin/mentat" version
says "$work/prefix"
exists prefix/share/man/man1/mentat.1
exists prefix/share/bash-completion/completions/mentat
exists prefix/share/mentat/commit
# The tree that Bazel has built knows its checkout; one without git has no commits.
outputs=$(realpath "$mentat")
if [ -e "$(cat "${outputs%/execroot/*}/DO_NOT_BUILD_HERE")/.git" ]; then
  grep -qE '^[0-9a-f]+(-modified)? [0-9]{4}-[0-9]{2}-[0-9]{2}$' "$work/prefix/share/mentat/commit" || fault 'the installation has no commit'
fi
expect 1 "$mentat" install /proc/no

# What has changed since: a table that has changes, a project and a translation of an earlier version.
expect 0 "$mentat" upgrade-check with_cmake word-hello
printf '0.1.0 project look at it\n0.1.0 source say why\n0.1.0 generated translate it again\n' >>prefix/share/mentat/changes.txt
upgrade_check=("$work/prefix/bin/mentat" upgrade-check)
expect 0 "${upgrade_check[@]}" with_cmake --json
says '"nothing_to_do": true'
expect 0 "${upgrade_check[@]}" with_cmake --since=0.1.0 word-hello
expect 2 "${upgrade_check[@]}" with_cmake --jsn
complains "unexpected '--jsn'"
expect 2 "${upgrade_check[@]}" -- with_cmake --json
complains 'there is no file or folder --json'
expect 0 "${upgrade_check[@]}" with_cmake
sed -i '1s/Mentat .*/Mentat 0.0.9./' with_cmake/CMakeLists.txt
expect 1 "${upgrade_check[@]}" with_cmake
says $'with_cmake/CMakeLists.txt: of version 0.0.9\n  0.1.0: look at it\n'
says $'with_cmake/with_cmake.mpl.cc: of version 0.0.9\n  0.1.0: say why\n'
expect 1 "${upgrade_check[@]}" --json with_cmake
says '"nothing_to_do": false'
expect 0 "$mentat" c++ --emit=cc with_cmake/with_cmake.mpl.cc -o with_cmake/with_cmake.cc
expect 0 "${upgrade_check[@]}" with_cmake/with_cmake.cc with_cmake/with_cmake.mpl.cc
sed -i '1s/mplc .*/mplc 0.0.9./' with_cmake/with_cmake.cc
expect 1 "${upgrade_check[@]}" with_cmake/with_cmake.cc
says 'translate it again'
sed -i '1s/mplc .*/mplc 99.0.0./' with_cmake/with_cmake.cc
expect 1 "${upgrade_check[@]}" with_cmake/with_cmake.cc
says 'newer than this one'
sed -i '1s/mplc .*/mplc soon./' with_cmake/with_cmake.cc
expect 2 "${upgrade_check[@]}" with_cmake
complains 'with_cmake/with_cmake.cc: the first line names no version'
rm with_cmake/with_cmake.cc
expect 2 "${upgrade_check[@]}" --since=soon with_cmake
expect 2 "${upgrade_check[@]}" with_cmake.expected
expect 2 "${upgrade_check[@]}" empty/nothing
expect 2 "${upgrade_check[@]}"
echo nonsense >>prefix/share/mentat/changes.txt
expect 1 "${upgrade_check[@]}" with_cmake
complains 'prefix/share/mentat/changes.txt: line '

# A copy has no SBOM, and says where there is one; a damaged line with its commit is named.
expect 1 prefix/bin/mentat version --spdx
complains 'prefix/share/mentat/mentat.spdx.json'
complains './mentat version --spdx'
for line in 'not a commit' 52446bdf '52446bdf soon'; do
  echo "$line" >prefix/share/mentat/commit
  expect 1 prefix/bin/mentat version
  complains "prefix/share/mentat/commit is damaged: expected COMMIT DATE, not $line"
done
echo ' ' >prefix/share/mentat/commit
expect 0 prefix/bin/mentat version

# A path with a blank.
mv prefix 'my prefix'
for build in make cmake; do
  expect 0 'my prefix/bin/mentat' new --build=$build blank-$build
done
if command -v make >"$TEST_TMPDIR/out"; then
  expect 0 make -C blank-make check
fi
if command -v cmake >"$TEST_TMPDIR/out"; then
  expect 0 cmake -S blank-cmake -B blank-cmake/build
  expect 0 cmake --build blank-cmake/build
  expect 0 ctest --test-dir blank-cmake/build
  says '100% tests passed'
fi
expect 1 'my prefix/bin/mentat' new --build=bazel blank-bazel
complains '--build=make'
absent blank-bazel
finish
