// Translated by mplc VERSION.
// Fan-out and fan-in, in the keywords of the Mentat papers: k workers count primes, and adders sum
// the counts.
#include <mentat/server.h>
#include <mentat/main.h>

#include <cstdlib>
#include <iostream>
#include <vector>

class worker_impl__;
using worker = mentat::handle__<worker_impl__>;
class worker_impl__ {
 public:
  void count_primes_body__(mentat::rtf_sink__<int>& mentat_rtf__, int begin, int end) {
    int found = 0;
    for (int number = begin; number < end; ++number) {
      found += is_prime(number) ? 1 : 0;
    }
    mentat_rtf__(found);
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
  using count_primes_tag__ = mentat::method__<worker_impl__, 0xc892fa1au, int(int, int)>;
  int count_primes(int begin, int end) {
    mentat::local_call__<count_primes_tag__> call__;
    count_primes_body__(call__.rtf__(), begin, end);
    return call__.take__();
  }
  struct mentat_stubs__ : mentat::mentat_object__ {
    int count_primes(int begin, int end, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<count_primes_tag__>(begin, end, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

class adder_impl__;
using adder = mentat::handle__<adder_impl__>;
class adder_impl__ {
 public:
  void add_body__(mentat::rtf_sink__<int>& mentat_rtf__, int a, int b) { mentat_rtf__(a + b); }

 public:
  using add_tag__ = mentat::method__<adder_impl__, 0x1a6d4f0du, int(int, int)>;
  int add(int a, int b) {
    mentat::local_call__<add_tag__> call__;
    add_body__(call__.rtf__(), a, b);
    return call__.take__();
  }
  struct mentat_stubs__ : mentat::mentat_object__ {
    int add(int a, int b, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<add_tag__>(a, b, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

int mentat_main__(int argc, char** argv) {
  const int workers = argc > 1 ? std::atoi(argv[1]) : 8;
  const int share = 25000;
  if (argc > 2 || workers < 1 || workers > 10000) {
    std::cerr << "fan_out: usage: fan_out [WORKERS], a number from 1 to 10000\n";
    return 2;
  }

  worker counter;
  adder sum;
  std::vector<int> found(workers);
  mentat::rv_scope_all__ mentat_elements_found__(found);
  for (int i = 0; i < workers; ++i) {
    mentat::RV_INSERT__(found[i]) =
        counter.invoke_fn__<worker_impl__::count_primes_tag__>(i * share, (i + 1) * share);
  }
  int total = 0;
  mentat::rv_scope__ mentat_scope_total__(total);
  for (int i = 0; i < workers; ++i) {
    mentat::RV_INSERT__(total) = sum.invoke_fn__<adder_impl__::add_tag__>(
        mentat::PRV_TO_ARG__(total), mentat::PRV_TO_ARG__(found[i]));
  }

  std::cout << workers << " workers found " << mentat::RESOLVE__(total) << " primes below "
            << workers * share << "\n";
  return 0;
}

template <>
struct mentat::server__<worker_impl__> {
  static void dispatch__(worker_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case worker_impl__::count_primes_tag__::number__: {
        mentat::accepted_call__<worker_impl__::count_primes_tag__> call__(unit__);
        return self__.count_primes_body__(call__.rtf__(), call__.argument__<0>(),
                                          call__.argument__<1>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{"worker", mentat::kind__::regular__,
                                                             0x3386b0328bb77accull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<worker_impl__::count_primes_tag__>("count_primes"),
  };
};
auto worker_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<worker_impl__>();
}
MENTAT_REGISTER_CLASS(worker_impl__)

template <>
struct mentat::server__<adder_impl__> {
  static void dispatch__(adder_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case adder_impl__::add_tag__::number__: {
        mentat::accepted_call__<adder_impl__::add_tag__> call__(unit__);
        return self__.add_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{"adder", mentat::kind__::regular__,
                                                             0xae2bbc474c2621efull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<adder_impl__::add_tag__>("add"),
  };
};
auto adder_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<adder_impl__>();
}
MENTAT_REGISTER_CLASS(adder_impl__)

int main(int argc__, char** argv__) { return mentat::run_main__(argc__, argv__, &mentat_main__); }
