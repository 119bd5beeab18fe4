// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "select_template.mpl.cc"
// mselect in a class template; functions of a base.
#include <mentat/mpl.h>

#include <vector>

template <class T, int limit> class channel_impl__; template <class T, int limit> using channel = ::mentat::handle__<channel_impl__<T, limit>>; template <class T, int limit>
class channel_impl__ {
 public:
  void put_256a92b2_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, const T& value) { values_.push_back(value); }
  void put_06bf3caa_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, const std::vector<T>& values) { for (const T& value : values) values_.push_back(value); }
  void get_body__(::mentat::rtf_sink__<T>& mentat_rtf__) {
    T value = values_.back();
    values_.pop_back();
    return mentat_rtf__(static_cast<decltype(value)&&>(value));
  }
  void serve() {
    for (;;) {
      switch (::mentat::select__ mentat_select__; (static_cast<void>((values_.size() < limit) && mentat_select__.enable_operation__<typename ::channel_impl__<T, limit>::put_256a92b2_tag__>(1)), static_cast<void>((values_.empty()) && mentat_select__.enable_operation__<typename ::channel_impl__<T, limit>::put_06bf3caa_tag__>(2)), static_cast<void>((!values_.empty()) && mentat_select__.enable_operation__<typename ::channel_impl__<T, limit>::get_tag__>(3)), mentat_select__.block_predicate__())) {
        case 1: { const T value = mentat_select__.argument__<typename ::channel_impl__<T, limit>::put_256a92b2_tag__, 0>(); mentat_select__.serve__(); last_ = value; break; }
        case 2: { const std::vector<T> all = mentat_select__.argument__<typename ::channel_impl__<T, limit>::put_06bf3caa_tag__, 0>(); mentat_select__.serve__(); last_ = all[0]; break; }
        case 3: { mentat_select__.serve__(); break; }
      default: break; };
    }
  }

 private:
  std::vector<T> values_;
  T last_{};
#line 33 "select_template.cc"
 public:
  using put_256a92b2_tag__ = ::mentat::method__<channel_impl__, 0x418fcfa3u, void(const T&)>;
  void put(const T& value) {
    ::mentat::local_call__<put_256a92b2_tag__> call__;
    put_256a92b2_body__(call__.rtf__(), value);
    return call__.take__();
  }
  using put_06bf3caa_tag__ = ::mentat::method__<channel_impl__, 0x12418736u, void(const std::vector<T>&)>;
  void put(const std::vector<T>& values) {
    ::mentat::local_call__<put_06bf3caa_tag__> call__;
    put_06bf3caa_body__(call__.rtf__(), values);
    return call__.take__();
  }
  using get_tag__ = ::mentat::method__<channel_impl__, 0xd8110fceu, T()>;
  T get() {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void put(const T& value, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_256a92b2_tag__>(value, place__);
    }
    void put(const std::vector<T>& values, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_06bf3caa_tag__>(values, place__);
    }
    T get(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<get_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<channel_impl__>(); }
#line 29 "select_template.mpl.cc"
};

class base_impl__; using base = ::mentat::handle__<base_impl__>; class base_impl__ {
 public:
  virtual void next_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int step) { return mentat_rtf__(count_ += step); }
  void reset_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { count_ = 0; }
  void serve() {
    for (;;) switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::base_impl__::next_tag__>(1)), static_cast<void>(mentat_select__.enable_operation__<::base_impl__::reset_tag__>(2)), mentat_select__.block_predicate__())) { case 1: { mentat_select__.serve__(); break; } case 2: { mentat_select__.serve__(); break; } default: break; };
  }

 protected:
  int count_ = 0;
#line 80 "select_template.cc"
 public:
  using next_tag__ = ::mentat::method__<base_impl__, 0xf19a4356u, int(int)>;
  int next(int step) {
    ::mentat::local_call__<next_tag__> call__;
    next_body__(call__.rtf__(), step);
    return call__.take__();
  }
  int next_local__(int step) {
    ::mentat::local_call__<next_tag__> call__;
    base_impl__::next_body__(call__.rtf__(), step);
    return call__.take__();
  }
  using reset_tag__ = ::mentat::method__<base_impl__, 0x934a1d18u, void()>;
  void reset() {
    ::mentat::local_call__<reset_tag__> call__;
    reset_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int next(int step, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<next_tag__>(step, place__);
    }
    void reset(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<reset_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 41 "select_template.mpl.cc"
};

class derived_impl__; using derived = ::mentat::handle__<derived_impl__>; class derived_impl__ : public base_impl__ {
 public:
  void next_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int step) override {
    switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::base_impl__::reset_tag__>(1)), static_cast<void>(mentat_select__.enable_operation__<::derived_impl__::next_tag__>(2)), mentat_select__.block_predicate__())) {
      case 1: { mentat_select__.serve__(); break; }
      case 2: { int s = mentat_select__.argument__<::derived_impl__::next_tag__, 0>(); mentat_select__.serve__(); step += s; break; }
    default: break; };
    return mentat_rtf__(step);
  }
#line 122 "select_template.cc"
 public:
  using next_tag__ = ::mentat::method__<derived_impl__, 0xf19a4356u, int(int)>;
  int next(int step) {
    ::mentat::local_call__<next_tag__> call__;
    next_body__(call__.rtf__(), step);
    return call__.take__();
  }
  int next_local__(int step) {
    ::mentat::local_call__<next_tag__> call__;
    derived_impl__::next_body__(call__.rtf__(), step);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  struct mentat_stubs__ : ::mentat::handle__<base_impl__> {
    int next(int step, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<next_tag__>(step, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 52 "select_template.mpl.cc"
};

class quiet_impl__; using quiet = ::mentat::handle__<quiet_impl__>; class quiet_impl__ : public base_impl__ {
 public:
  void one_body__(::mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(1); }
  void serve() {
    switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::quiet_impl__::one_tag__>(1)), mentat_select__.block_predicate__())) { case 1: { mentat_select__.serve__(); break; } default: break; };
  }
#line 151 "select_template.cc"
 public:
  using one_tag__ = ::mentat::method__<quiet_impl__, 0xbbc21accu, int()>;
  int one() {
    ::mentat::local_call__<one_tag__> call__;
    one_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  void mentat_serve__() { serve(); }
  struct mentat_stubs__ : ::mentat::handle__<base_impl__> {
    int one(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<one_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 60 "select_template.mpl.cc"
};
#line 169 "select_template.cc"
template <class T, int limit>
struct mentat::server__<::channel_impl__<T, limit>> {
  static void dispatch__(::channel_impl__<T, limit>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::channel_impl__<T, limit>::put_256a92b2_tag__::number__: {
        ::mentat::accepted_call__<typename ::channel_impl__<T, limit>::put_256a92b2_tag__> call__(unit__);
        return self__.put_256a92b2_body__(call__.rtf__(), call__.template argument__<0>());
      }
      case ::channel_impl__<T, limit>::put_06bf3caa_tag__::number__: {
        ::mentat::accepted_call__<typename ::channel_impl__<T, limit>::put_06bf3caa_tag__> call__(unit__);
        return self__.put_06bf3caa_body__(call__.rtf__(), call__.template argument__<0>());
      }
      case ::channel_impl__<T, limit>::get_tag__::number__: {
        ::mentat::accepted_call__<typename ::channel_impl__<T, limit>::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static void serve__(::channel_impl__<T, limit>& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::channel_impl__<T, limit>>(::mentat::kind__::persistent__, 0xf52868601c311d8aull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::channel_impl__<T, limit>::put_256a92b2_tag__>("put", "select_template.mpl.cc:9"),
      ::mentat::describe__<typename ::channel_impl__<T, limit>::put_06bf3caa_tag__>("put", "select_template.mpl.cc:10"),
      ::mentat::describe__<typename ::channel_impl__<T, limit>::get_tag__>("get", "select_template.mpl.cc:11"),
  };
};
template <> struct mentat::server__<::base_impl__> {
  static void dispatch__(::base_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::base_impl__::next_tag__::number__: {
        ::mentat::accepted_call__<::base_impl__::next_tag__> call__(unit__);
        return self__.next_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::base_impl__::reset_tag__::number__: {
        ::mentat::accepted_call__<::base_impl__::reset_tag__> call__(unit__);
        return self__.reset_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static void serve__(::base_impl__& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__{
      "base", ::mentat::kind__::persistent__, 0x5b99599ba8440616ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::base_impl__::next_tag__>("next", "select_template.mpl.cc:33"),
      ::mentat::describe__<::base_impl__::reset_tag__>("reset", "select_template.mpl.cc:34"),
  };
};
auto ::base_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::base_impl__>();
}
MENTAT_REGISTER_CLASS(::base_impl__)
template <> struct mentat::server__<::derived_impl__> {
  static void dispatch__(::derived_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::derived_impl__::next_tag__::number__: {
        ::mentat::accepted_call__<::derived_impl__::next_tag__> call__(unit__);
        return self__.next_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::server__<::base_impl__>::dispatch__(self__, unit__);
  }
  static void serve__(::derived_impl__& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__{
      "derived", ::mentat::kind__::persistent__, 0xbb3f9552194f3d8bull, &::mentat::server__<::base_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::derived_impl__::next_tag__>("next", "select_template.mpl.cc:45"),
  };
};
auto ::derived_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::derived_impl__>();
}
MENTAT_REGISTER_CLASS(::derived_impl__)
template <> struct mentat::server__<::quiet_impl__> {
  static void dispatch__(::quiet_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::quiet_impl__::one_tag__::number__: {
        ::mentat::accepted_call__<::quiet_impl__::one_tag__> call__(unit__);
        return self__.one_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::server__<::base_impl__>::dispatch__(self__, unit__);
  }
  static void serve__(::quiet_impl__& self__) { self__.mentat_serve__(); }
  static constexpr ::mentat::class_description__ description__{
      "quiet", ::mentat::kind__::persistent__, 0x0b083366b724cb76ull, &::mentat::server__<::base_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::quiet_impl__::one_tag__>("one", "select_template.mpl.cc:56"),
  };
};
auto ::quiet_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::quiet_impl__>();
}
MENTAT_REGISTER_CLASS(::quiet_impl__)
