// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "nested_select.mpl.cc"
// An mselect in an entry of another, and one in a function that is not called remotely.
#include <mentat/mpl.h>

class lock_impl__; using lock = ::mentat::handle__<lock_impl__>; class lock_impl__ {
 public:
  void lock_shared_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int by) { readers_ += by; }
  void unlock_shared_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { --readers_; }
  void lock_alone_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { alone_ = true; }
  void unlock_alone_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { alone_ = false; }
  void serve() {
    for (;;) switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::lock_impl__::lock_shared_tag__>(1)), static_cast<void>(mentat_select__.enable_operation__<::lock_impl__::lock_alone_tag__>(2)), mentat_select__.block_predicate__())) {
      case 1: { int by = mentat_select__.argument__<::lock_impl__::lock_shared_tag__, 0>(); mentat_select__.serve__();
        for (int open = by; open > 0;) {
          switch (::mentat::select__ mentat_select__; (static_cast<void>((open < by + 9) && mentat_select__.enable_operation__<::lock_impl__::lock_shared_tag__>(1)), static_cast<void>(mentat_select__.enable_operation__<::lock_impl__::unlock_shared_tag__>(2)), mentat_select__.block_predicate__())) {
            case 1: { int more = mentat_select__.argument__<::lock_impl__::lock_shared_tag__, 0>(); mentat_select__.serve__(); open += more; continue; }
            case 2: { mentat_select__.serve__(); --open; break; }
          default: break; };
        }
        break; }
      case 2: { mentat_select__.serve__(); wait_for_unlock(); break; }
    default: break; }
  }

 private:
  void wait_for_unlock() {
    switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::lock_impl__::unlock_alone_tag__>(1)), mentat_select__.enable_else__(2), mentat_select__.block_predicate__())) { case 1: { mentat_select__.serve__(); break; } case 2: { throw 1; } default: break; };
  }

  int readers_ = 0;
  bool alone_ = false;
#line 35 "nested_select.cc"
 public:
  using lock_shared_tag__ = ::mentat::method__<lock_impl__, 0x8364c330u, void(int)>;
  void lock_shared(int by) {
    ::mentat::local_call__<lock_shared_tag__> call__;
    lock_shared_body__(call__.rtf__(), by);
    return call__.take__();
  }
  using unlock_shared_tag__ = ::mentat::method__<lock_impl__, 0xfcdaab9bu, void()>;
  void unlock_shared() {
    ::mentat::local_call__<unlock_shared_tag__> call__;
    unlock_shared_body__(call__.rtf__());
    return call__.take__();
  }
  using lock_alone_tag__ = ::mentat::method__<lock_impl__, 0xf425c1deu, void()>;
  void lock_alone() {
    ::mentat::local_call__<lock_alone_tag__> call__;
    lock_alone_body__(call__.rtf__());
    return call__.take__();
  }
  using unlock_alone_tag__ = ::mentat::method__<lock_impl__, 0xa9ef774fu, void()>;
  void unlock_alone() {
    ::mentat::local_call__<unlock_alone_tag__> call__;
    unlock_alone_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void lock_shared(int by, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<lock_shared_tag__>(by, place__);
    }
    void unlock_shared(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<unlock_shared_tag__>(place__);
    }
    void lock_alone(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<lock_alone_tag__>(place__);
    }
    void unlock_alone(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<unlock_alone_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 31 "nested_select.mpl.cc"
};
#line 80 "nested_select.cc"
template <> struct mentat::server__<::lock_impl__> {
  static void dispatch__(::lock_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::lock_impl__::lock_shared_tag__::number__: {
        ::mentat::accepted_call__<::lock_impl__::lock_shared_tag__> call__(unit__);
        return self__.lock_shared_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::lock_impl__::unlock_shared_tag__::number__: {
        ::mentat::accepted_call__<::lock_impl__::unlock_shared_tag__> call__(unit__);
        return self__.unlock_shared_body__(call__.rtf__());
      }
      case ::lock_impl__::lock_alone_tag__::number__: {
        ::mentat::accepted_call__<::lock_impl__::lock_alone_tag__> call__(unit__);
        return self__.lock_alone_body__(call__.rtf__());
      }
      case ::lock_impl__::unlock_alone_tag__::number__: {
        ::mentat::accepted_call__<::lock_impl__::unlock_alone_tag__> call__(unit__);
        return self__.unlock_alone_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static void serve__(::lock_impl__& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__{
      "lock", ::mentat::kind__::persistent__, 0x14c7f416cd5b6995ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::lock_impl__::lock_shared_tag__>("lock_shared", "nested_select.mpl.cc:6"),
      ::mentat::describe__<::lock_impl__::unlock_shared_tag__>("unlock_shared", "nested_select.mpl.cc:7"),
      ::mentat::describe__<::lock_impl__::lock_alone_tag__>("lock_alone", "nested_select.mpl.cc:8"),
      ::mentat::describe__<::lock_impl__::unlock_alone_tag__>("unlock_alone", "nested_select.mpl.cc:9"),
  };
};
auto ::lock_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::lock_impl__>();
}
MENTAT_REGISTER_CLASS(::lock_impl__)
