// return and rtf of a call, or of a delayed variable, in a try: the handler catches the error, as
// in the sequential program. Loops, nested blocks, function-try-blocks, handlers that rethrow,
// scope guards, and returns that no handler sees.
#include <mentat/mpl.h>

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct pair_of_ints {
  int a = 0, b = 0;
};

// Counts the scopes that an exception leaves.
class failure_count {
 public:
  explicit failure_count(int& count) : count_(count) {}
  failure_count(const failure_count&) = delete;
  ~failure_count() {
    if (std::uncaught_exceptions() > before_) ++count_;
  }

 private:
  int& count_;
  int before_ = std::uncaught_exceptions();
};

class [[mentat::regular]] parser {
 public:
  int parse(int n) {
    if (n > 2) throw std::runtime_error("too big");
    return n;
  }
  std::string text(int n) {
    if (n > 2) throw std::runtime_error("too long");
    return std::string(static_cast<std::size_t>(n), 'x');
  }

  int call(int n) {
    parser p;
    try {
      return p.parse(n);
    } catch (const std::exception&) {
      return -1;
    }
  }
  int variable(int n) {
    parser p;
    try {
      int v = p.parse(n);
      return v;
    } catch (const std::exception&) {
      return -2;
    }
  }
  std::string moved(int n) {
    parser p;
    try {
      std::string v = p.text(n);
      return std::move(v);
    } catch (const std::exception&) {
      return "moved";
    }
  }
  std::string constant(int n) {
    parser p;
    try {
      const std::string v = p.text(n);
      return v;
    } catch (const std::exception&) {
      return "constant";
    }
  }
  int braces(int n) {
    parser p;
    try {
      return {p.parse(n)};
    } catch (const std::exception&) {
      return -3;
    }
  }
  int choice(int n) {
    parser p;
    try {
      return n % 2 == 0 ? p.parse(n) : p.parse(n + 1);
    } catch (const std::exception&) {
      return -4;
    }
  }
  int choice_of_variables(int n) {
    parser p;
    try {
      int one = p.parse(n), other = p.parse(n + 1);
      return n % 2 == 0 ? one : other;
    } catch (const std::exception&) {
      return -5;
    }
  }
  long converted(int n) {
    parser p;
    try {
      return p.parse(n);
    } catch (const std::exception&) {
      return -6;
    }
  }
  pair_of_ints parts(int n) {
    parser p;
    try {
      pair_of_ints both;
      both.a = p.parse(n);
      both.b = p.parse(n + 1);
      return both;
    } catch (const std::exception&) {
      return {-7, -8};
    }
  }
  int part(int n) {
    parser p;
    try {
      pair_of_ints both;
      both.b = p.parse(n);
      return both.b;
    } catch (const std::exception&) {
      return -9;
    }
  }
  std::vector<int> elements(int n) {
    parser p;
    try {
      std::vector<int> all(2);
      all[0] = p.parse(n);
      all[1] = p.parse(n + 1);
      return all;
    } catch (const std::exception&) {
      return {-10};
    }
  }
  int lasting(int n) {
    parser p;
    try {
      mentat::result<int> v;
      v = p.parse(n);
      return v;
    } catch (const std::exception&) {
      return -11;
    }
  }
  int nested(int n) {
    parser p;
    try {
      return p.parse(p.parse(n) + 1);
    } catch (const std::exception&) {
      return -12;
    }
  }
  int argument(int n) {
    parser p;
    try {
      return p.parse(p.parse(n));
    } catch (const std::exception&) {
      return -13;
    }
  }
  int in_loop(int n) {
    parser p;
    for (int i = 0; i < 3; ++i) {
      try {
        if (i == 1) return p.parse(n);
        n += 2;
      } catch (const std::exception&) {
        n = 0;
      }
    }
    return 77;
  }
  int outer_handler(int n) {
    parser p;
    try {
      try {
        return p.parse(n);
      } catch (int) {
        return -14;
      }
    } catch (const std::exception&) {
      return -15;
    }
  }
  int both_handlers(int n) {
    parser p;
    try {
      try {
        return p.parse(n);
      } catch (...) {
        n = 1;
        throw;
      }
    } catch (const std::exception&) {
      return -16 - n;
    }
  }
  int from_handler(int n) {
    parser p;
    try {
      try {
        throw n;
      } catch (int caught) {
        return p.parse(caught);
      }
    } catch (...) {
      return -18;
    }
  }
  int function_block(int n) try {
    parser p;
    return p.parse(n);
  } catch (const std::exception&) {
    return -19;
  }
  int function_block_variable(int n) try {
    parser p;
    int v = p.parse(n);
    return v;
  } catch (...) {
    return -20;
  }
  int lambda(int n) {
    parser p;
    auto parse = [&p](int m) {
      try {
        return p.parse(m);
      } catch (const std::exception&) {
        return -21;
      }
    };
    return parse(n);
  }
  int called_lambda(int n) {
    parser p;
    auto parse = [&p](int m) { return p.parse(m); };
    try {
      return parse(n);
    } catch (const std::exception&) {
      return -22;
    }
  }
  int given_on(int n) {
    parser p;
    try {
      rtf(p.parse(n));
    } catch (const std::exception&) {
      rtf(-23);
    }
  }
  int variable_given_on(int n) {
    parser p;
    try {
      int v = p.parse(n);
      rtf(v);
    } catch (const std::exception&) {
      rtf(-24);
    }
  }
  int guarded_scope(int n) {
    parser p;
    int count = 0;
    try {
      failure_count guard(count);
      return p.parse(n);
    } catch (const std::exception&) {
      return -25 - count;
    }
  }

  // No handler sees these: the error is the caller's.
  int behind_block(int n) {
    parser p;
    try {
      p.parse(1);
    } catch (...) {
      return -27;
    }
    return p.parse(n);
  }
  int in_last_handler(int n) {
    parser p;
    try {
      throw n;
    } catch (int caught) {
      return p.parse(caught);
    }
  }
};

class [[mentat::persistent]] meter {
 public:
  int measure(int n) {
    parser p;
    failure_count guard(failures_);
    return p.parse(n);
  }
  int failures() { return failures_; }

 private:
  int failures_ = 0;
};

template <class Call>
void show(Call call) {
  try {
    std::cout << ' ' << call();
  } catch (const std::exception& e) {
    std::cout << " escaped:" << e.what();
  }
}

int main() {
  parser p;
  for (int n = 1; n < 5; n += 3) {
    show([&] { return p.call(n); });
    show([&] { return p.variable(n); });
    show([&] { return p.moved(n); });
    show([&] { return p.constant(n); });
    show([&] { return p.braces(n); });
    show([&] { return p.choice(n); });
    show([&] { return p.choice_of_variables(n); });
    show([&] { return p.converted(n); });
    show([&] { pair_of_ints both = p.parts(n); return both.a * 100 + both.b; });
    show([&] { return p.part(n); });
    show([&] { std::vector<int> all = p.elements(n); return all[0]; });
    show([&] { return p.lasting(n); });
    show([&] { return p.nested(n); });
    show([&] { return p.argument(n); });
    show([&] { return p.in_loop(n - 1); });
    show([&] { return p.outer_handler(n); });
    show([&] { return p.both_handlers(n); });
    show([&] { return p.from_handler(n); });
    show([&] { return p.function_block(n); });
    show([&] { return p.function_block_variable(n); });
    show([&] { return p.lambda(n); });
    show([&] { return p.called_lambda(n); });
    show([&] { return p.given_on(n); });
    show([&] { return p.variable_given_on(n); });
    show([&] { return p.guarded_scope(n); });
    show([&] { return p.behind_block(n); });
    show([&] { return p.in_last_handler(n); });
    std::cout << '\n';
  }
  meter m;
  mentat::create(m);
  show([&] { return m.measure(2); });
  show([&] { return m.measure(3); });
  show([&] { return m.failures(); });
  std::cout << '\n';
}
