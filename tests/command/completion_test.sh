#!/bin/bash
# completion_test.sh SHELL: the script that `mentat completion SHELL` prints completes, in that shell; man: the manual pages.
what=$1
source tests/command/harness.sh
if ! command -v "$what" >"$TEST_TMPDIR/out"; then
  echo "SKIPPED: there is no $what"
  exit 0
fi

expect 0 "$mentat" install "$work/prefix"
share=$work/prefix/share
case $what in
  bash)
    expect 2 "$mentat" completion tcsh
    complains 'bash, zsh and fish'
    "$mentat" completion bash >script
    expect 0 cmp "$share/bash-completion/completions/mentat" script
    # completed WORD...: what bash offers for the last word, which may be empty.
    completed() {
      bash --norc -c 'source ./script; COMP_WORDS=(mentat "$@"); COMP_CWORD=$#; compopt() { :; }; _mentat; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$@"
    }
    expect 0 completed ver
    says verify
    says version
    expect 0 completed run --mo
    says --mode=
    expect 0 completed run --mode = se
    says serial
    expect 0 completed run --mode thr
    says threads
    expect 0 completed --color = a
    says always
    expect 0 completed list pro
    says programs
    expect 0 completed help expl
    says explain
    expect 0 completed -q completion ''
    says fish
    expect 0 completed run ./he
    [ "$(cat "$TEST_TMPDIR/out")" = '' ] || fault 'bash completes a program as something else'
    ;;
  zsh)
    expect 0 zsh -n "$share/zsh/site-functions/_mentat"
    expect 0 zsh -fc 'fpath=('"$share"'/zsh/site-functions $fpath); autoload -U compinit; compinit -D -u; print $_comps[mentat]'
    says _mentat
    ;;
  fish)
    "$mentat" completion fish >script
    expect 0 fish --no-config -c 'source ./script; complete -C "mentat ver"'
    says verify
    expect 0 fish --no-config -c 'source ./script; complete -C "mentat run --mode="'
    says serial
    ;;
  man)
    for page in "$share"/man/man1/*.1; do
      expect 0 env MANROFFSEQ= man --warnings=w -E UTF-8 -l -Tutf8 -Z "$page"
      quiet
    done
    [ "$(ls "$share"/man/man1 | wc -l)" -ge 20 ] || fault 'there are too few pages'
    expect 0 env MANWIDTH=80 man -P cat -l "$share/man/man1/mentat-run.1"
    says 'mentat run --mode=serial ./hello'
    says 'EXIT STATUS'
    ;;
esac
finish
