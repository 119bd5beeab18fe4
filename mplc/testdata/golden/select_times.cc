#include <mentat/server.h>
#line 1 "select_times.mpl.cc"
// mafter and melse, with and without guards; entries that conditions take out.
#include <mentat/mpl.h>

#include <chrono>

using namespace std::chrono_literals;

class poll_impl; using poll = ::mentat::handle<poll_impl>; class poll_impl {
 public:
  void ask_body(::mentat::rtf_sink<int>& mentat_rtf, int a, const int& b) const { return mentat_rtf(a + b); }
  void serve() {
    while (misses_ < 3) {
      switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::poll_impl::ask_tag>(1)), mentat_select.enable_else(2), mentat_select.block_predicate())) { case 1: { int a = mentat_select.argument<::poll_impl::ask_tag, 0>(); const int b = mentat_select.argument<::poll_impl::ask_tag, 1>(); mentat_select.serve(); seen_ = a; static_assert(sizeof(b) > 0); break; } case 2: { ++misses_; break; } };
      switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::poll_impl::ask_tag>(1)), mentat_select.enable_after(3, 5ms), static_cast<void>((misses_ > 1) && mentat_select.enable_after(4, 5ms + 1s)), static_cast<void>((misses_ == 9) && mentat_select.enable_else(5)), mentat_select.block_predicate())) {
        case 1: { mentat_select.serve(); break; }
#if defined(NEVER)
        : maccept never(); break;
#endif
        case 3: { ++misses_; break; }
#ifndef NEVER
        
            case 4: { return; }
#endif
        case 5: { {
          ++misses_;
          break;
        } }
      };
    }
  }

 private:
  int misses_ = 0, seen_ = 0;
#line 37 "select_times.cc"
 public:
  using ask_tag = ::mentat::method<poll_impl, 0xd070be46u, int(int, const int&)>;
  int ask(int a, const int& b) const {
    ::mentat::local_call<ask_tag> call;
    ask_body(call.rtf(), a, b);
    return call.take();
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : ::mentat::mentat_object {
    int ask(int a, const int& b) const { return call_fn<ask_tag>(a, b); }
  };
  static const ::mentat::class_info& mentat_class();
#line 34 "select_times.mpl.cc"
};
#line 52 "select_times.cc"
template <> struct mentat::server<::poll_impl> {
  static void dispatch(::poll_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::poll_impl::ask_tag::number: {
        ::mentat::accepted_call<::poll_impl::ask_tag> call(unit);
        return self.ask_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static void serve(::poll_impl& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description{
      "poll", ::mentat::kind::persistent, 0x7c8d2bf08b86575bull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::poll_impl::ask_tag>("ask", "select_times.mpl.cc:10"),
  };
};
auto ::poll_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::poll_impl>();
}
MENTAT_REGISTER_CLASS(::poll_impl)
