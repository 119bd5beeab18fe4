#include <mentat/server.h>
#line 1 "never_answers.mpl.cc"
// A function that gives back nothing, on any path, does not use its sink.
#include <mentat/mpl.h>

class judge_impl; using judge = ::mentat::handle<judge_impl>; class judge_impl {
 public:
  void refuse_body([[maybe_unused]] ::mentat::rtf_sink<int>& mentat_rtf, int n) { throw n; }
  void weigh_body(::mentat::rtf_sink<int>& mentat_rtf, int n) {
    if (n > 0) mentat_rtf(n);
    else throw n;
  }
#line 14 "never_answers.cc"
 public:
  using refuse_tag = ::mentat::method<judge_impl, 0x94484a59u, int(int)>;
  int refuse(int n) {
    ::mentat::local_call<refuse_tag> call;
    refuse_body(call.rtf(), n);
    return call.take();
  }
  using weigh_tag = ::mentat::method<judge_impl, 0x383f6251u, int(int)>;
  int weigh(int n) {
    ::mentat::local_call<weigh_tag> call;
    weigh_body(call.rtf(), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int refuse(int n) const { return call_fn<refuse_tag>(n); }
    int weigh(int n) const { return call_fn<weigh_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 11 "never_answers.mpl.cc"
};
#line 35 "never_answers.cc"
template <> struct mentat::server<::judge_impl> {
  static void dispatch(::judge_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::judge_impl::refuse_tag::number: {
        ::mentat::accepted_call<::judge_impl::refuse_tag> call(unit);
        return self.refuse_body(call.rtf(), call.argument<0>());
      }
      case ::judge_impl::weigh_tag::number: {
        ::mentat::accepted_call<::judge_impl::weigh_tag> call(unit);
        return self.weigh_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "judge", ::mentat::kind::regular, 0x2d0dec045e0b74a5ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::judge_impl::refuse_tag>("refuse", "never_answers.mpl.cc:6"),
      ::mentat::describe<::judge_impl::weigh_tag>("weigh", "never_answers.mpl.cc:7"),
  };
};
auto ::judge_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::judge_impl>();
}
MENTAT_REGISTER_CLASS(::judge_impl)
