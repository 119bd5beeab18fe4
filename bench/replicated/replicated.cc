// What a read and a write of a replicated object cost in one process, beside the same calls of a
// persistent object: in turn, so that all share the machine's state.
#include <mentat/server.h>

#include <string>

#include "bench/samples.h"
#include "rts/executor/executor.h"

namespace {

template <bool replicated>
class cell_impl;
template <bool replicated>
using cell = mentat::handle<cell_impl<replicated>>;

class plain {};
class marked {
 public:
  static constexpr bool mentat_replicated__ = true;
};

template <bool replicated>
class cell_impl : public std::conditional_t<replicated, marked, plain> {
 public:
  using get_tag__ = mentat::method<cell_impl, 1, long()>;
  using set_tag__ = mentat::method<cell_impl, 2, long(long)>;

  void get_body__(mentat::rtf_sink<long>& rtf) const { rtf(value_); }
  void set_body__(mentat::rtf_sink<long>& rtf, long to) { rtf(value_ = to); }
  long get() const {
    mentat::local_call<get_tag__> call;
    get_body__(call.rtf__());
    return call.take__();
  }
  long mentat_read__(get_tag__*) const { return get(); }
  template <class Archive>
  void mentat_state__(Archive& archive) {
    archive(value_);
  }
  struct mentat_stubs__ : mentat::mentat_object {
    long get(mentat::source_place at = mentat::source_place::current()) const {
      if constexpr (replicated)
        return this->template read__<get_tag__>(at);
      else
        return this->template call_fn__<get_tag__>(at);
    }
    long set(long to) const { return this->template call_fn__<set_tag__>(to); }
  };
  static const mentat::class_info& mentat_class__() { return mentat::class_info_of__<cell_impl>(); }

 private:
  long value_ = 0;
};

}  // namespace

template <bool replicated>
struct mentat::server__<cell_impl<replicated>> {
  using impl = cell_impl<replicated>;
  static void dispatch__(impl& self, mentat::work_unit& unit) {
    if (unit.function() == impl::get_tag__::number__) {
      mentat::accepted_call<typename impl::get_tag__> call(unit);
      return self.get_body__(call.rtf__());
    }
    if (unit.function() != impl::set_tag__::number__) mentat::no_such_function__(unit);
    mentat::accepted_call<typename impl::set_tag__> call(unit);
    self.set_body__(call.rtf__(), call.template argument__<0>());
  }
  static constexpr mentat::class_description description__ = mentat::describe_instance__<impl>(
      replicated ? mentat::kind::replicated : mentat::kind::persistent, 0xce11, nullptr);
  static constexpr mentat::method_description methods__[] = {
      mentat::describe_read__<typename impl::get_tag__>("get"),
      mentat::describe__<typename impl::set_tag__>("set")};
};

namespace {

template <class Run>
double ns_each(long times, Run&& run) {
  const double began = mentat::bench::now_us();
  for (long i = 0; i < times; ++i) run(i);
  return (mentat::bench::now_us() - began) * 1000 / static_cast<double>(times);
}

void measure(unsigned workers) {
  constexpr long times = 200'000;
  constexpr int rounds = 15;
  mentat::executor::options options;
  options.workers = workers;
  options.host = "here";
  options.warn = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  mentat::executor runs(options);
  runs.run([&] {
    cell<true> copy;
    cell<false> object;
    mentat::create(copy);
    mentat::create(object);
    long sum = 0;
    const std::string with = std::to_string(workers) + "_workers";
    for (int round = 0; round < rounds; ++round) {
      const auto give = [&](const char* what, double ns) {
        mentat::bench::give_sample(std::string(what) + "_" + with, ns, "ns");
      };
      give("replicated_read", ns_each(times, [&](long) { sum += copy.get(); }));
      give("persistent_read", ns_each(times, [&](long) { sum += object.get(); }));
      give("replicated_write", ns_each(times, [&](long i) { sum += copy.set(i); }));
      give("persistent_write", ns_each(times, [&](long i) { sum += object.set(i); }));
    }
    if (sum == 1) std::puts("");  // the loops have a use
  });
}

}  // namespace

int main() {
  for (const unsigned workers : {1u, 2u}) measure(workers);
  return 0;
}
