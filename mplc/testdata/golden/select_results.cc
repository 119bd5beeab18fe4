// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "select_results.mpl.cc"
// Result variables and Mentat calls in guards, durations, arguments and statements of an mselect.
#include <mentat/mpl.h>

#include <chrono>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int times) { return mentat_rtf__(n * times); }
  void row_body__(::mentat::rtf_sink__<std::vector<int>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<int>(n)); }
#line 15 "select_results.cc"
 public:
  using op_tag__ = ::mentat::method__<worker_impl__, 0x85cc9a13u, int(int, int)>;
  static int op_default_1__() { return 2; }
  int op(int n, int times = op_default_1__()) {
    ::mentat::local_call__<op_tag__> call__;
    op_body__(call__.rtf__(), n, times);
    return call__.take__();
  }
  using row_tag__ = ::mentat::method__<worker_impl__, 0x1f5679b0u, std::vector<int>(int)>;
  std::vector<int> row(int n) {
    ::mentat::local_call__<row_tag__> call__;
    row_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int op(int n, int times = op_default_1__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<op_tag__>(n, times, place__);
    }
    std::vector<int> row(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<row_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 11 "select_results.mpl.cc"
};

class store_impl__; using store = ::mentat::handle__<store_impl__>; class store_impl__ {
 public:
  void put_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) { return mentat_rtf__(total_ += n); }
  void get_body__(::mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(total_); }
  void run_body__(::mentat::rtf_sink__<int>& mentat_rtf__, worker A, int rounds) {
    int limit; ::mentat::rv_scope__ mentat_scope_limit__(limit); ::mentat::RV_INSERT__(limit) = A.invoke_fn__<::worker_impl__::op_tag__>(rounds, ::worker_impl__::op_default_1__());
    int late; ::mentat::rv_scope__ mentat_scope_late__(late); ::mentat::RV_INSERT__(late) = A.invoke_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__()); int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int here; ::mentat::rv_scope__ mentat_scope_here__(here); ::mentat::RV_INSERT__(here) = A.invoke_fn__<::worker_impl__::op_tag__>(i, ::worker_impl__::op_default_1__());
      switch (::mentat::select__ mentat_select__; (static_cast<void>((total_ < ::mentat::RESOLVE__(limit)) && mentat_select__.enable_operation__<::store_impl__::put_tag__>(1)), static_cast<void>((::mentat::RESOLVE__(late) > 3 && A.call_fn__<::worker_impl__::op_tag__>(4, ::worker_impl__::op_default_1__()) < 9) && mentat_select__.enable_operation__<::store_impl__::get_tag__>(2)), mentat_select__.enable_after__(3, std::chrono::milliseconds(::mentat::RESOLVE__(limit) + A.call_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__()))), static_cast<void>((i > 5) && mentat_select__.enable_else__(4)), mentat_select__.block_predicate__())) {
        case 1: { int n = mentat_select__.argument__<::store_impl__::put_tag__, 0>(); mentat_select__.serve__();
          ::mentat::RV_INSERT__(late) = A.invoke_fn__<::worker_impl__::op_tag__>(n, ::mentat::PRV_TO_ARG__(here));
          sum += limit;
          break; }
        case 2: { mentat_select__.serve__();
          ::mentat::RV_INSERT__(late) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(late), ::worker_impl__::op_default_1__());
          continue; }
        case 3: {
          ::mentat::RV_DELETE__(here) = sum;
          ::mentat::RESOLVE__(late); for (int k = 0; k < 9; ++k) sum += late;
          break; }
        case 4: { return mentat_rtf__(::mentat::PRV_TO_ARG__(late)); }
      default: break; };
      sum += ::mentat::RESOLVE__(here);
    }
    mentat_rtf__(A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(late), sum));
  }
  void last_body__(::mentat::rtf_sink__<int>& mentat_rtf__, worker A) {
    std::vector<int> row; ::mentat::rv_scope__ mentat_scope_row__(row);
    ::mentat::RV_INSERT__(row) = A.invoke_fn__<::worker_impl__::row_tag__>(3);
    switch (::mentat::select__ mentat_select__; (static_cast<void>((::mentat::RESOLVE__(row).size() > 2) && mentat_select__.enable_operation__<::store_impl__::put_tag__>(1)), static_cast<void>((!::mentat::RESOLVE__(row).empty()) && mentat_select__.enable_operation__<::store_impl__::get_tag__>(2)), mentat_select__.block_predicate__())) {
      case 1: { int n = mentat_select__.argument__<::store_impl__::put_tag__, 0>(); mentat_select__.serve__(); ::mentat::RV_INSERT__(row) = A.invoke_fn__<::worker_impl__::row_tag__>(n); break; }
      case 2: { mentat_select__.serve__(); return mentat_rtf__(row[0]); }
    default: break; };
    return mentat_rtf__(::mentat::RESOLVE__(row)[1]);
  }

 private:
  int total_ = 0;
#line 81 "select_results.cc"
 public:
  using put_tag__ = ::mentat::method__<store_impl__, 0xbe7936f4u, int(int)>;
  int put(int n) {
    ::mentat::local_call__<put_tag__> call__;
    put_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using get_tag__ = ::mentat::method__<store_impl__, 0xae29e607u, int()>;
  int get() {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
  using run_tag__ = ::mentat::method__<store_impl__, 0x0eff4fdeu, int(worker, int)>;
  int run(worker A, int rounds) {
    ::mentat::local_call__<run_tag__> call__;
    run_body__(call__.rtf__(), static_cast<decltype(A)&&>(A), rounds);
    return call__.take__();
  }
  using last_tag__ = ::mentat::method__<store_impl__, 0xee073307u, int(worker)>;
  int last(worker A) {
    ::mentat::local_call__<last_tag__> call__;
    last_body__(call__.rtf__(), static_cast<decltype(A)&&>(A));
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int put(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_tag__>(n, place__);
    }
    int get(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<get_tag__>(place__);
    }
    int run(worker A, int rounds, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<run_tag__>(static_cast<decltype(A)&&>(A), rounds, place__);
    }
    int last(worker A, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<last_tag__>(static_cast<decltype(A)&&>(A), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 52 "select_results.mpl.cc"
};
#line 125 "select_results.cc"
template <> struct mentat::server__<::worker_impl__> {
  static void dispatch__(::worker_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::worker_impl__::op_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::op_tag__> call__(unit__);
        return self__.op_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::worker_impl__::row_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::row_tag__> call__(unit__);
        return self__.row_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "worker", ::mentat::kind__::regular__, 0x081cf610afe4432dull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "select_results.mpl.cc:9"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "select_results.mpl.cc:10"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
template <> struct mentat::server__<::store_impl__> {
  static void dispatch__(::store_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::store_impl__::put_tag__::number__: {
        ::mentat::accepted_call__<::store_impl__::put_tag__> call__(unit__);
        return self__.put_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::store_impl__::get_tag__::number__: {
        ::mentat::accepted_call__<::store_impl__::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      case ::store_impl__::run_tag__::number__: {
        ::mentat::accepted_call__<::store_impl__::run_tag__> call__(unit__);
        return self__.run_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::store_impl__::last_tag__::number__: {
        ::mentat::accepted_call__<::store_impl__::last_tag__> call__(unit__);
        return self__.last_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "store", ::mentat::kind__::persistent__, 0x62415e8abb5e073full, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::store_impl__::put_tag__>("put", "select_results.mpl.cc:15"),
      ::mentat::describe__<::store_impl__::get_tag__>("get", "select_results.mpl.cc:16"),
      ::mentat::describe__<::store_impl__::run_tag__>("run", "select_results.mpl.cc:17"),
      ::mentat::describe__<::store_impl__::last_tag__>("last", "select_results.mpl.cc:40"),
  };
};
auto ::store_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::store_impl__>();
}
MENTAT_REGISTER_CLASS(::store_impl__)
