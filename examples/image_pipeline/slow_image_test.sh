#!/bin/bash
# A slow image does not stop the pipe. The slowest image is a named pipe: a reader blocks until
# somebody writes to it. It is the first of twelve, and its bytes come when all others have been
# made: if these waited for it, the pipe would hang. Time matters only for giving up.
#   slow_image_test.sh PROGRAM
set -u
program=$PWD/$1
images=/usr/share/xplanet/images
[ -d $images ] || { echo "$images is missing: apt-get install xplanet-images"; exit 1; }
cd "${TEST_TMPDIR:-$(mktemp -d)}" || exit 1

mkfifo slow.jpg
# Two workers on any machine: the slow image occupies one of them.
MENTAT_MODE=${SLOW_IMAGE_MODE:-threads} MENTAT_WORKERS=2 "$program" slow.jpg $images --output edges \
  >stdout 2>stderr &
pipeline=$!
made() { find edges -name '*.edges.png' 2>/dev/null | wc -l; }
give_up=$((SECONDS + ${SLOW_IMAGE_SECONDS:-120}))
until [ "$(made)" -eq 11 ]; do
  if [ $SECONDS -gt $give_up ] || ! kill -0 $pipeline 2>/dev/null; then
    echo "the slow image stopped the pipe: $(made) of 11 others were made"
    cat stdout stderr
    kill $pipeline 2>/dev/null
    exit 1
  fi
  sleep 0.05
done
[ ! -e edges/slow.jpg.edges.png ] || { echo 'the slow image was made of nothing'; exit 1; }

cat $images/sun.jpg >slow.jpg
wait $pipeline || { echo "exit status $?"; cat stdout stderr; exit 1; }
cmp edges/slow.jpg.edges.png edges/sun.jpg.edges.png || exit 1
# The output is nevertheless in the order of the arguments.
head -n 1 stdout | grep -q '^slow.jpg: 1024 x 512, ' || { cat stdout; exit 1; }
echo '11 images were made while the first one was waited for'
