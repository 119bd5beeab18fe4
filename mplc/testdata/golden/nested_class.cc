// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "nested_class.mpl.cc"
#include <mentat/mpl.h>

struct factory {
  class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
   public:
    enum class state { idle, busy };
    void work_body__(::mentat::rtf_sink__<state>& mentat_rtf__, int n) { return mentat_rtf__(n > 0 ? state::busy : state::idle); }
#line 14 "nested_class.cc"
   public:
    using work_tag__ = ::mentat::method__<worker_impl__, 0x333fee40u, state(int)>;
    state work(int n) {
      ::mentat::local_call__<work_tag__> call__;
      work_body__(call__.rtf__(), n);
      return call__.take__();
    }
    struct mentat_stubs__ : ::mentat::mentat_object__ {
      using state = worker_impl__::state;
      state work(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
        return call_fn__<work_tag__>(n, place__);
      }
    };
    static const ::mentat::class_info__& mentat_class__();
#line 8 "nested_class.mpl.cc"
  };
  worker hand;
};

int mentat_main__(int, char**) {
  factory f;
  factory::worker_impl__::state s; ::mentat::rv_scope__ mentat_scope_s__(s); ::mentat::RV_INSERT__(s) = f.hand.invoke_fn__<::factory::worker_impl__::work_tag__>(1);
  return ::mentat::RESOLVE__(s) == factory::worker_impl__::state::busy ? 0 : 1;
}
#line 39 "nested_class.cc"
template <> struct mentat::server__<::factory::worker_impl__> {
  static void dispatch__(::factory::worker_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::factory::worker_impl__::work_tag__::number__: {
        ::mentat::accepted_call__<::factory::worker_impl__::work_tag__> call__(unit__);
        return self__.work_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "factory::worker", ::mentat::kind__::regular__, 0x322445378cafb31aull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::factory::worker_impl__::work_tag__>("work", "nested_class.mpl.cc:7"),
  };
};
auto ::factory::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::factory::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::factory::worker_impl__)
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
