#include <mentat/server.h>
#line 1 "select_results.mpl.cc"
// Result variables and Mentat calls in guards, durations, arguments and statements of an mselect.
#include <mentat/mpl.h>

#include <chrono>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int times) { return mentat_rtf(n * times); }
  void row_body(::mentat::rtf_sink<std::vector<int>>& mentat_rtf, int n) { return mentat_rtf(std::vector<int>(n)); }
#line 14 "select_results.cc"
 public:
  using op_tag = ::mentat::method<worker_impl, 0x85cc9a13u, int(int, int)>;
  static int op_default_1() { return 2; }
  int op(int n, int times = op_default_1()) {
    ::mentat::local_call<op_tag> call;
    op_body(call.rtf(), n, times);
    return call.take();
  }
  using row_tag = ::mentat::method<worker_impl, 0x1f5679b0u, std::vector<int>(int)>;
  std::vector<int> row(int n) {
    ::mentat::local_call<row_tag> call;
    row_body(call.rtf(), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int op(int n, int times = op_default_1()) const { return call_fn<op_tag>(n, times); }
    std::vector<int> row(int n) const { return call_fn<row_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 11 "select_results.mpl.cc"
};

class store_impl; using store = ::mentat::handle<store_impl>; class store_impl {
 public:
  void put_body(::mentat::rtf_sink<int>& mentat_rtf, int n) { return mentat_rtf(total_ += n); }
  void get_body(::mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(total_); }
  void run_body(::mentat::rtf_sink<int>& mentat_rtf, worker A, int rounds) {
    int limit; ::mentat::rv_scope mentat_scope_limit(limit); ::mentat::RV_INSERT(limit) = A.invoke_fn<::worker_impl::op_tag>(rounds, ::worker_impl::op_default_1());
    int late; ::mentat::rv_scope mentat_scope_late(late); ::mentat::RV_INSERT(late) = A.invoke_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1()); int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int here; ::mentat::rv_scope mentat_scope_here(here); ::mentat::RV_INSERT(here) = A.invoke_fn<::worker_impl::op_tag>(i, ::worker_impl::op_default_1());
      switch (::mentat::select mentat_select; (static_cast<void>((total_ < ::mentat::RESOLVE(limit)) && mentat_select.enable_operation<::store_impl::put_tag>(1)), static_cast<void>((::mentat::RESOLVE(late) > 3 && A.call_fn<::worker_impl::op_tag>(4, ::worker_impl::op_default_1()) < 9) && mentat_select.enable_operation<::store_impl::get_tag>(2)), mentat_select.enable_after(3, std::chrono::milliseconds(::mentat::RESOLVE(limit) + A.call_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1()))), static_cast<void>((i > 5) && mentat_select.enable_else(4)), mentat_select.block_predicate())) {
        case 1: { int n = mentat_select.argument<::store_impl::put_tag, 0>(); mentat_select.serve();
          ::mentat::RV_INSERT(late) = A.invoke_fn<::worker_impl::op_tag>(n, ::mentat::PRV_TO_ARG(here));
          sum += limit;
          break; }
        case 2: { mentat_select.serve();
          ::mentat::RV_INSERT(late) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(late), ::worker_impl::op_default_1());
          continue; }
        case 3: {
          ::mentat::RV_DELETE(here) = sum;
          ::mentat::RESOLVE(late); for (int k = 0; k < 9; ++k) sum += late;
          break; }
        case 4: { return mentat_rtf(::mentat::PRV_TO_ARG(late)); }
      };
      sum += ::mentat::RESOLVE(here);
    }
    mentat_rtf(A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(late), sum));
  }
  void last_body(::mentat::rtf_sink<int>& mentat_rtf, worker A) {
    std::vector<int> row; ::mentat::rv_scope mentat_scope_row(row);
    ::mentat::RV_INSERT(row) = A.invoke_fn<::worker_impl::row_tag>(3);
    switch (::mentat::select mentat_select; (static_cast<void>((::mentat::RESOLVE(row).size() > 2) && mentat_select.enable_operation<::store_impl::put_tag>(1)), static_cast<void>((!::mentat::RESOLVE(row).empty()) && mentat_select.enable_operation<::store_impl::get_tag>(2)), mentat_select.block_predicate())) {
      case 1: { int n = mentat_select.argument<::store_impl::put_tag, 0>(); mentat_select.serve(); ::mentat::RV_INSERT(row) = A.invoke_fn<::worker_impl::row_tag>(n); break; }
      case 2: { mentat_select.serve(); return mentat_rtf(row[0]); }
    };
    return mentat_rtf(::mentat::RESOLVE(row)[1]);
  }

 private:
  int total_ = 0;
#line 76 "select_results.cc"
 public:
  using put_tag = ::mentat::method<store_impl, 0xbe7936f4u, int(int)>;
  int put(int n) {
    ::mentat::local_call<put_tag> call;
    put_body(call.rtf(), n);
    return call.take();
  }
  using get_tag = ::mentat::method<store_impl, 0xae29e607u, int()>;
  int get() {
    ::mentat::local_call<get_tag> call;
    get_body(call.rtf());
    return call.take();
  }
  using run_tag = ::mentat::method<store_impl, 0x0eff4fdeu, int(worker, int)>;
  int run(worker A, int rounds) {
    ::mentat::local_call<run_tag> call;
    run_body(call.rtf(), static_cast<worker&&>(A), rounds);
    return call.take();
  }
  using last_tag = ::mentat::method<store_impl, 0xee073307u, int(worker)>;
  int last(worker A) {
    ::mentat::local_call<last_tag> call;
    last_body(call.rtf(), static_cast<worker&&>(A));
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int put(int n) const { return call_fn<put_tag>(n); }
    int get() const { return call_fn<get_tag>(); }
    int run(worker A, int rounds) const {
      return call_fn<run_tag>(static_cast<worker&&>(A), rounds);
    }
    int last(worker A) const { return call_fn<last_tag>(static_cast<worker&&>(A)); }
  };
  static const ::mentat::class_info& mentat_class();
#line 52 "select_results.mpl.cc"
};
#line 113 "select_results.cc"
template <> struct mentat::server<::worker_impl> {
  static void dispatch(::worker_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::worker_impl::op_tag::number: {
        ::mentat::accepted_call<::worker_impl::op_tag> call(unit);
        return self.op_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::worker_impl::row_tag::number: {
        ::mentat::accepted_call<::worker_impl::row_tag> call(unit);
        return self.row_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "worker", ::mentat::kind::regular, 0x081cf610afe4432dull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::worker_impl::op_tag>("op", "select_results.mpl.cc:9"),
      ::mentat::describe<::worker_impl::row_tag>("row", "select_results.mpl.cc:10"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
template <> struct mentat::server<::store_impl> {
  static void dispatch(::store_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::store_impl::put_tag::number: {
        ::mentat::accepted_call<::store_impl::put_tag> call(unit);
        return self.put_body(call.rtf(), call.argument<0>());
      }
      case ::store_impl::get_tag::number: {
        ::mentat::accepted_call<::store_impl::get_tag> call(unit);
        return self.get_body(call.rtf());
      }
      case ::store_impl::run_tag::number: {
        ::mentat::accepted_call<::store_impl::run_tag> call(unit);
        return self.run_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::store_impl::last_tag::number: {
        ::mentat::accepted_call<::store_impl::last_tag> call(unit);
        return self.last_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "store", ::mentat::kind::persistent, 0x62415e8abb5e073full, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::store_impl::put_tag>("put", "select_results.mpl.cc:15"),
      ::mentat::describe<::store_impl::get_tag>("get", "select_results.mpl.cc:16"),
      ::mentat::describe<::store_impl::run_tag>("run", "select_results.mpl.cc:17"),
      ::mentat::describe<::store_impl::last_tag>("last", "select_results.mpl.cc:40"),
  };
};
auto ::store_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::store_impl>();
}
MENTAT_REGISTER_CLASS(::store_impl)
