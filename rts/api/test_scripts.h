// Two Mentat classes whose member functions run a test's script: run(n, argument) calls script[n].
// For tests that classes of their own would obscure.
#pragma once

#include <mentat/server.h>

#include <functional>
#include <string>
#include <vector>

using script_fn = std::function<void(mentat::rtf_sink<int>& rtf, int argument)>;
inline std::vector<script_fn> script;

template <mentat::kind Kind, std::uint64_t Hash>
class scripted_impl {
 public:
  using run_tag = mentat::method<scripted_impl, 1, int(int, int)>;
  using quietly_tag = mentat::method<scripted_impl, 2, void(int, int)>;

  void run_body(mentat::rtf_sink<int>& rtf, int which, int argument) {
    script.at(static_cast<std::size_t>(which))(rtf, argument);
  }
  void quietly_body(mentat::rtf_sink<void>&, int which, int argument) {
    mentat::local_call<run_tag> call;
    run_body(call.rtf__(), which, argument);
  }
  struct mentat_stubs__ : mentat::mentat_object {
    int run(int which, int argument = 0) const { return call_fn__<run_tag>(which, argument); }
    auto start(int which, int argument = 0) const { return invoke_fn__<run_tag>(which, argument); }
  };
  static const mentat::class_info& mentat_class__() {
    return mentat::class_info_of__<scripted_impl>();
  }
};

template <mentat::kind Kind, std::uint64_t Hash>
struct mentat::server__<scripted_impl<Kind, Hash>> {
  using self_type = scripted_impl<Kind, Hash>;
  static void dispatch__(self_type& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case self_type::run_tag::number__: {
        mentat::accepted_call<typename self_type::run_tag> call(unit);
        return self.run_body(call.rtf__(), call.template argument__<0>(),
                             call.template argument__<1>());
      }
      case self_type::quietly_tag::number__: {
        mentat::accepted_call<typename self_type::quietly_tag> call(unit);
        return self.quietly_body(call.rtf__(), call.template argument__<0>(),
                                 call.template argument__<1>());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{
      Kind == mentat::kind::regular ? "test::worker" : "test::object", Kind, Hash, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<typename self_type::run_tag>("run"),
      mentat::describe__<typename self_type::quietly_tag>("quietly")};
};

using worker_impl = scripted_impl<mentat::kind::regular, 201>;
using object_impl = scripted_impl<mentat::kind::persistent, 202>;
using worker = mentat::handle<worker_impl>;
using object = mentat::handle<object_impl>;
