// Fan-out and fan-in, in the keywords of the Mentat papers: k workers count primes, adders sum what
// they found.
#include <mentat/server.h>
#include <mentat/main.h>

#include <cstdlib>
#include <iostream>
#include <vector>

class worker_impl;
using worker = mentat::handle<worker_impl>;
class worker_impl {
 public:
  void count_primes_body(mentat::rtf_sink<int>& mentat_rtf, int begin, int end) {
    int found = 0;
    for (int number = begin; number < end; ++number) {
      found += is_prime(number) ? 1 : 0;
    }
    mentat_rtf(found);
  }

 private:
  bool is_prime(int number) {
    for (int divisor = 2; divisor * divisor <= number; ++divisor) {
      if (number % divisor == 0) {
        return false;
      }
    }
    return number >= 2;
  }

 public:
  using count_primes_tag = mentat::method<worker_impl, 0xc892fa1au, int(int, int)>;
  int count_primes(int begin, int end) {
    mentat::local_call<count_primes_tag> call;
    count_primes_body(call.rtf(), begin, end);
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    int count_primes(int begin, int end) const { return call_fn<count_primes_tag>(begin, end); }
  };
  static const mentat::class_info& mentat_class();
};

class adder_impl;
using adder = mentat::handle<adder_impl>;
class adder_impl {
 public:
  void add_body(mentat::rtf_sink<int>& mentat_rtf, int a, int b) { mentat_rtf(a + b); }

 public:
  using add_tag = mentat::method<adder_impl, 0x1a6d4f0du, int(int, int)>;
  int add(int a, int b) {
    mentat::local_call<add_tag> call;
    add_body(call.rtf(), a, b);
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    int add(int a, int b) const { return call_fn<add_tag>(a, b); }
  };
  static const mentat::class_info& mentat_class();
};

int mentat_main(int argc, char** argv) {
  const int workers = argc > 1 ? std::atoi(argv[1]) : 8;
  const int share = 25000;
  if (argc > 2 || workers < 1 || workers > 10000) {
    std::cerr << "fan_out: usage: fan_out [WORKERS], a number from 1 to 10000\n";
    return 2;
  }

  worker counter;
  adder sum;
  std::vector<int> found(workers);
  mentat::rv_scope_all mentat_elements_found(found);
  for (int i = 0; i < workers; ++i) {
    mentat::RV_INSERT(found[i]) =
        counter.invoke_fn<worker_impl::count_primes_tag>(i * share, (i + 1) * share);
  }
  int total = 0;
  mentat::rv_scope mentat_scope_total(total);
  for (int i = 0; i < workers; ++i) {
    mentat::RV_INSERT(total) =
        sum.invoke_fn<adder_impl::add_tag>(mentat::PRV_TO_ARG(total), mentat::PRV_TO_ARG(found[i]));
  }

  std::cout << workers << " workers found " << mentat::RESOLVE(total) << " primes below "
            << workers * share << "\n";
  return 0;
}

template <>
struct mentat::server<worker_impl> {
  static void dispatch(worker_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case worker_impl::count_primes_tag::number: {
        mentat::accepted_call<worker_impl::count_primes_tag> call(unit);
        return self.count_primes_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{"worker", mentat::kind::regular,
                                                         0x3386b0328bb77accull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<worker_impl::count_primes_tag>("count_primes"),
  };
};
auto worker_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<worker_impl>();
}
MENTAT_REGISTER_CLASS(worker_impl)

template <>
struct mentat::server<adder_impl> {
  static void dispatch(adder_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case adder_impl::add_tag::number: {
        mentat::accepted_call<adder_impl::add_tag> call(unit);
        return self.add_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{"adder", mentat::kind::regular,
                                                         0xae2bbc474c2621efull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<adder_impl::add_tag>("add"),
  };
};
auto adder_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<adder_impl>();
}
MENTAT_REGISTER_CLASS(adder_impl)

int main(int argc, char** argv) { return mentat::run_main(argc, argv, &mentat_main); }
