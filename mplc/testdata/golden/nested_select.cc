#include <mentat/server.h>
#line 1 "nested_select.mpl.cc"
// An mselect in an entry of another, and one in a function that is not called remotely.
#include <mentat/mpl.h>

class lock_impl; using lock = ::mentat::handle<lock_impl>; class lock_impl {
 public:
  void lock_shared_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int by) { readers_ += by; }
  void unlock_shared_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf) { --readers_; }
  void lock_alone_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf) { alone_ = true; }
  void unlock_alone_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf) { alone_ = false; }
  void serve() {
    for (;;) switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::lock_impl::lock_shared_tag>(1)), static_cast<void>(mentat_select.enable_operation<::lock_impl::lock_alone_tag>(2)), mentat_select.block_predicate())) {
      case 1: { int by = mentat_select.argument<::lock_impl::lock_shared_tag, 0>(); mentat_select.serve();
        for (int open = by; open > 0;) {
          switch (::mentat::select mentat_select; (static_cast<void>((open < by + 9) && mentat_select.enable_operation<::lock_impl::lock_shared_tag>(1)), static_cast<void>(mentat_select.enable_operation<::lock_impl::unlock_shared_tag>(2)), mentat_select.block_predicate())) {
            case 1: { int more = mentat_select.argument<::lock_impl::lock_shared_tag, 0>(); mentat_select.serve(); open += more; continue; }
            case 2: { mentat_select.serve(); --open; break; }
          };
        }
        break; }
      case 2: { mentat_select.serve(); wait_for_unlock(); break; }
    }
  }

 private:
  void wait_for_unlock() {
    switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::lock_impl::unlock_alone_tag>(1)), mentat_select.enable_else(2), mentat_select.block_predicate())) { case 1: { mentat_select.serve(); break; } case 2: { throw 1; } };
  }

  int readers_ = 0;
  bool alone_ = false;
#line 34 "nested_select.cc"
 public:
  using lock_shared_tag = ::mentat::method<lock_impl, 0x8364c330u, void(int)>;
  void lock_shared(int by) {
    ::mentat::local_call<lock_shared_tag> call;
    lock_shared_body(call.rtf(), by);
    return call.take();
  }
  using unlock_shared_tag = ::mentat::method<lock_impl, 0xfcdaab9bu, void()>;
  void unlock_shared() {
    ::mentat::local_call<unlock_shared_tag> call;
    unlock_shared_body(call.rtf());
    return call.take();
  }
  using lock_alone_tag = ::mentat::method<lock_impl, 0xf425c1deu, void()>;
  void lock_alone() {
    ::mentat::local_call<lock_alone_tag> call;
    lock_alone_body(call.rtf());
    return call.take();
  }
  using unlock_alone_tag = ::mentat::method<lock_impl, 0xa9ef774fu, void()>;
  void unlock_alone() {
    ::mentat::local_call<unlock_alone_tag> call;
    unlock_alone_body(call.rtf());
    return call.take();
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : ::mentat::mentat_object {
    void lock_shared(int by) const { return call_fn<lock_shared_tag>(by); }
    void unlock_shared() const { return call_fn<unlock_shared_tag>(); }
    void lock_alone() const { return call_fn<lock_alone_tag>(); }
    void unlock_alone() const { return call_fn<unlock_alone_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 31 "nested_select.mpl.cc"
};
#line 70 "nested_select.cc"
template <> struct mentat::server<::lock_impl> {
  static void dispatch(::lock_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::lock_impl::lock_shared_tag::number: {
        ::mentat::accepted_call<::lock_impl::lock_shared_tag> call(unit);
        return self.lock_shared_body(call.rtf(), call.argument<0>());
      }
      case ::lock_impl::unlock_shared_tag::number: {
        ::mentat::accepted_call<::lock_impl::unlock_shared_tag> call(unit);
        return self.unlock_shared_body(call.rtf());
      }
      case ::lock_impl::lock_alone_tag::number: {
        ::mentat::accepted_call<::lock_impl::lock_alone_tag> call(unit);
        return self.lock_alone_body(call.rtf());
      }
      case ::lock_impl::unlock_alone_tag::number: {
        ::mentat::accepted_call<::lock_impl::unlock_alone_tag> call(unit);
        return self.unlock_alone_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static void serve(::lock_impl& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description{
      "lock", ::mentat::kind::persistent, 0x14c7f416cd5b6995ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::lock_impl::lock_shared_tag>("lock_shared", "nested_select.mpl.cc:6"),
      ::mentat::describe<::lock_impl::unlock_shared_tag>("unlock_shared", "nested_select.mpl.cc:7"),
      ::mentat::describe<::lock_impl::lock_alone_tag>("lock_alone", "nested_select.mpl.cc:8"),
      ::mentat::describe<::lock_impl::unlock_alone_tag>("unlock_alone", "nested_select.mpl.cc:9"),
  };
};
auto ::lock_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::lock_impl>();
}
MENTAT_REGISTER_CLASS(::lock_impl)
