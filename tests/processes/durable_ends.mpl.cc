// Durable objects whose processes end in every way, and what hints make of them.
//   durable_ends places | itself FOLDER | large | many | manager
#include <mentat/mpl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

// How often it was called before for this file, by any process; right even if another thread ends
// the process meanwhile.
static int times_before(const std::string& file) {
  int times = 0;
  std::ifstream(file) >> times;
  const std::string next = file + "." + std::to_string(getpid());
  std::ofstream(next) << times + 1;
  std::rename(next.c_str(), file.c_str());
  return times;
}
static void end_here() { kill(getpid(), SIGKILL); }

class [[mentat::durable]] fragile {
 public:
  explicit fragile(std::string file) : file_(file) {
    if (times_before(file_ + ".made") < 2) end_here();
  }
  ~fragile() {
    if (!file_.empty() && times_before(file_ + ".ended") < 1) end_here();
  }
  void put(int number) { is_right_ = is_right_ && number == ++last_; }
  int end_twice() {
    ++last_;
    if (times_before(file_ + ".call") < 2) end_here();
    return last_;
  }
  int abort_once() {
    if (times_before(file_ + ".abort") < 1) std::abort();
    return ++last_;
  }
  int fail(int number) {
    last_ += number;
    throw std::out_of_range("not " + std::to_string(number));
  }
  virtual int kind() const { return 1; }
  bool is_right() const { return is_right_; }
  int last() const { return last_; }

 private:
  std::string file_;
  int last_ = 0;
  bool is_right_ = true;
};

class [[mentat::durable]] derived : public fragile {
 public:
  explicit derived(std::string file) : fragile(file) {}
  int kind() const override { return 2; }
};

class [[mentat::durable]] counter {
 public:
  int add(int more) { return sum_ += more; }
  int process() const { return static_cast<int>(getpid()); }

 private:
  int sum_ = 0;
};

class [[mentat::durable]] large {
 public:
  explicit large(int bytes) : text_(static_cast<std::size_t>(bytes), 'x') {}
  int touch(int at) {
    text_[static_cast<std::size_t>(at)] = 'y';
    names_[std::to_string(at)].push_back(at);
    return ++touched_;
  }
  std::string text() const { return text_; }
  int names() const { return static_cast<int>(names_.size()); }
  int process() const { return static_cast<int>(getpid()); }

 private:
  std::string text_;
  std::map<std::string, std::vector<int>> names_;
  int touched_ = 0;
};

class [[mentat::persistent]] neighbour {
 public:
  int process() { return static_cast<int>(getpid()); }
};

static void end_process(int process) {
  if (process == static_cast<int>(getpid()))
    std::printf("it is in the driver\n");
  else
    kill(process, SIGKILL);
}

static void places() {
  counter kept;
  mentat::create(kept);
  for (int round = 0; round < 3; ++round) {
    int before = kept.process();
    neighbour apart, beside;
    mentat::create(apart, mentat::apart_from(kept));
    mentat::create(beside, mentat::near(kept));
    int far = apart.process(), here = beside.process();
    if (far == before || here != before) std::printf("%d: apart %d, near %d\n", before, far, here);
    end_process(before);
    int sum = kept.add(1);
    if (sum != round + 1) std::printf("%d instead of %d\n", sum, round + 1);
  }
  std::printf("places are right\n");
}

static void itself(const std::string& folder) {
  fragile one(folder + "/one");
  for (int i = 1; i <= 2000; ++i) one.put(i);
  int ended = one.end_twice();
  for (int i = 2002; i <= 2500; ++i) one.put(i);
  int aborted = one.abort_once();
  bool right = one.is_right();
  std::printf("%d %d %d\n", ended, aborted, right);
  try {
    int none = one.fail(7);
    std::printf("%d\n", none);
  } catch (const std::exception& thrown) {
    std::printf("%s\n", thrown.what());
  }
  std::printf("%d\n", one.last());
  derived two(folder + "/two");
  std::printf("kind %d\n", two.kind());
  fragile same = one;
  one.destroy();
  try {
    std::printf("%d\n", same.last());
  } catch (const std::exception& thrown) {
    std::printf("%s\n", thrown.what());
  }
}

static void grow() {
  constexpr int bytes = 10 << 20;
  large one(bytes);
  for (int i = 1; i <= 3; ++i) {
    int touched = one.touch(i);
    if (touched != i) std::printf("%d instead of %d\n", touched, i);
    int victim = one.process();
    end_process(victim);
  }
  std::string text = one.text();
  std::printf("%d %d %s\n", text.size() == bytes, one.names(), text.substr(0, 5).c_str());
}

static void many() {
  std::vector<counter> all(150);
  for (counter& one : all) mentat::create(one);
  for (int round = 1; round <= 2; ++round) {
    std::set<int> processes;
    for (counter& one : all) {
      int process = one.process();
      processes.insert(process);
      one.add(1);
    }
    for (int process : processes) end_process(process);
  }
  int wrong = 0;
  for (counter& one : all) {
    int sum = one.add(0);
    wrong += sum != 2;
  }
  std::printf("%d wrong\n", wrong);
}

static void until_error() {
  counter one;
  mentat::create(one);
  int sum = 0;
  try {
    for (;;) {
      int next = one.add(1);
      if (next != sum + 1) std::printf("%d after %d\n", next, sum);
      sum = next;
      if (sum == 1000) {
        std::printf("running\n");
        std::fflush(stdout);
      }
    }
  } catch (const std::exception& thrown) {
    std::printf("%s\n", thrown.what());
  }
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "places") places();
  if (what == "itself" && argc > 2) itself(argv[2]);
  if (what == "large") grow();
  if (what == "many") many();
  if (what == "manager") until_error();
}
