# Sourced by the tests of this folder, after the harness of tests/hosts: what holds at the end of every launch.
gone() { ! kill -0 "$1" 2>/dev/null; }
nothing_left() {
  local left process
  left=$(ls "$XDG_RUNTIME_DIR"/mentat/* "$XDG_CONFIG_HOME"/mentat 2>/dev/null)
  no_process_left && [ -z "$left" ] && return
  echo "left: $left"
  for process in $(processes_of_test); do
    echo "$process $(cat "/proc/$process/comm" 2>/dev/null) $(tr '\0' ' ' <"/proc/$process/cmdline" 2>/dev/null)"
  done
  return 1
}
# Keys among words that end with zero bytes: an invitation, 64 hexadecimal digits, or, as ZeroMQ writes a key, a word or a value of 40
# characters of its alphabet, with a capital letter, a digit and a sign that no name has.
keys_in() {
  local words
  words=$(tr '\0' '\n')
  grep -aE 'mentat://|[0-9a-f]{64}' <<<"$words"
  awk '
    function is_z85(word) {
      return length(word) == 40 && word !~ /[^0-9a-zA-Z.:+=^!\/*?&<>()\[\]{}@%$#-]/ && word ~ /[A-Z]/ && word ~ /[0-9]/ && word ~ /[\^!*?&<>()\[\]{}@%$#]/
    }
    { for (i = 1; i <= NF; ++i) if (is_z85($i) || is_z85(substr($i, index($i, "=") + 1))) print }' <<<"$words"
}
for example in "k=$(printf 'a%.0s' {1..64})" 'mentat://x' 'x K=rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7'; do
  [ -n "$(printf '%s\0' "$example" | keys_in)" ] || fault "the test does not see the key $example"
done
# No process of the test shows a key, public or secret, among its arguments or in its environment.
shows_no_key() {
  local found
  found=$(cat $(processes_of_test | sed 's|.*|/proc/&/cmdline /proc/&/environ|') 2>/dev/null | keys_in)
  [ -z "$found" ] || fault "a process shows a key: $found"
}
# The processes whose end must not leave anything behind: commands, daemons and their supervisors.
some_process() {
  local process
  for process in $(processes_of_test); do
    case $(cat "/proc/$process/comm" 2>/dev/null) in mentat* | ssh | srun | survivor | part) echo "$process" ;; esac
  done | shuf -n 1 --random-source=<(yes "$1")
}
