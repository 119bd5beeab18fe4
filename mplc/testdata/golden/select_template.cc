#include <mentat/server.h>
#line 1 "select_template.mpl.cc"
// mselect in a class template; functions of a base.
#include <mentat/mpl.h>

#include <vector>

template <class T, int limit> class channel_impl; template <class T, int limit> using channel = ::mentat::handle<channel_impl<T, limit>>; template <class T, int limit>
class channel_impl {
 public:
  void put_256a92b2_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, const T& value) { values_.push_back(value); }
  void put_06bf3caa_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, const std::vector<T>& values) { for (const T& value : values) values_.push_back(value); }
  void get_body(::mentat::rtf_sink<T>& mentat_rtf) {
    T value = values_.back();
    values_.pop_back();
    return mentat_rtf(static_cast<decltype(value)&&>(value));
  }
  void serve() {
    for (;;) {
      switch (::mentat::select mentat_select; (static_cast<void>((values_.size() < limit) && mentat_select.enable_operation<typename ::channel_impl<T, limit>::put_256a92b2_tag>(1)), static_cast<void>((values_.empty()) && mentat_select.enable_operation<typename ::channel_impl<T, limit>::put_06bf3caa_tag>(2)), static_cast<void>((!values_.empty()) && mentat_select.enable_operation<typename ::channel_impl<T, limit>::get_tag>(3)), mentat_select.block_predicate())) {
        case 1: { const T value = mentat_select.argument<typename ::channel_impl<T, limit>::put_256a92b2_tag, 0>(); mentat_select.serve(); last_ = value; break; }
        case 2: { const std::vector<T> all = mentat_select.argument<typename ::channel_impl<T, limit>::put_06bf3caa_tag, 0>(); mentat_select.serve(); last_ = all[0]; break; }
        case 3: { mentat_select.serve(); break; }
      };
    }
  }

 private:
  std::vector<T> values_;
  T last_{};
#line 32 "select_template.cc"
 public:
  using put_256a92b2_tag = ::mentat::method<channel_impl, 0x418fcfa3u, void(const T&)>;
  void put(const T& value) {
    ::mentat::local_call<put_256a92b2_tag> call;
    put_256a92b2_body(call.rtf(), value);
    return call.take();
  }
  using put_06bf3caa_tag = ::mentat::method<channel_impl, 0x12418736u, void(const std::vector<T>&)>;
  void put(const std::vector<T>& values) {
    ::mentat::local_call<put_06bf3caa_tag> call;
    put_06bf3caa_body(call.rtf(), values);
    return call.take();
  }
  using get_tag = ::mentat::method<channel_impl, 0xd8110fceu, T()>;
  T get() {
    ::mentat::local_call<get_tag> call;
    get_body(call.rtf());
    return call.take();
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : ::mentat::mentat_object {
    void put(const T& value) const { return call_fn<put_256a92b2_tag>(value); }
    void put(const std::vector<T>& values) const { return call_fn<put_06bf3caa_tag>(values); }
    T get() const { return call_fn<get_tag>(); }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<channel_impl>(); }
#line 29 "select_template.mpl.cc"
};

class base_impl; using base = ::mentat::handle<base_impl>; class base_impl {
 public:
  virtual void next_body(::mentat::rtf_sink<int>& mentat_rtf, int step) { return mentat_rtf(count_ += step); }
  void reset_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf) { count_ = 0; }
  void serve() {
    for (;;) switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::base_impl::next_tag>(1)), static_cast<void>(mentat_select.enable_operation<::base_impl::reset_tag>(2)), mentat_select.block_predicate())) { case 1: { mentat_select.serve(); break; } case 2: { mentat_select.serve(); break; } };
  }

 protected:
  int count_ = 0;
#line 72 "select_template.cc"
 public:
  using next_tag = ::mentat::method<base_impl, 0xf19a4356u, int(int)>;
  int next(int step) {
    ::mentat::local_call<next_tag> call;
    next_body(call.rtf(), step);
    return call.take();
  }
  int next_local(int step) {
    ::mentat::local_call<next_tag> call;
    base_impl::next_body(call.rtf(), step);
    return call.take();
  }
  using reset_tag = ::mentat::method<base_impl, 0x934a1d18u, void()>;
  void reset() {
    ::mentat::local_call<reset_tag> call;
    reset_body(call.rtf());
    return call.take();
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : ::mentat::mentat_object {
    int next(int step) const { return call_fn<next_tag>(step); }
    void reset() const { return call_fn<reset_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 41 "select_template.mpl.cc"
};

class derived_impl; using derived = ::mentat::handle<derived_impl>; class derived_impl : public base_impl {
 public:
  void next_body(::mentat::rtf_sink<int>& mentat_rtf, int step) override {
    switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::base_impl::reset_tag>(1)), static_cast<void>(mentat_select.enable_operation<::derived_impl::next_tag>(2)), mentat_select.block_predicate())) {
      case 1: { mentat_select.serve(); break; }
      case 2: { int s = mentat_select.argument<::derived_impl::next_tag, 0>(); mentat_select.serve(); step += s; break; }
    };
    return mentat_rtf(step);
  }
#line 109 "select_template.cc"
 public:
  using next_tag = ::mentat::method<derived_impl, 0xf19a4356u, int(int)>;
  int next(int step) {
    ::mentat::local_call<next_tag> call;
    next_body(call.rtf(), step);
    return call.take();
  }
  int next_local(int step) {
    ::mentat::local_call<next_tag> call;
    derived_impl::next_body(call.rtf(), step);
    return call.take();
  }
  struct mentat_stubs : ::mentat::handle<base_impl> {
    int next(int step) const { return call_fn<next_tag>(step); }
  };
  static const ::mentat::class_info& mentat_class();
#line 52 "select_template.mpl.cc"
};

class quiet_impl; using quiet = ::mentat::handle<quiet_impl>; class quiet_impl : public base_impl {
 public:
  void one_body(::mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(1); }
  void serve() {
    switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::quiet_impl::one_tag>(1)), mentat_select.block_predicate())) { case 1: { mentat_select.serve(); break; } };
  }
#line 135 "select_template.cc"
 public:
  using one_tag = ::mentat::method<quiet_impl, 0xbbc21accu, int()>;
  int one() {
    ::mentat::local_call<one_tag> call;
    one_body(call.rtf());
    return call.take();
  }
  void mentat_serve() { serve(); }
  struct mentat_stubs : ::mentat::handle<base_impl> {
    int one() const { return call_fn<one_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 60 "select_template.mpl.cc"
};
#line 150 "select_template.cc"
template <class T, int limit>
struct mentat::server<::channel_impl<T, limit>> {
  static void dispatch(::channel_impl<T, limit>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::channel_impl<T, limit>::put_256a92b2_tag::number: {
        ::mentat::accepted_call<typename ::channel_impl<T, limit>::put_256a92b2_tag> call(unit);
        return self.put_256a92b2_body(call.rtf(), call.template argument<0>());
      }
      case ::channel_impl<T, limit>::put_06bf3caa_tag::number: {
        ::mentat::accepted_call<typename ::channel_impl<T, limit>::put_06bf3caa_tag> call(unit);
        return self.put_06bf3caa_body(call.rtf(), call.template argument<0>());
      }
      case ::channel_impl<T, limit>::get_tag::number: {
        ::mentat::accepted_call<typename ::channel_impl<T, limit>::get_tag> call(unit);
        return self.get_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static void serve(::channel_impl<T, limit>& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::channel_impl<T, limit>>(::mentat::kind::persistent, 0xf52868601c311d8aull, nullptr);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::channel_impl<T, limit>::put_256a92b2_tag>("put", "select_template.mpl.cc:9"),
      ::mentat::describe<typename ::channel_impl<T, limit>::put_06bf3caa_tag>("put", "select_template.mpl.cc:10"),
      ::mentat::describe<typename ::channel_impl<T, limit>::get_tag>("get", "select_template.mpl.cc:11"),
  };
};
template <> struct mentat::server<::base_impl> {
  static void dispatch(::base_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::base_impl::next_tag::number: {
        ::mentat::accepted_call<::base_impl::next_tag> call(unit);
        return self.next_body(call.rtf(), call.argument<0>());
      }
      case ::base_impl::reset_tag::number: {
        ::mentat::accepted_call<::base_impl::reset_tag> call(unit);
        return self.reset_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static void serve(::base_impl& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description{
      "base", ::mentat::kind::persistent, 0x5b99599ba8440616ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::base_impl::next_tag>("next", "select_template.mpl.cc:33"),
      ::mentat::describe<::base_impl::reset_tag>("reset", "select_template.mpl.cc:34"),
  };
};
auto ::base_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::base_impl>();
}
MENTAT_REGISTER_CLASS(::base_impl)
template <> struct mentat::server<::derived_impl> {
  static void dispatch(::derived_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::derived_impl::next_tag::number: {
        ::mentat::accepted_call<::derived_impl::next_tag> call(unit);
        return self.next_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::server<::base_impl>::dispatch(self, unit);
  }
  static void serve(::derived_impl& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description{
      "derived", ::mentat::kind::persistent, 0xbb3f9552194f3d8bull, &::mentat::server<::base_impl>::description};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::derived_impl::next_tag>("next", "select_template.mpl.cc:45"),
  };
};
auto ::derived_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::derived_impl>();
}
MENTAT_REGISTER_CLASS(::derived_impl)
template <> struct mentat::server<::quiet_impl> {
  static void dispatch(::quiet_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::quiet_impl::one_tag::number: {
        ::mentat::accepted_call<::quiet_impl::one_tag> call(unit);
        return self.one_body(call.rtf());
      }
    }
    ::mentat::server<::base_impl>::dispatch(self, unit);
  }
  static void serve(::quiet_impl& self) { self.mentat_serve(); }
  static constexpr ::mentat::class_description description{
      "quiet", ::mentat::kind::persistent, 0x0b083366b724cb76ull, &::mentat::server<::base_impl>::description};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::quiet_impl::one_tag>("one", "select_template.mpl.cc:56"),
  };
};
auto ::quiet_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::quiet_impl>();
}
MENTAT_REGISTER_CLASS(::quiet_impl)
