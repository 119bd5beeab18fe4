#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "nested_class.mpl.cc"
#include <mentat/mpl.h>

struct factory {
  class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
   public:
    enum class state { idle, busy };
    void work_body(::mentat::rtf_sink<state>& mentat_rtf, int n) { return mentat_rtf(n > 0 ? state::busy : state::idle); }
#line 12 "nested_class.cc"
   public:
    using work_tag = ::mentat::method<worker_impl, 0x333fee40u, state(int)>;
    state work(int n) {
      ::mentat::local_call<work_tag> call;
      work_body(call.rtf(), n);
      return call.take();
    }
    struct mentat_stubs : ::mentat::mentat_object {
      using state = worker_impl::state;
      state work(int n) const { return call_fn<work_tag>(n); }
    };
    static const ::mentat::class_info& mentat_class();
#line 8 "nested_class.mpl.cc"
  };
  worker hand;
};

int mentat_main(int, char**) {
  factory f;
  factory::worker_impl::state s; ::mentat::rv_scope mentat_scope_s(s); ::mentat::RV_INSERT(s) = f.hand.invoke_fn<::factory::worker_impl::work_tag>(1);
  return ::mentat::RESOLVE(s) == factory::worker_impl::state::busy ? 0 : 1;
}
#line 35 "nested_class.cc"
template <> struct mentat::server<::factory::worker_impl> {
  static void dispatch(::factory::worker_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::factory::worker_impl::work_tag::number: {
        ::mentat::accepted_call<::factory::worker_impl::work_tag> call(unit);
        return self.work_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "factory::worker", ::mentat::kind::regular, 0x322445378cafb31aull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::factory::worker_impl::work_tag>("work", "nested_class.mpl.cc:7"),
  };
};
auto ::factory::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::factory::worker_impl>();
}
MENTAT_REGISTER_CLASS(::factory::worker_impl)
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
