// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "select_times.mpl.cc"
// mafter and melse, with and without guards; entries that conditions take out.
#include <mentat/mpl.h>

#include <chrono>

using namespace std::chrono_literals;

class poll_impl__; using poll = ::mentat::handle__<poll_impl__>; class poll_impl__ {
 public:
  void ask_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int a, const int& b) const { return mentat_rtf__(a + b); }
  void serve() {
    while (misses_ < 3) {
      switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::poll_impl__::ask_tag__>(1)), mentat_select__.enable_else__(2), mentat_select__.block_predicate__())) { case 1: { int a = mentat_select__.argument__<::poll_impl__::ask_tag__, 0>(); const int b = mentat_select__.argument__<::poll_impl__::ask_tag__, 1>(); mentat_select__.serve__(); seen_ = a; static_assert(sizeof(b) > 0); break; } case 2: { ++misses_; break; } default: break; };
      switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::poll_impl__::ask_tag__>(1)), mentat_select__.enable_after__(3, 5ms), static_cast<void>((misses_ > 1) && mentat_select__.enable_after__(4, 5ms + 1s)), static_cast<void>((misses_ == 9) && mentat_select__.enable_else__(5)), mentat_select__.block_predicate__())) {
        case 1: { mentat_select__.serve__(); break; }
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
      default: break; };
    }
  }

 private:
  int misses_ = 0, seen_ = 0;
#line 38 "select_times.cc"
 public:
  using ask_tag__ = ::mentat::method__<poll_impl__, 0xd070be46u, int(int, const int&)>;
  int ask(int a, const int& b) const {
    ::mentat::local_call__<ask_tag__> call__;
    ask_body__(call__.rtf__(), a, b);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int ask(int a, const int& b, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<ask_tag__>(a, b, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 34 "select_times.mpl.cc"
};
#line 56 "select_times.cc"
template <> struct mentat::server__<::poll_impl__> {
  static void dispatch__(::poll_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::poll_impl__::ask_tag__::number__: {
        ::mentat::accepted_call__<::poll_impl__::ask_tag__> call__(unit__);
        return self__.ask_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static void serve__(::poll_impl__& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__{
      "poll", ::mentat::kind__::persistent__, 0x7c8d2bf08b86575bull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::poll_impl__::ask_tag__>("ask", "select_times.mpl.cc:10"),
  };
};
auto ::poll_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::poll_impl__>();
}
MENTAT_REGISTER_CLASS(::poll_impl__)
