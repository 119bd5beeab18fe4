// Places where objects with constructor arguments are made, with MENTAT_PLACEMENT=elsewhere in a
// session of three processes.
//
//   placed objects     the processes that they are in, with hints and without
//   placed near_driver near objects of the driver's process
//   placed lost        operations of a space whose keeper was killed
//   placed errors      the errors of create(): of the constructor, and of a missing host
//   placed large       arguments of some megabytes
#include <mentat/errors.h>
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

class [[mentat::persistent]] counter {
 public:
  counter() = default;
  counter(int start, const std::vector<std::string>& names)
      : total_(start + static_cast<int>(names.size())) {}
  int process() { return getpid(); }
  int total() { return total_; }

 private:
  int total_ = 0;
};

class [[mentat::persistent]] beside {  // makes another one, where it is
 public:
  beside(int start, counter near) : sum_(start + near.total()) {
    mentat::create(own_, mentat::near(near), start, names_);
  }
  int process() { return getpid(); }
  int process_of_own() { return own_.process(); }
  int sum() { return sum_ + own_.total(); }

 private:
  std::vector<std::string> names_{"a"};
  int sum_;
  counter own_;
};

class [[mentat::persistent]] prober {
 public:
  // What an operation of the space throws.
  std::string probe(mentat::space in) {
    try {
      return in.inp("key", 1) ? "found" : "missed";
    } catch (const mentat::space_lost& error) {
      const std::string text = error.what();
      return text.find("process ") != text.npos || text.find(" of host ") != text.npos
                 ? "space_lost"
                 : text;
    } catch (const mentat::remote_error& error) {
      return error.explain();
    }
  }
};

class [[mentat::replicated]] note {
 public:
  void set(int text) { text_ = text; }

 private:
  int text_ = 0;
};

class [[mentat::persistent]] failing {
 public:
  explicit failing(const std::string& how) {
    if (how == "throw") throw std::domain_error("no such thing as " + how);
  }
  int process() { return getpid(); }
};

class [[mentat::persistent]] table {
 public:
  explicit table(std::vector<long> values) : values_(std::move(values)) {}
  long sum() { return std::accumulate(values_.begin(), values_.end(), 0L); }
  int process() { return getpid(); }

 private:
  std::vector<long> values_;
};

namespace {

const char* place(int process) { return process == getpid() ? "here" : "elsewhere"; }

// Replicated objects and spaces without hints are in the driver's process, which makes no others.
int near_driver() {
  mentat::space bag, next;
  note shared;
  counter a, b;
  mentat::create(bag);
  mentat::create(shared);
  mentat::create(a, mentat::near(bag), 5, std::vector<std::string>());
  mentat::create(b, mentat::near(shared), 6, std::vector<std::string>());
  mentat::create(next, mentat::near(bag));
  next.out(7);
  const int at_a = a.process(), at_b = b.process();
  std::printf("%d %s, %d %s, %d\n", a.total(), place(at_a), b.total(), place(at_b),
              next.in(mentat::formal<int>));
  return 0;
}

// The keeper of a space is killed; processes that begin later have never heard of it.
int lost() {
  std::string host(256, '\0');
  gethostname(host.data(), host.size());
  mentat::space bag;
  counter beside;
  mentat::create(bag, mentat::on(host.c_str()));
  mentat::create(beside, mentat::near(bag));
  bag.out("key", 1);
  const int keeper = beside.process();
  std::printf("%s", place(keeper));
  kill(keeper, SIGKILL);
  try {
    static_cast<void>(bag.in("key", 2, mentat::formal<int>));
  } catch (const mentat::space_lost&) {
    std::printf(" space_lost");
  }
  bag.out("key", 3);
  std::vector<prober> all(6);
  for (prober& one : all) {
    mentat::create(one);
    std::printf(" %s", std::string(one.probe(bag)).c_str());
  }
  std::printf("\n");
  return 0;
}

int objects() {
  counter a, b, c, d;
  mentat::create(a, 5, std::vector<std::string>{"x", "y"});
  mentat::create(b, mentat::near(a), 7, std::vector<std::string>());
  mentat::create(c, mentat::apart_from(a), 8, std::vector<std::string>());
  mentat::create(d, mentat::near(a));
  const int at_a = a.process(), at_b = b.process(), at_c = c.process(), at_d = d.process();
  std::printf("%d %s, %d near it: %d, %d apart from it: %d, without arguments: %d\n", a.total(),
              place(at_a), b.total(), at_a == at_b, c.total(), at_a != at_c && at_c != getpid(),
              at_a == at_d);
  beside e;
  mentat::create(e, 100, a);
  const int own = e.process_of_own();
  std::printf("%d %s, its own near: %d\n", e.sum(), place(e.process()), own == at_a);
  counter unbound, f, g;
  mentat::create(f, mentat::near(unbound), 1, std::vector<std::string>());
  std::string host(256, '\0');
  gethostname(host.data(), host.size());
  mentat::create(g, mentat::on(host.c_str()), 2, std::vector<std::string>());
  const int at_f = f.process(), at_g = g.process();
  std::printf("%d %s, %d %s\n", f.total(), place(at_f), g.total(), place(at_g));
  return 0;
}

void attempt(const char* how) {
  failing f;
  try {
    mentat::create(f, std::string(how));
    std::printf("made %s\n", place(f.process()));
  } catch (const mentat::remote_error& error) {
    std::printf("%s in %s::%s: %s\n", error.type_name().c_str(), error.class_name().c_str(),
                error.function_name().c_str(), error.what());
  }
}

int errors() {
  attempt("throw");
  attempt("live");
  counter c;
  try {
    mentat::create(c, mentat::on("atlantis"), 1, std::vector<std::string>());
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s\n", error.type_name().c_str(), error.what());
  }
  return mentat::bound(c) ? 1 : 0;
}

int large() {
  std::vector<long> values(1'000'000);
  std::iota(values.begin(), values.end(), 0L);
  table t, u;
  mentat::create(t, values);
  mentat::create(u, std::move(values));
  std::printf("%ld %ld %s\n", t.sum(), u.sum(), place(t.process()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "objects") return objects();
  if (what == "near_driver") return near_driver();
  if (what == "lost") return lost();
  if (what == "errors") return errors();
  if (what == "large") return large();
  return 2;
}
