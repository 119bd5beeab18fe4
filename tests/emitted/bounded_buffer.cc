// Producers and consumers around a buffer that is smaller than what goes through it. The buffer
// accepts put() while it has room, and get() while it has something: the guards of its mselect say
// so, and nobody writes a lock.
#include <mentat/server.h>
#include <mentat/main.h>

#include <deque>
#include <iostream>

class buffer_impl;
using buffer = mentat::handle<buffer_impl>;
class buffer_impl {
 public:
  explicit buffer_impl(int room = 4) : room_(room) {}

  void put_body([[maybe_unused]] mentat::rtf_sink<void>& mentat_rtf, int value) {
    values_.push_back(value);
  }
  void get_body(mentat::rtf_sink<int>& mentat_rtf) {
    const int value = values_.front();
    values_.pop_front();
    return mentat_rtf(value);
  }
  void fullest_body(mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(fullest_); }

  void serve() {
    for (;;) {
      switch (mentat::select mentat_select;
              (static_cast<void>((static_cast<int>(values_.size()) < room_) &&
                                 mentat_select.enable_operation<buffer_impl::put_tag>(1)),
               static_cast<void>((!values_.empty()) &&
                                 mentat_select.enable_operation<buffer_impl::get_tag>(2)),
               static_cast<void>(mentat_select.enable_operation<buffer_impl::fullest_tag>(3)),
               mentat_select.block_predicate())) {
        case 1: {
          mentat_select.serve();
          if (static_cast<int>(values_.size()) > fullest_)
            fullest_ = static_cast<int>(values_.size());
          break;
        }
        case 2: {
          mentat_select.serve();
          break;
        }
        case 3: {
          mentat_select.serve();
          break;
        }
      };
    }
  }

 private:
  int room_;
  int fullest_ = 0;
  std::deque<int> values_;

 public:
  using put_tag = mentat::method<buffer_impl, 0xca1c640bu, void(int)>;
  void put(int value) {
    mentat::local_call<put_tag> call;
    put_body(call.rtf(), value);
    return call.take();
  }
  using get_tag = mentat::method<buffer_impl, 0xbcabfdacu, int()>;
  int get() {
    mentat::local_call<get_tag> call;
    get_body(call.rtf());
    return call.take();
  }
  using fullest_tag = mentat::method<buffer_impl, 0x738c3595u, int()>;
  int fullest() {
    mentat::local_call<fullest_tag> call;
    fullest_body(call.rtf());
    return call.take();
  }
  using mentat_constructor_0 = mentat::constructor<buffer_impl, 0, int>;
  static mentat::construction<mentat_constructor_0> mentat_constructor(int room = 4) {
    return mentat::construction<mentat_constructor_0>::of(room);
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : mentat::mentat_object {
    void put(int value) const { return call_fn<put_tag>(value); }
    int get() const { return call_fn<get_tag>(); }
    int fullest() const { return call_fn<fullest_tag>(); }
  };
  static const mentat::class_info& mentat_class();
};

class producer_impl;
using producer = mentat::handle<producer_impl>;
class producer_impl {
 public:
  void produce_body(mentat::rtf_sink<int>& mentat_rtf, buffer into, int first, int count) {
    for (int i = 0; i < count; ++i) into.invoke_fn<buffer_impl::put_tag>(first + i);
    return mentat_rtf(count);
  }

 public:
  using produce_tag = mentat::method<producer_impl, 0x84d43ee2u, int(buffer, int, int)>;
  int produce(buffer into, int first, int count) {
    mentat::local_call<produce_tag> call;
    produce_body(call.rtf(), static_cast<buffer&&>(into), first, count);
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    int produce(buffer into, int first, int count) const {
      return call_fn<produce_tag>(static_cast<buffer&&>(into), first, count);
    }
  };
  static const mentat::class_info& mentat_class();
};

class consumer_impl;
using consumer = mentat::handle<consumer_impl>;
class consumer_impl {
 public:
  void consume_body(mentat::rtf_sink<long>& mentat_rtf, buffer from, int count) {
    long sum = 0;
    for (int i = 0; i < count; ++i) {
      int value;
      mentat::rv_scope mentat_scope_value(value);
      mentat::RV_INSERT(value) = from.invoke_fn<buffer_impl::get_tag>();
      sum += mentat::RESOLVE(value);
    }
    return mentat_rtf(sum);
  }

 public:
  using consume_tag = mentat::method<consumer_impl, 0x589cc172u, long(buffer, int)>;
  long consume(buffer from, int count) {
    mentat::local_call<consume_tag> call;
    consume_body(call.rtf(), static_cast<buffer&&>(from), count);
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    long consume(buffer from, int count) const {
      return call_fn<consume_tag>(static_cast<buffer&&>(from), count);
    }
  };
  static const mentat::class_info& mentat_class();
};

int mentat_main(int, char**) {
  const int parties = 4, each = 250;
  buffer b;
  mentat::create(b, 8);
  producer p;
  consumer c;
  int produced[parties];
  mentat::rv_scope mentat_scope_produced(produced);
  long consumed[parties];
  mentat::rv_scope mentat_scope_consumed(consumed);
  for (int i = 0; i < parties; ++i)
    mentat::RV_INSERT(produced[i]) = p.invoke_fn<producer_impl::produce_tag>(b, i * each, each);
  for (int i = 0; i < parties; ++i)
    mentat::RV_INSERT(consumed[i]) = c.invoke_fn<consumer_impl::consume_tag>(b, each);

  int put = 0;
  long sum = 0;
  mentat::RESOLVE(produced);
  mentat::RESOLVE(consumed);
  for (int i = 0; i < parties; ++i) {
    put += produced[i];
    sum += consumed[i];
  }
  int fullest;
  mentat::rv_scope mentat_scope_fullest(fullest);
  mentat::RV_INSERT(fullest) = b.invoke_fn<buffer_impl::fullest_tag>();
  std::cout << put << " values went through a buffer with room for 8; their sum is " << sum << "\n"
            << "it was " << (mentat::RESOLVE(fullest) <= 8 ? "never" : "once")
            << " fuller than that\n";
  return 0;
}

template <>
struct mentat::server<buffer_impl> {
  static void dispatch(buffer_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case buffer_impl::put_tag::number: {
        mentat::accepted_call<buffer_impl::put_tag> call(unit);
        return self.put_body(call.rtf(), call.argument<0>());
      }
      case buffer_impl::get_tag::number: {
        mentat::accepted_call<buffer_impl::get_tag> call(unit);
        return self.get_body(call.rtf());
      }
      case buffer_impl::fullest_tag::number: {
        mentat::accepted_call<buffer_impl::fullest_tag> call(unit);
        return self.fullest_body(call.rtf());
      }
    }
    mentat::no_such_function(unit);
  }
  static void serve(buffer_impl& self) { self.mentat_serve(); }
  static constexpr mentat::class_description description{"buffer", mentat::kind::persistent,
                                                         0xdd9548b79dcb8e47ull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<buffer_impl::put_tag>("put"),
      mentat::describe<buffer_impl::get_tag>("get"),
      mentat::describe<buffer_impl::fullest_tag>("fullest"),
  };
  static constexpr mentat::constructor_description constructors[] = {
      mentat::describe_constructor<buffer_impl::mentat_constructor_0>(),
  };
};
auto buffer_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<buffer_impl>();
}
MENTAT_REGISTER_CLASS(buffer_impl)

template <>
struct mentat::server<producer_impl> {
  static void dispatch(producer_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case producer_impl::produce_tag::number: {
        mentat::accepted_call<producer_impl::produce_tag> call(unit);
        return self.produce_body(call.rtf(), call.argument<0>(), call.argument<1>(),
                                 call.argument<2>());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{"producer", mentat::kind::regular,
                                                         0x3baef6d2fc76f220ull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<producer_impl::produce_tag>("produce"),
  };
};
auto producer_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<producer_impl>();
}
MENTAT_REGISTER_CLASS(producer_impl)

template <>
struct mentat::server<consumer_impl> {
  static void dispatch(consumer_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case consumer_impl::consume_tag::number: {
        mentat::accepted_call<consumer_impl::consume_tag> call(unit);
        return self.consume_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{"consumer", mentat::kind::regular,
                                                         0x22211c5f13d358b3ull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<consumer_impl::consume_tag>("consume"),
  };
};
auto consumer_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<consumer_impl>();
}
MENTAT_REGISTER_CLASS(consumer_impl)

int main(int argc, char** argv) { return mentat::run_main(argc, argv, &mentat_main); }
