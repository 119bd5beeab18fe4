// Translated by mplc VERSION.
// Producers and consumers around a buffer smaller than the number of items. The guards of its
// mselect accept put() while the buffer has room, and get() while it has an item; no locks.
#include <mentat/server.h>
#include <mentat/main.h>

#include <deque>
#include <iostream>

class buffer_impl__;
using buffer = mentat::handle__<buffer_impl__>;
class buffer_impl__ {
 public:
  explicit buffer_impl__(int room = 4) : room_(room) {}

  void put_body__([[maybe_unused]] mentat::rtf_sink__<void>& mentat_rtf__, int value) {
    values_.push_back(value);
  }
  void get_body__(mentat::rtf_sink__<int>& mentat_rtf__) {
    const int value = values_.front();
    values_.pop_front();
    return mentat_rtf__(value);
  }
  void fullest_body__(mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(fullest_); }

  void serve() {
    for (;;) {
      switch (
          mentat::select__ mentat_select__;
          (static_cast<void>((static_cast<int>(values_.size()) < room_) &&
                             mentat_select__.enable_operation__<buffer_impl__::put_tag__>(1)),
           static_cast<void>((!values_.empty()) &&
                             mentat_select__.enable_operation__<buffer_impl__::get_tag__>(2)),
           static_cast<void>(mentat_select__.enable_operation__<buffer_impl__::fullest_tag__>(3)),
           mentat_select__.block_predicate__())) {
        case 1: {
          mentat_select__.serve__();
          if (static_cast<int>(values_.size()) > fullest_)
            fullest_ = static_cast<int>(values_.size());
          break;
        }
        case 2: {
          mentat_select__.serve__();
          break;
        }
        case 3: {
          mentat_select__.serve__();
          break;
        }
        default:
          break;
      };
    }
  }

 private:
  int room_;
  int fullest_ = 0;
  std::deque<int> values_;

 public:
  using put_tag__ = mentat::method__<buffer_impl__, 0xca1c640bu, void(int)>;
  void put(int value) {
    mentat::local_call__<put_tag__> call__;
    put_body__(call__.rtf__(), value);
    return call__.take__();
  }
  using get_tag__ = mentat::method__<buffer_impl__, 0xbcabfdacu, int()>;
  int get() {
    mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
  using fullest_tag__ = mentat::method__<buffer_impl__, 0x738c3595u, int()>;
  int fullest() {
    mentat::local_call__<fullest_tag__> call__;
    fullest_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_constructor_0__ = mentat::constructor__<buffer_impl__, 0, int>;
  static mentat::construction__<mentat_constructor_0__> mentat_constructor__(int room = 4) {
    return mentat::construction__<mentat_constructor_0__>::of__(room);
  }
  using mentat_lifetime__ = mentat::lifetime__<0x0000000000000000, true>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : mentat::mentat_object__ {
    void put(int value, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<put_tag__>(value, place__);
    }
    int get(mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<get_tag__>(place__);
    }
    int fullest(mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<fullest_tag__>(place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

class producer_impl__;
using producer = mentat::handle__<producer_impl__>;
class producer_impl__ {
 public:
  void produce_body__(mentat::rtf_sink__<int>& mentat_rtf__, buffer into, int first, int count) {
    for (int i = 0; i < count; ++i) into.invoke_fn__<buffer_impl__::put_tag__>(first + i);
    return mentat_rtf__(count);
  }

 public:
  using produce_tag__ = mentat::method__<producer_impl__, 0x84d43ee2u, int(buffer, int, int)>;
  int produce(buffer into, int first, int count) {
    mentat::local_call__<produce_tag__> call__;
    produce_body__(call__.rtf__(), static_cast<decltype(into)&&>(into), first, count);
    return call__.take__();
  }
  struct mentat_stubs__ : mentat::mentat_object__ {
    int produce(buffer into, int first, int count,
                mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<produce_tag__>(static_cast<decltype(into)&&>(into), first, count, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

class consumer_impl__;
using consumer = mentat::handle__<consumer_impl__>;
class consumer_impl__ {
 public:
  void consume_body__(mentat::rtf_sink__<long>& mentat_rtf__, buffer from, int count) {
    long sum = 0;
    for (int i = 0; i < count; ++i) {
      int value;
      mentat::rv_scope__ mentat_scope_value__(value);
      mentat::RV_INSERT__(value) = from.invoke_fn__<buffer_impl__::get_tag__>();
      sum += mentat::RESOLVE__(value);
    }
    return mentat_rtf__(sum);
  }

 public:
  using consume_tag__ = mentat::method__<consumer_impl__, 0x589cc172u, long(buffer, int)>;
  long consume(buffer from, int count) {
    mentat::local_call__<consume_tag__> call__;
    consume_body__(call__.rtf__(), static_cast<decltype(from)&&>(from), count);
    return call__.take__();
  }
  struct mentat_stubs__ : mentat::mentat_object__ {
    long consume(buffer from, int count, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<consume_tag__>(static_cast<decltype(from)&&>(from), count, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

int mentat_main__(int, char**) {
  const int parties = 4, each = 250;
  buffer b;
  mentat::create(b, 8);
  producer p;
  consumer c;
  int produced[parties];
  mentat::rv_scope__ mentat_scope_produced__(produced);
  long consumed[parties];
  mentat::rv_scope__ mentat_scope_consumed__(consumed);
  for (int i = 0; i < parties; ++i)
    mentat::RV_INSERT__(produced[i]) =
        p.invoke_fn__<producer_impl__::produce_tag__>(b, i * each, each);
  for (int i = 0; i < parties; ++i)
    mentat::RV_INSERT__(consumed[i]) = c.invoke_fn__<consumer_impl__::consume_tag__>(b, each);

  int put = 0;
  long sum = 0;
  mentat::RESOLVE__(produced);
  mentat::RESOLVE__(consumed);
  for (int i = 0; i < parties; ++i) {
    put += produced[i];
    sum += consumed[i];
  }
  int fullest;
  mentat::rv_scope__ mentat_scope_fullest__(fullest);
  mentat::RV_INSERT__(fullest) = b.invoke_fn__<buffer_impl__::fullest_tag__>();
  std::cout << put << " values went through a buffer with room for 8; their sum is " << sum << "\n"
            << "it was " << (mentat::RESOLVE__(fullest) <= 8 ? "never" : "once")
            << " fuller than that\n";
  return 0;
}

template <>
struct mentat::server__<buffer_impl__> {
  static void dispatch__(buffer_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case buffer_impl__::put_tag__::number__: {
        mentat::accepted_call__<buffer_impl__::put_tag__> call__(unit__);
        return self__.put_body__(call__.rtf__(), call__.argument__<0>());
      }
      case buffer_impl__::get_tag__::number__: {
        mentat::accepted_call__<buffer_impl__::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      case buffer_impl__::fullest_tag__::number__: {
        mentat::accepted_call__<buffer_impl__::fullest_tag__> call__(unit__);
        return self__.fullest_body__(call__.rtf__());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static void serve__(buffer_impl__& self__) { self__.mentat_serve__(); }
  static constexpr mentat::class_description__ description__{"buffer", mentat::kind__::persistent__,
                                                             0xdd9548b79dcb8e47ull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<buffer_impl__::put_tag__>("put"),
      mentat::describe__<buffer_impl__::get_tag__>("get"),
      mentat::describe__<buffer_impl__::fullest_tag__>("fullest"),
  };
  static constexpr mentat::constructor_description__ constructors__[] = {
      mentat::describe_constructor__<buffer_impl__::mentat_constructor_0__>(),
  };
};
auto buffer_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<buffer_impl__>();
}
MENTAT_REGISTER_CLASS(buffer_impl__)

template <>
struct mentat::server__<producer_impl__> {
  static void dispatch__(producer_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case producer_impl__::produce_tag__::number__: {
        mentat::accepted_call__<producer_impl__::produce_tag__> call__(unit__);
        return self__.produce_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>(),
                                     call__.argument__<2>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{"producer", mentat::kind__::regular__,
                                                             0x3baef6d2fc76f220ull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<producer_impl__::produce_tag__>("produce"),
  };
};
auto producer_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<producer_impl__>();
}
MENTAT_REGISTER_CLASS(producer_impl__)

template <>
struct mentat::server__<consumer_impl__> {
  static void dispatch__(consumer_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case consumer_impl__::consume_tag__::number__: {
        mentat::accepted_call__<consumer_impl__::consume_tag__> call__(unit__);
        return self__.consume_body__(call__.rtf__(), call__.argument__<0>(),
                                     call__.argument__<1>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{"consumer", mentat::kind__::regular__,
                                                             0x22211c5f13d358b3ull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<consumer_impl__::consume_tag__>("consume"),
  };
};
auto consumer_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<consumer_impl__>();
}
MENTAT_REGISTER_CLASS(consumer_impl__)

int main(int argc__, char** argv__) { return mentat::run_main__(argc__, argv__, &mentat_main__); }
