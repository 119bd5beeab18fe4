// Result variables: which are delayed, and where and when values are stored.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rts/api/in_every_mode.h"
#include "rts/api/test_classes.h"
#include "rts/api/test_scripts.h"

using mentat::PRV_TO_ARG__;
using mentat::RESOLVE__;
using mentat::RESOLVE_ALL__;
using mentat::RV_DELETE__;
using mentat::RV_INSERT__;
using mentat::rv_scope;
using mentat::testing::in_every_mode;
using mentat::testing::outcome;

namespace {

using add = calculator_impl::add_tag;
using halve = calculator_impl::halve_tag;
using greet = calculator_impl::greet_tag;
using fail_fn = calculator_impl::fail_tag;

bool nothing_delayed() { return mentat::current_activation->table.empty(); }
std::size_t delayed() { return mentat::current_activation->table.size(); }

std::string text_of(const std::function<void()>& use) {
  try {
    use();
  } catch (const mentat::remote_error& e) {
    return e.what();
  }
  return "no error";
}

struct point {
  int x = 0, y = 0;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(x, y);
  }
};

// Cannot be made without arguments, nor be assigned.
struct sealed {
  explicit sealed(std::string given) : text(std::make_shared<std::string>(std::move(given))) {}
  const std::shared_ptr<std::string> text;
};

class maker_impl;
using maker = mentat::handle<maker_impl>;
class maker_impl {
 public:
  using make_point_tag = mentat::method<maker_impl, 1, point(int, int)>;
  using seal_tag = mentat::method<maker_impl, 2, sealed(std::string)>;
  using sum_tag = mentat::method<maker_impl, 3, int(point, int)>;

  void make_point_body(mentat::rtf_sink<point>& rtf, int x, int y) { rtf(point{x, y}); }
  void seal_body(mentat::rtf_sink<sealed>& rtf, const std::string& text) {
    if (text.empty()) throw std::runtime_error("nothing to seal");
    rtf(sealed(text));
  }
  void sum_body(mentat::rtf_sink<int>& rtf, const point& p, int more) {
    rtf(100 * p.x + 10 * p.y + more);
  }

  struct mentat_stubs__ : mentat::mentat_object {};
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<maker_impl>();
  }
};

}  // namespace

template <>
struct mentat::server__<maker_impl> {
  static void dispatch__(maker_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case maker_impl::make_point_tag::number__: {
        mentat::accepted_call<maker_impl::make_point_tag> call(unit);
        return self.make_point_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
      case maker_impl::seal_tag::number__: {
        mentat::accepted_call<maker_impl::seal_tag> call(unit);
        return self.seal_body(call.rtf__(), call.argument__<0>());
      }
      case maker_impl::sum_tag::number__: {
        mentat::accepted_call<maker_impl::sum_tag> call(unit);
        return self.sum_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::maker", mentat::kind::regular,
                                                           301, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<maker_impl::make_point_tag>("make_point"),
      mentat::describe__<maker_impl::sum_tag>("sum")};
};

TEST_CASE("a variable keeps its old value until it is used, and is then actual") {
  in_every_mode([] {
    calculator c;
    int w = 7;
    rv_scope scope(w);
    CHECK(nothing_delayed());
    RV_INSERT__(w) = c.invoke_fn__<add>(1, 1);
    CHECK_FALSE(nothing_delayed());
    CHECK(RESOLVE__(w) == 2);
    CHECK(nothing_delayed());
    w = 9;
    CHECK(RESOLVE__(w) == 9);
  });
}

TEST_CASE("a copy of a delayed variable is delayed, and each keeps the value that it was given") {
  in_every_mode([] {
    calculator c;
    int a = 1, b = 2;
    std::string s = "old", t = "long enough for memory of its own";
    std::array<int, 2> x{}, y{};
    rv_scope a_scope(a), b_scope(b);
    rv_scope s_scope(s), t_scope(t);
    rv_scope x_scope(x), y_scope(y);
    RV_INSERT__(a) = c.invoke_fn__<add>(1, 1);
    RV_INSERT__(b) = c.invoke_fn__<add>(2, 2);
    mentat::RV_COPY__(a, b);
    mentat::RV_COPY__(b, b);
    RV_INSERT__(b) = c.invoke_fn__<add>(3, 3);
    CHECK(delayed() == 2);
    CHECK(RESOLVE__(a) == 4);
    CHECK(RESOLVE__(b) == 6);
    mentat::RV_COPY__(b, a);
    CHECK(nothing_delayed());
    CHECK(b == 4);
    RV_INSERT__(s) = c.invoke_fn__<greet>("you");
    mentat::RV_COPY__(t, s);
    CHECK(delayed() == 2);
    CHECK(RESOLVE__(s) == RESOLVE__(t));
    RV_INSERT__(y[1]) = c.invoke_fn__<add>(4, 4);
    mentat::RV_COPY__(x, y);  // a part of it is delayed: it waits
    CHECK(nothing_delayed());
    CHECK(x[1] == 8);
  });
}

TEST_CASE("elements that are pushed are delayed, and stay so when the vector grows") {
  in_every_mode([] {
    calculator c;
    std::vector<int> v;
    mentat::rv_scope_all scope(v);
    int w = 0;
    rv_scope w_scope(w);
    RV_INSERT__(w) = c.invoke_fn__<add>(100, 1);
    for (int i = 0; i < 50; ++i) mentat::RV_PUSH_BACK__(v, c.invoke_fn__<add>(i, 1));
    mentat::RV_PUSH_BACK__(v, w);
    mentat::RV_PUSH_BACK__(v, v[0]);
    while (v.size() < v.capacity()) mentat::RV_PUSH_BACK__(v, v[0]);
    mentat::RV_PUSH_BACK__(v, v[49]);
    const std::size_t size = v.size();
    CHECK(delayed() == size + 1);
    CHECK(RESOLVE__(v[7]) == 8);
    CHECK(RESOLVE_ALL__(v)[49] == 50);
    CHECK(v[50] == 101);
    CHECK(v[51] == 1);
    CHECK(v[size - 1] == 50);
    CHECK(RESOLVE__(w) == 101);
    CHECK(nothing_delayed());
  });
}

TEST_CASE("the last of several assignments counts, by a call or by hand") {
  in_every_mode([] {
    calculator c;
    int w = 0;
    rv_scope scope(w);
    RV_INSERT__(w) = c.invoke_fn__<add>(1, 1);
    RV_INSERT__(w) = c.invoke_fn__<add>(2, 2);
    CHECK(RESOLVE__(w) == 4);
    RV_INSERT__(w) = c.invoke_fn__<add>(3, 3);
    RV_DELETE__(w) = 5;
    CHECK(RESOLVE__(w) == 5);
    CHECK(nothing_delayed());
  });
}

TEST_CASE(
    "a variable leaves the table with its scope, also by an exception, and the next one in its "
    "place is actual") {
  in_every_mode([] {
    calculator c;
    for (int i = 0; i < 10; ++i) {
      int w = i;
      rv_scope scope(w);
      CHECK(RESOLVE__(w) == i);
      RV_INSERT__(w) = c.invoke_fn__<add>(100, i);
    }
    CHECK(nothing_delayed());
    try {
      int w = 0;
      rv_scope scope(w);
      RV_INSERT__(w) = c.invoke_fn__<add>(1, 1);
      throw std::runtime_error("out");
    } catch (const std::runtime_error&) {
    }
    CHECK(nothing_delayed());
  });
}

TEST_CASE(
    "a field and its struct: a use of the whole stores the parts, a use of a part stores the "
    "whole") {
  in_every_mode([] {
    calculator c;
    maker m;
    point p{1, 2};
    rv_scope scope(p);
    RV_INSERT__(p.x) = c.invoke_fn__<add>(3, 4);
    CHECK(RESOLVE__(p.y) == 2);
    CHECK_FALSE(nothing_delayed());
    const point& whole = RESOLVE__(p);
    CHECK(whole.x == 7);
    CHECK(whole.y == 2);

    RV_INSERT__(p) = m.invoke_fn__<maker_impl::make_point_tag>(5, 6);
    CHECK(RESOLVE__(p.y) == 6);
    CHECK(p.x == 5);
    CHECK(nothing_delayed());

    // The whole covers its parts; a part that is assigned later wins over the whole.
    RV_INSERT__(p.y) = c.invoke_fn__<add>(0, 0);
    RV_INSERT__(p) = m.invoke_fn__<maker_impl::make_point_tag>(7, 8);
    RV_INSERT__(p.x) = c.invoke_fn__<add>(4, 5);
    RESOLVE__(p);
    CHECK(p.x == 9);
    CHECK(p.y == 8);

    // &p == &p.x, but they are not the same variable.
    RV_INSERT__(p.x) = c.invoke_fn__<add>(1, 0);
    CHECK(m.call_fn__<maker_impl::sum_tag>(PRV_TO_ARG__(p), 3) == 183);
    RV_INSERT__(p) = m.invoke_fn__<maker_impl::make_point_tag>(2, 5);
    CHECK(c.call_fn__<add>(PRV_TO_ARG__(p.x), PRV_TO_ARG__(p.y)) == 7);
  });
}

TEST_CASE(
    "elements of arrays and vectors are variables of their own, and the whole is all of them") {
  in_every_mode([] {
    calculator c;
    int plain[5] = {};
    std::array<int, 5> fixed{};
    std::vector<int> growing(5);
    mentat::rv_scope plain_scope(plain);
    mentat::rv_scope fixed_scope(fixed);
    mentat::rv_scope_all growing_scope(growing);
    for (int i = 0; i < 5; ++i) {
      RV_INSERT__(plain[i]) = c.invoke_fn__<add>(i, 10);
      RV_INSERT__(fixed[static_cast<std::size_t>(i)]) = c.invoke_fn__<add>(i, 20);
      RV_INSERT__(growing[static_cast<std::size_t>(i)]) = c.invoke_fn__<add>(i, 30);
    }
    CHECK(RESOLVE__(plain[3]) == 13);
    CHECK(RESOLVE__(fixed[3]) == 23);
    CHECK(RESOLVE__(growing[3]) == 33);
    int sum = 0;
    for (int element : RESOLVE__(plain)) sum += element;
    for (int element : RESOLVE_ALL__(fixed)) sum += element;
    for (int element : RESOLVE_ALL__(growing)) sum += element;
    CHECK(sum == 3 * 10 + 50 + 100 + 150);
    CHECK(nothing_delayed());

    std::vector<int> empty;
    CHECK(RESOLVE_ALL__(empty).empty());
    for (int i = 0; i < 5; ++i)
      RV_INSERT__(growing[static_cast<std::size_t>(i)]) = c.invoke_fn__<add>(i, 1);
  });
  // The delayed parts of `growing` have left the table with it: in_every_mode() would find the next
  // program's variables delayed.
}

TEST_CASE("a delayed variable whose type is not that of the result is converted when it is used") {
  in_every_mode([] {
    calculator c;
    int whole = 0;
    double broken = 0;
    rv_scope whole_scope(whole);
    rv_scope broken_scope(broken);
    RV_INSERT__(whole) = c.invoke_fn__<halve>(7);  // 3.5 for an int
    RV_INSERT__(broken) = c.invoke_fn__<add>(3, 4);
    CHECK(c.call_fn__<halve>(PRV_TO_ARG__(whole)) ==
          1.5);  // the variable's value, not the result's
    CHECK(RESOLVE__(whole) == 3);
    CHECK(RESOLVE__(broken) == 7.0);
  });
}

TEST_CASE(
    "a variable may be an argument of the call whose result it gets, and be used beside itself") {
  in_every_mode([] {
    calculator c;
    maker m;
    int w = 1;
    rv_scope scope(w);
    RV_INSERT__(w) = c.invoke_fn__<add>(1, 1);
    RV_INSERT__(w) = c.invoke_fn__<add>(PRV_TO_ARG__(w), PRV_TO_ARG__(w));
    CHECK(RESOLVE__(w) == 4);
    // One argument hands the variable on, another one uses it strictly: in either order of
    // evaluation.
    for (int i = 0; i < 20; ++i) {
      int x = 0, y = 0;
      rv_scope x_scope(x), y_scope(y);
      RV_INSERT__(x) = c.invoke_fn__<add>(i, 0);
      CHECK(c.call_fn__<add>(PRV_TO_ARG__(x), RESOLVE__(x) + 1) == 2 * i + 1);
      RV_INSERT__(y) = c.invoke_fn__<add>(i, 0);
      CHECK(c.call_fn__<add>(RESOLVE__(y) + 1, PRV_TO_ARG__(y)) == 2 * i + 1);
    }
    // The strict use takes nothing away from the other argument.
    const std::string name(100, 'n');
    for (int i = 0; i < 20; ++i) {
      std::string s;
      rv_scope scope(s);
      RV_INSERT__(s) = c.invoke_fn__<greet>(name);
      auto handed_on = PRV_TO_ARG__(s);  // first, in any order of evaluation
      const std::size_t length = RESOLVE__(s).size();
      CHECK(c.call_fn__<calculator_impl::cut_tag>(std::move(handed_on), length) == "hello " + name);
    }
    for (int i = 0; i < 20; ++i) {
      point p, q;
      rv_scope p_scope(p), q_scope(q);
      RV_INSERT__(p.x) = c.invoke_fn__<add>(i, 0);
      CHECK(m.call_fn__<maker_impl::sum_tag>(PRV_TO_ARG__(p), PRV_TO_ARG__(p.x)) == 101 * i);
      RV_INSERT__(q) = m.invoke_fn__<maker_impl::make_point_tag>(1, i);
      CHECK(m.call_fn__<maker_impl::sum_tag>(PRV_TO_ARG__(q), PRV_TO_ARG__(q.y)) == 100 + 11 * i);
    }
  });
}

TEST_CASE(
    "a result may be let go of before it exists, after it, and while it is on its way to another "
    "call") {
  in_every_mode([] {
    calculator c;
    for (int i = 0; i < 200; ++i) {
      int passed_on = 0, kept = 0;
      rv_scope kept_scope(kept);
      {
        rv_scope scope(passed_on);
        RV_INSERT__(passed_on) = c.invoke_fn__<add>(i, 1);
        RV_INSERT__(kept) = c.invoke_fn__<add>(PRV_TO_ARG__(passed_on), 1);
        if (i % 3 == 0) mentat::force();
      }
      if (i % 2 == 0) CHECK(RESOLVE__(kept) == i + 2);
    }
    CHECK(nothing_delayed());
  });
}

TEST_CASE(
    "a variable that cannot be assigned is constructed when its value comes, and destroyed once") {
  in_every_mode([] {
    maker m;
    std::weak_ptr<std::string> watched;
    {
      mentat::rv_slot<sealed> slot;
      const sealed& w = slot.value__();
      slot = m.invoke_fn__<maker_impl::seal_tag>(std::string("letter"));
      CHECK(*RESOLVE__(w).text == "letter");
      CHECK(*RESOLVE__(w).text == "letter");
      watched = w.text;
    }
    {
      mentat::rv_slot<sealed> never_used;
      never_used = m.invoke_fn__<maker_impl::seal_tag>(std::string("unread"));
    }
    mentat::rv_slot<sealed> never_assigned;
    CHECK(nothing_delayed());
    // The call's own copy of the result may live a moment longer than the call; the variable's may
    // not.
    CHECK(watched.use_count() <= 1);
  });
}

TEST_CASE(
    "a variable that cannot be assigned and whose call failed has no value, whenever it is used") {
  in_every_mode([] {
    maker m;
    mentat::rv_slot<sealed> slot;
    const sealed& w = slot.value__();
    slot = m.invoke_fn__<maker_impl::seal_tag>(std::string());
    for (int i = 0; i < 3; ++i)
      CHECK(text_of([&] { static_cast<void>(RESOLVE__(w)); }) == "nothing to seal");
    calculator c;
    CHECK(c.add(1, 2) == 3);
  });
}

TEST_CASE("a variable whose call failed keeps its old value, as in the sequential program") {
  in_every_mode([] {
    calculator c;
    int w = 5;
    rv_scope scope(w);
    RV_INSERT__(w) = c.invoke_fn__<fail_fn>(std::string("no"));
    CHECK(text_of([&] { RESOLVE__(w); }) == "no");
    CHECK(RESOLVE__(w) == 5);
  });
}

TEST_CASE("each running function has variables of its own, also when one runs on top of another") {
  script = {[](auto& rtf, int depth) {
    worker deeper;
    int w = depth;
    rv_scope scope(w);
    CHECK(nothing_delayed());  // also with delays of the function below
    if (depth == 0) return rtf(0);
    RV_INSERT__(w) = deeper.start(0, depth - 1);
    const int below = RESOLVE__(w);
    RV_INSERT__(w) = deeper.start(0, 0);
    rtf(below + depth);
  }};
  in_every_mode([] {
    worker w;
    CHECK(w.run(0, 30) == 30 * 31 / 2);
  });
}

TEST_CASE("strings and vectors as result variables, thousands of them at once") {
  in_every_mode([] {
    calculator c;
    std::vector<std::string> names(3000);
    mentat::rv_scope_all scope(names);
    for (std::size_t i = 0; i < names.size(); ++i)
      RV_INSERT__(names[i]) = c.invoke_fn__<greet>("number " + std::to_string(i));
    for (std::size_t i = 0; i < names.size(); i += 7)
      CHECK(RESOLVE__(names[i]) == "hello number " + std::to_string(i));
    RESOLVE_ALL__(names);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < names.size(); ++i)
      wrong += names[i] != "hello number " + std::to_string(i);
    CHECK(wrong == 0);
  });
}
