#!/bin/bash
# `mentat sim` runs a program on simulated hosts: finds the first seed that fails, repeats it, says why a program cannot be
# simulated.
source tests/command/harness.sh

cat >sums.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::regular]] worker {
 public:
  int half(int n) { return n / 2; }
};
class [[mentat::persistent]] total {
 public:
  void add(int n) { sum_ += n; }
  int sum() { return sum_; }

 private:
  int sum_ = 0;
};

int main() {
  worker w;
  total all;
  all.create();
  for (int i = 0; i < 10; ++i) all.add(w.half(2 * i));
  std::printf("%d\n", static_cast<int>(all.sum()));
}
END
cat >mode.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdio>
#include <cstdlib>
#include <string>

class [[mentat::persistent]] place {
 public:
  std::string mode() { return std::getenv("MENTAT_MODE"); }
};

int main() {
  place here;
  here.create();
  std::puts("first");
  std::printf("mode %s\n", std::string(here.mode()).c_str());
}
END
cat >exits.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdlib>
#include <cstring>

class [[mentat::regular]] waiter {
 public:
  // In mode serial it does not.
  int work() {
    if (std::strcmp(std::getenv("MENTAT_MODE"), "sim") == 0)
      std::exit(0);
    return 1;
  }
};

int main() {
  waiter w;
  return w.work() - 1;
}
END
cat >spins_once.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

class [[mentat::regular]] waiter {
 public:
  // In mode serial it does not.
  int work() {
    if (std::strcmp(std::getenv("MENTAT_MODE"), "sim") == 0) {
      std::ofstream file(std::getenv("SPINS"));
      for (volatile bool on = true; on;) continue;
    }
    return 1;
  }
};

int main() {
  waiter w;
  return w.work() - 1;
}
END
cat >sleeps.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

class [[mentat::persistent]] sleeper {
 public:
  int rest() {
    if (std::string(std::getenv("MENTAT_MODE")) == "sim") std::this_thread::sleep_for(std::chrono::hours(1));
    return 0;
  }
};

int main() {
  sleeper one;
  one.create();
  return one.rest();
}
END
cat >leaves.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdlib>

class [[mentat::regular]] worker {
 public:
  int half(int n) { return n / 2; }
};

int main() {
  worker w;
  int three = w.half(6);
  std::exit(three);
}
END
cat >counts_outputs.mpl.cc <<'END'
#include <mentat/mpl.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

class [[mentat::regular]] worker {
 public:
  int half(int n) { return n / 2; }
};

// Adds the number of outputs beside its own to a file.
int main() {
  worker w;
  int three = w.half(6);
  if (std::strcmp(std::getenv("MENTAT_MODE"), "sim") != 0) return three - 3;
  int outputs = 0;
  const std::filesystem::path outcome = std::getenv("MENTAT_SIM__OUTCOME");
  for (const auto& file : std::filesystem::directory_iterator(outcome.parent_path()))
    outputs += file.path().extension() == ".out" ? 1 : 0;
  std::ofstream(std::getenv("COUNTS"), std::ios::app) << outputs << "\n";
  return three - 3;
}
END
for program in sums mode sleeps leaves exits spins_once counts_outputs; do expect 0 "$mentat" c++ $program.mpl.cc -o $program; done

expect 0 "$mentat" sim --faults=none --seeds=10 ./sums
says '10 seeds from 1 on, none failed: 10 as in mode serial (exit status 0), 0 with an error'
says '4 hosts, faults none'
for set in default messages cuts deaths hosts clocks slow disks limits; do
  expect 0 "$mentat" sim --seeds=10 --faults=$set ./sums
done
expect 0 "$mentat" sim --seeds=40 --hosts=2 sums
says '40 seeds from 1 on, none failed'
says 'faults default'
expect 0 "$mentat" sim --hosts=64 --processes=2 --seed=3 --faults=none ./sums
says '64 hosts, 1 worker on each'
expect 0 "$mentat" sim --json --seeds=3 --faults=messages ./sums
says '"seeds": 3'
says '"passed": true'
expect 0 "$mentat" verify --modes=serial,sim ./sums
expect 0 "$mentat" run --mode=sim ./sums
says 45

# The same seed is the same run; another one is not.
expect 0 "$mentat" sim --seed=7 --trace=trace.json ./sums
first=$(grep -o 'trace [0-9a-f]*' "$TEST_TMPDIR/out")
expect 0 "$mentat" sim --seed=7 ./sums
says "$first"
expect 0 "$mentat" sim --seed=8 ./sums
[[ $(<"$TEST_TMPDIR/out") != *"$first"* ]] || fault 'another seed has the same trace'
exists trace.json
grep -q '"name":"token-matching unit"' trace.json || fault 'the trace names no daemon'
python3 -m json.tool trace.json >/dev/null || fault 'the trace is no JSON'

# Faults of a file.
printf 'deaths = 1 # always\ndies = worker\nafter = 500\n' >some.faults
expect 0 "$mentat" sim --faults=some.faults --seeds=40 ./sums
says 'with an error because of a fault'
[[ $(<"$TEST_TMPDIR/out") != *' 0 with an error'* ]] || fault 'no death was seen'
printf '\nfire = 1\n' >wrong.faults
expect 2 "$mentat" sim --faults=wrong.faults ./sums
complains "wrong.faults:2: there is no fault 'fire'"

# A seed that fails is told with what happened, and how to see it again.
expect 1 "$mentat" sim --faults=none ./mode
says './mode: seed 1 fails (4 hosts, '
says 'standard output differs from mode serial at line 2, column 7'
says 'mode sim'
says 'repeat it with a trace: mentat sim --seed=1 --trace=trace.json --hosts=4 --faults=none ./mode'
expect 1 "$mentat" sim --json --faults=none ./mode
says '"passed": false'

# Programs that cannot be simulated, and wrong usage: one line, status 2.
expect 2 "$mentat" sim --faults=none --seed=1 ./sleeps
complains 'mentat: error: mode sim: sleeper::rest (sleeps.mpl.cc:10) waits outside of Mentat'
expect 2 "$mentat" sim echo
complains 'it is not a Mentat program'
expect 2 "$mentat" sim --faults=none --seed=1 ./exits
complains 'mentat: error: mode sim: waiter::work (exits.mpl.cc:9) calls exit(), which ends all simulated processes'
expect 2 "$mentat" sim --seed=1 --trace=no/such/folder.json ./sums
complains '--trace: '
complains 'is in a folder that does not exist'
for place in /dev/full /dev/stdout .; do
  expect 2 "$mentat" sim --seed=1 --trace=$place ./sums
  complains 'is not a regular file'
done
expect 1 "$mentat" sim --seed=1 --trace=sums ./sums
complains 'mentat: error: cannot write the trace'
[[ $(<"$TEST_TMPDIR/out") != *chrome://* ]] || fault 'a trace is named that was not written'
expect 2 "$mentat" sim --faults=. ./sums
complains '. is not a regular file'
printf 'cuts = 1\ncuts = 0\n' >twice.faults
expect 2 "$mentat" sim --faults=twice.faults ./sums
complains 'twice.faults:2: cuts is given twice'
printf 'messages = 1\nloss = 1\n' >all.faults
expect 2 "$mentat" sim --faults=all.faults ./sums
complains 'loss: expected a number from 0 to 0.5'
"$mentat" sim --seeds=1 ./sums >/dev/full 2>"$TEST_TMPDIR/err" && fault 'a lost report is no error'
complains 'cannot write to standard output'
expect 0 "$mentat" sim --soak=1s --seed=5 ./sums
says 'seeds from 5 on, none failed'

# A run without `mentat sim` whose trace or outcome cannot be written fails, and says so once.
expect 125 env MENTAT_MODE=sim MENTAT_SIM__TRACE=no/such/trace.json ./sums
says 45
complains 'mentat: cannot write the trace: '
expect 2 env MENTAT_MODE=sim MENTAT_SIM__OUTCOME=no/such/outcome ./sums
complains 'mentat: error: cannot write the outcome: '
[ "$(grep -c outcome "$TEST_TMPDIR/err")" = 1 ] || fault 'the outcome is complained of twice'
expect 0 env MENTAT_MODE=sim MENTAT_STATS=true ./sums
complains 'mentat: stats: modes serial and sim print no counts'

# Outputs are removed once they are compared: those that are there are of seeds that run, and of mode serial.
rm -f counts
COUNTS=$PWD/counts expect 0 "$mentat" sim --faults=none --seeds=30 --jobs=2 ./counts_outputs
[ "$(wc -l <counts)" = 30 ] || fault "$(wc -l <counts) of 30 seeds have counted"
[ "$(sort -n counts | tail -n 1)" -le 3 ] || fault "$(sort -n counts | tail -n 1) outputs were kept at a time"

# What runs is named when the run is interrupted, and nothing is left.
for signal in INT TERM HUP; do
  rm -f spins
  SPINS=$PWD/spins TMPDIR=$PWD "$mentat" sim --faults=none --seeds=4 --jobs=1 ./spins_once \
      >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err" </dev/null &
  until [ -e spins ]; do kill -0 $! || fault 'the simulation ended by itself'; sleep 0.1; done
  kill -$signal $!
  wait $! && fault "SIG$signal gives status 0"
  complains 'waiter::work (spins_once.mpl.cc:10) was executed when the run was interrupted'
  complains 'in a debugger: MENTAT_MODE=sim MENTAT_SEED=1 MENTAT_SIM__HOSTS=4 MENTAT_SIM__FAULTS=none gdb --args ./spins_once'
  [ -z "$(compgen -G 'mentat-sim*')" ] || fault "SIG$signal leaves a folder"
done
MENTAT_WORKERS=x expect 2 "$mentat" sim --faults=none ./sums
[ "$(grep -c . "$TEST_TMPDIR/err")" = 1 ] || fault "more than one line: $(<"$TEST_TMPDIR/err")"
[[ $(<"$TEST_TMPDIR/err") != *'error: mentat:'* ]] || fault "a message in a message: $(<"$TEST_TMPDIR/err")"
expect 0 "$mentat" sim --seeds=4 --faults=none ./leaves
says '4 as in mode serial (exit status 3)'
expect 2 "$mentat" sim ./nothing
complains 'cannot run ./nothing'
expect 2 "$mentat" sim --hosts=0 ./sums
expect 2 "$mentat" sim --hosts=1000000 ./sums
complains '1 to 128'
expect 2 timeout 60 "$mentat" sim --hosts=128 --processes=256 ./sums
complains '--hosts=128 --processes=256 are 32768 simulated processes; at most 512 are possible, on so many hosts --processes=4 (fixed.sim_processes)'
expect 2 timeout 60 env MENTAT_MODE=sim MENTAT_SIM__HOSTS=128 MENTAT_PROCESSES=5 ./sums
complains 'sim.hosts=128 with processes=5 are 640 simulated processes, more than 512 (fixed.sim_processes)'
expect 2 "$mentat" sim --faults=deahts ./sums
complains "did you mean 'deaths'?"
expect 2 "$mentat" sim --soak=never ./sums
complains 'expected a time such as 90s, 10m or 2h'
expect 2 "$mentat" sim --soak=1s --seeds=3 ./sums
expect 2 "$mentat" sim --trace=t.json --seeds=3 ./sums
complains '--seed=N'
expect 2 "$mentat" sim --stdin=nothing ./sums
mkfifo pipe
for input in pipe .; do
  expect 2 "$mentat" sim --stdin="$input" ./sums
  complains "--stdin: $input is not a regular file"
done
expect 0 "$mentat" sim --stdin=/dev/null --seeds=2 --faults=none ./sums
if unshare -m true 2>/dev/null; then  # a disk of 64 KiB is not a fault of the program
  mkdir small
  expect 1 unshare -m bash -c 'mount -t tmpfs -o size=64k small small && head -c 1000000 /dev/zero >small/full 2>/dev/null
    TMPDIR=$PWD/small exec "$0" sim --seeds=2 --faults=none ./sums' "$mentat"
  complains 'no space is left in '
fi
expect 2 "$mentat" sim
finish
