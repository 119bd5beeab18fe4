#!/bin/bash
# Reports each bad image with its fault, makes the others, and exits with status 1. Wrong usage
# makes nothing: one message, exit status 2. No partial file is ever left.
#   bad_input_test.sh PROGRAM
set -u
program=$PWD/$1
images=/usr/share/xplanet/images
[ -d $images ] || { echo "$images is missing: apt-get install xplanet-images"; exit 1; }
cd "${TEST_TMPDIR:-$(mktemp -d)}" || exit 1
failed=0

fault() {
  echo "FAILED: $*"
  sed 's/^/  out: /' stdout
  sed 's/^/  err: /' stderr
  failed=1
}

# refuses EXPECTED_TEXT ARGUMENT...: wrong usage.
refuses() {
  local expected=$1 status
  shift
  "$program" "$@" >stdout 2>stderr </dev/null
  status=$?
  [ $status -eq 2 ] || fault "$* ended with $status, not 2"
  [ ! -s stdout ] || fault "$* printed something"
  [ "$(wc -l <stderr)" -eq 1 ] && grep -qF -- "$expected" stderr || fault "$* did not say '$expected'"
}

mkdir bad good
cp $images/smile.png good/
head -c 100000 $images/earth.jpg >bad/cut.jpg
head -c 3000 $images/hubble.png >bad/cut.png
{ head -c 2000 $images/iss.png; printf damage; tail -c +2007 $images/iss.png; } >bad/damaged.png
: >bad/empty.png
echo 'this is no image' >bad/text.jpg
cp $images/sun.jpg bad/named_wrongly.png # its content counts

for mode in serial threads processes adversarial; do
  MENTAT_MODE=$mode "$program" bad missing.png $images/smile.png -o "$mode" >stdout 2>stderr
  status=$?
  [ $status -eq 1 ] || fault "bad images in mode $mode: status $status, not 1"
  [ "$(ls "$mode")" = $'named_wrongly.png.edges.png\nsmile.png.edges.png' ] || fault "mode $mode made $(ls -A "$mode")"
  [ -z "$(find "$mode" -name '.*')" ] || fault "mode $mode left something behind: $(ls -A "$mode")"
  for said in 'bad/cut.jpg: is a damaged JPEG file: Premature end' 'bad/cut.png: is a damaged PNG file: ' \
    'bad/damaged.png: is a damaged PNG file: ' 'bad/empty.png: is empty' \
    'bad/text.jpg: is neither a PNG nor a JPEG file' 'missing.png: cannot be read: No such file'; do
    grep -qF "image_pipeline: $said" stderr || fault "mode $mode did not say '$said'"
  done
  grep -q '^2 of 8 images, 524649 pixels, ' stdout || fault "the totals of mode $mode"
done

# An existing file stays unchanged when the new one cannot be written: here no file may be longer
# than one block.
mkdir kept
echo before >kept/earth.jpg.edges.png
(trap '' XFSZ; ulimit -f 1; exec "$program" $images/earth.jpg $images/smile.png -o kept >stdout 2>stderr)
[ $? -eq 1 ] || fault 'a file that cannot be written is an error'
grep -qF 'kept/earth.jpg.edges.png cannot be written: File too large' stderr || fault 'nothing was said of it'
grep -qx before kept/earth.jpg.edges.png || fault 'the file from before is lost'
[ "$(ls -A kept)" = $'earth.jpg.edges.png\nsmile.png.edges.png' ] || fault "left behind: $(ls -A kept)"
mkdir -p taken/smile.png.edges.png
"$program" good -o taken >stdout 2>stderr
[ $? -eq 1 ] && grep -qF 'cannot be written: Is a directory' stderr || fault 'a folder is in the way'
[ "$(ls -A taken)" = smile.png.edges.png ] || fault "left behind: $(ls -A taken)"

mkdir none
: >file
cp good/smile.png smile.png
refuses '--output is required' good
refuses 'none: no file *.png, *.jpg or *.jpeg in this folder' none -o out
refuses 'would be made from good/smile.png and from smile.png' good smile.png -o out
refuses 'file: cannot be made: Not a directory' good -o file
refuses '--blur' good -o out --blur -1
refuses '--blur' good -o out --blur much
refuses '--colour' good -o out --colour red
cp smile.png good/smile.png.edges.png
refuses 'good/smile.png.edges.png: would be overwritten by the result of good/smile.png' \
  good/smile.png good/smile.png.edges.png -o ./good
[ ! -e out ] || fault 'wrong usage made a folder'

"$program" --help >stdout 2>stderr && grep -q -- '--blur' stdout || fault 'no help'

# A second run neither reads the first run's outputs nor fails because of them.
rm good/smile.png.edges.png
for _ in 1 2; do "$program" good -o good >stdout 2>stderr || fault 'the same folder for both'; done
[ "$(ls -A good)" = $'smile.png\nsmile.png.edges.png' ] || fault "made: $(ls -A good)"

[ $failed -eq 0 ] && echo 'every bad input was named, and the others were made'
exit $failed
