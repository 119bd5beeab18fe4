#!/bin/bash
# Every mode makes the same files, byte by byte, and the same text from real images: PNG files of
# several kinds and JPEG files of 2 megapixels.
#   modes_test.sh PROGRAM
set -u
program=$PWD/$1
images=/usr/share/xplanet/images
[ -d $images ] || { echo "$images is missing: apt-get install xplanet-images"; exit 1; }
cd "${TEST_TMPDIR:-$(mktemp -d)}" || exit 1
failed=0

# run NAME SETTING...: writes to the folder NAME.
run() {
  local name=$1
  shift
  mkdir "$name"
  (cd "$name" && env "$@" "$program" --blur 3 --output edges >stdout 2>stderr) || {
    echo "$*: exit status $?, and $(<"$name/stderr")"
    failed=1
  }
  rm "$name/stderr" # the time
}

run serial MENTAT_MODE=serial
run threads MENTAT_MODE=threads
run one_worker MENTAT_MODE=threads MENTAT_WORKERS=1
run processes MENTAT_MODE=processes MENTAT_PROCESSES=3
run elsewhere MENTAT_MODE=processes MENTAT_PLACEMENT=elsewhere
for seed in 1 2 3; do run "adversarial_$seed" MENTAT_MODE=adversarial MENTAT_SEED=$seed; done
for other in threads one_worker processes elsewhere adversarial_{1,2,3}; do
  diff -r serial "$other" || failed=1
done

[ "$(find serial/edges -name '*.edges.png' | wc -l)" -eq 11 ] || { echo 'there are not 11 files'; failed=1; }
[ -z "$(find . -name '.*.part')" ] || { echo 'a file was left half-written'; failed=1; }
tail -n 1 serial/stdout | grep -q '^11 of 11 images, 4740539 pixels, ' || { cat serial/stdout; failed=1; }
[ $failed -eq 0 ] && echo 'the same files in every mode'
exit $failed
