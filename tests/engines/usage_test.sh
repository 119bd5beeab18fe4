#!/bin/bash
# Wrong use of mentat launch: what is at fault is named, nothing blocks, and the status is 2. Commands of the test are the engines.
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
cd "$work" || exit 1
dry_run() { timeout 20 "$mentat" launch ssh --dry-run "$@" -- true; }

# ---- host files: a plain file, or what the caller has opened
printf 'h2\nh3:4\n' >hosts
expect 0 dry_run --hostfile=hosts
says ' h3 .*--cores 4'
expect 0 bash -c '"$0" launch ssh --dry-run --hostfile=- -- true <hosts' "$mentat"
says ' h3 .*--cores 4'
expect 0 bash -c '(echo h2; echo h5) | "$0" launch ssh --dry-run --hostfile=/dev/stdin -- true' "$mentat"
says ' h5 '
expect 0 bash -c '"$0" launch ssh --dry-run --hostfile=<(echo h6) -- true' "$mentat"
says ' h6 '
expect 2 bash -c 'echo h2:4:5 | "$0" launch ssh --dry-run --hostfile=- -- true' "$mentat"
complains 'standard input:1: expected a host'
mkfifo nobody_writes
for odd in nobody_writes . /dev/zero /dev/null; do
  expect 2 dry_run --hostfile="$odd"
  complains "--hostfile: $odd is no plain file"
done
expect 2 dry_run --hostfile=none
complains 'none cannot be read: No such file'
: >empty
expect 2 dry_run --hostfile=empty
complains 'empty is empty'
expect 2 dry_run --hostfile=/dev/fd/77
complains '/dev/fd/77 cannot be read'
head -c 1100000 /dev/zero >long
expect 2 dry_run --hostfile=long
complains 'is longer than 1 MiB'
for wrong in @h2 h2:4:5; do
  expect 2 dry_run --hosts="h3,$wrong"
  complains "not '$wrong'"
  printf 'h3\n%s slots=2\n' "$wrong" >wrong
  expect 2 dry_run --hostfile=wrong
  complains "wrong:2: expected a host such as h2, kim@h3 or h4:8, not $wrong"
done

# ---- --via: the command that is missing is named
by() { "$mentat" launch --listen=tcp://127.0.0.1:0 --via="$1" --hosts=h2 "${@:2}" -- true; }
for missing in '{host}' 'no-such-command {host}' 'mentat-run {host}' 'true; no-such-command {host}'; do
  expect 0 by "$missing"
  complains 'h2 is not there: ended with status 127: a command of --via was not found; it printed: '
  grep -q -- '--remote-mentat' err && fault 'it blames mentat'
done
expect 0 by 'HOST={host} exec' --remote-mentat=no-mentat
complains 'there is no `no-mentat` there; --remote-mentat names its path'
eventually nothing_left

# ---- options that salloc and sbatch refuse, and programs with the same status
mkdir slurm
cat >slurm/salloc <<'END'
#!/bin/sh
for word; do
  case $word in
    --time=bogus) echo "${0##*/}: error: Invalid --time specification" >&2; exit 255 ;;
    --nosuch) echo "${0##*/}: unrecognized option '--nosuch'" >&2; exit 255 ;;
    --help) echo usage; exit 0 ;;
    -*) ;;
    *) break ;;
  esac
done
exit "${ENDS_WITH:-0}"
END
cp slurm/salloc slurm/sbatch
chmod +x slurm/*
by_slurm() { PATH=$work/slurm:$PATH "$mentat" launch slurm -N 2 "$@" -- true; }
for batch in '' --batch; do
  expect 2 by_slurm $batch -t bogus
  complains 'error: Invalid --time specification'
  expect 2 by_slurm $batch --slurm=--nosuch
  complains "unrecognized option '--nosuch'"
  [ "$(wc -l <err)" = 1 ] || fault 'it says so twice'
  ENDS_WITH=255 expect 255 by_slurm $batch -t 10
  ENDS_WITH=1 expect 1 by_slurm $batch -t 10
  [ -s out ] && fault 'the help of Slurm is printed'
done
finish
