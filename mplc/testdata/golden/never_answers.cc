// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "never_answers.mpl.cc"
// A function that gives back nothing, on any path, does not use its sink.
#include <mentat/mpl.h>

class judge_impl__; using judge = ::mentat::handle__<judge_impl__>; class judge_impl__ {
 public:
  void refuse_body__([[maybe_unused]] ::mentat::rtf_sink__<int>& mentat_rtf__, int n) { throw n; }
  void weigh_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) {
    if (n > 0) mentat_rtf__(n);
    else throw n;
  }
#line 15 "never_answers.cc"
 public:
  using refuse_tag__ = ::mentat::method__<judge_impl__, 0x94484a59u, int(int)>;
  int refuse(int n) {
    ::mentat::local_call__<refuse_tag__> call__;
    refuse_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using weigh_tag__ = ::mentat::method__<judge_impl__, 0x383f6251u, int(int)>;
  int weigh(int n) {
    ::mentat::local_call__<weigh_tag__> call__;
    weigh_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int refuse(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<refuse_tag__>(n, place__);
    }
    int weigh(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<weigh_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 11 "never_answers.mpl.cc"
};
#line 40 "never_answers.cc"
template <> struct mentat::server__<::judge_impl__> {
  static void dispatch__(::judge_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::judge_impl__::refuse_tag__::number__: {
        ::mentat::accepted_call__<::judge_impl__::refuse_tag__> call__(unit__);
        return self__.refuse_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::judge_impl__::weigh_tag__::number__: {
        ::mentat::accepted_call__<::judge_impl__::weigh_tag__> call__(unit__);
        return self__.weigh_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "judge", ::mentat::kind__::regular__, 0x2d0dec045e0b74a5ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::judge_impl__::refuse_tag__>("refuse", "never_answers.mpl.cc:6"),
      ::mentat::describe__<::judge_impl__::weigh_tag__>("weigh", "never_answers.mpl.cc:7"),
  };
};
auto ::judge_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::judge_impl__>();
}
MENTAT_REGISTER_CLASS(::judge_impl__)
