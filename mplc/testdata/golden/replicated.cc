// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "replicated.mpl.cc"
#include <mentat/mpl.h>

#include <string>
#include <vector>

struct labelled {
  std::string label;
};

class table_impl__; using table = ::mentat::handle__<table_impl__>; class table_impl__ : public labelled {
 public:
  explicit table_impl__(int size) : values_(size) {}
  void at_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int index) const { return mentat_rtf__(values_[index]); }
  void name_body__(::mentat::rtf_sink__<::mentat::value_t__<const std::string&>>& mentat_rtf__, bool upper) const;
  void full_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const {
    if (static_cast<void>(::mentat::note_guard__<full_tag__, "count_ > 3">), mentat_rtf__.is_local__()) ::mentat::guard(count_ > 3);
    return mentat_rtf__(at(0));
  }
  virtual void size_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const { return mentat_rtf__(int(values_.size())); }
  void set_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int index, int value) {
    values_.at(index) = value;
    ++count_;
  }

 private:
  std::vector<int> values_;
  unsigned count_ : 4 = 0;
#line 32 "replicated.cc"
 public:
  using at_tag__ = ::mentat::method__<table_impl__, 0x8a88a314u, int(int)>;
  int at(int index) const {
    ::mentat::local_call__<at_tag__> call__;
    at_body__(call__.rtf__(), index);
    return call__.take__();
  }
  using name_tag__ = ::mentat::method__<table_impl__, 0xb17ffe8bu, const std::string&(bool)>;
  static bool name_default_0__() { return false; }
  ::mentat::value_t__<const std::string&> name(bool upper = name_default_0__()) const {
    ::mentat::local_call__<name_tag__> call__;
    name_body__(call__.rtf__(), upper);
    return call__.take__();
  }
  using full_tag__ = ::mentat::method__<table_impl__, 0x9f8e2f90u, int()>;
  int full() const {
    ::mentat::local_call__<full_tag__> call__;
    full_body__(call__.rtf__());
    return call__.take__();
  }
  using size_tag__ = ::mentat::method__<table_impl__, 0xff102838u, int()>;
  int size() const {
    ::mentat::local_call__<size_tag__> call__;
    size_body__(call__.rtf__());
    return call__.take__();
  }
  int size_local__() const {
    ::mentat::local_call__<size_tag__> call__;
    table_impl__::size_body__(call__.rtf__());
    return call__.take__();
  }
  using set_tag__ = ::mentat::method__<table_impl__, 0x9ee9175cu, void(int, int)>;
  void set(int index, int value) {
    ::mentat::local_call__<set_tag__> call__;
    set_body__(call__.rtf__(), index, value);
    return call__.take__();
  }
#line 16 "replicated.mpl.cc"
  bool mentat_guard__(full_tag__*) const { return static_cast<bool>(count_ > 3); }
#line 72 "replicated.cc"
  using mentat_constructor_0__ = ::mentat::constructor__<table_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int size) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(size);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  static constexpr bool mentat_replicated__ = true;
  template <class archive_type__>
  void mentat_state__([[maybe_unused]] archive_type__& archive__) {
    archive__(static_cast<::labelled&>(*this));
    archive__(values_);
    {
      unsigned int bits__ = count_;
      archive__(bits__);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
      count_ = bits__;
#pragma GCC diagnostic pop
    }
  }
  int mentat_read__(at_tag__*, int index) const { return this->at(index); }
  ::mentat::value_t__<const std::string&> mentat_read__(name_tag__*, bool upper) const {
    return this->name(upper);
  }
  int mentat_read__(size_tag__*) const { return this->size(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int at(int index, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<at_tag__>(place__, index);
    }
    ::mentat::value_t__<const std::string&> name(bool upper = name_default_0__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<name_tag__>(place__, upper);
    }
    int full(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<full_tag__>(place__);
    }
    int size(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<size_tag__>(place__);
    }
    void set(int index, int value, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<set_tag__>(index, value, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 28 "replicated.mpl.cc"
};

void table_impl__::name_body__(::mentat::rtf_sink__<::mentat::value_t__<const std::string&>>& mentat_rtf__, bool) const { return mentat_rtf__(label); }

struct longer_impl__; using longer = ::mentat::handle__<longer_impl__>; struct longer_impl__ : table_impl__ {
  longer_impl__() : table_impl__(3) {}
  void size_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const override { return mentat_rtf__(2 * table_impl__::size_local__()); }
#line 123 "replicated.cc"
 public:
  using size_tag__ = ::mentat::method__<longer_impl__, 0xff102838u, int()>;
  int size() const {
    ::mentat::local_call__<size_tag__> call__;
    size_body__(call__.rtf__());
    return call__.take__();
  }
  int size_local__() const {
    ::mentat::local_call__<size_tag__> call__;
    longer_impl__::size_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  static constexpr bool mentat_replicated__ = true;
  template <class archive_type__>
  void mentat_state__([[maybe_unused]] archive_type__& archive__) {
    ::table_impl__::mentat_state__(archive__);
  }
  int mentat_read__(size_tag__*) const { return this->size(); }
  struct mentat_stubs__ : ::mentat::handle__<table_impl__> {
    int size(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<size_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 35 "replicated.mpl.cc"
};

template <class T> class cell_impl__; template <class T> using cell = ::mentat::handle__<cell_impl__<T>>; template <class T>
class cell_impl__ {
 public:
  void get_body__(::mentat::rtf_sink__<T>& mentat_rtf__) const { return mentat_rtf__(value_); }
  void set_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, T value) { value_ = value; }

 private:
  T value_{};
#line 160 "replicated.cc"
 public:
  using get_tag__ = ::mentat::method__<cell_impl__, 0x4fe11131u, T()>;
  T get() const {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
  using set_tag__ = ::mentat::method__<cell_impl__, 0x5ca4196du, void(T)>;
  void set(T value) {
    ::mentat::local_call__<set_tag__> call__;
    set_body__(call__.rtf__(), static_cast<decltype(value)&&>(value));
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  static constexpr bool mentat_replicated__ = true;
  template <class archive_type__>
  void mentat_state__([[maybe_unused]] archive_type__& archive__) {
    archive__(value_);
  }
  T mentat_read__(get_tag__*) const { return this->get(); }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    T get(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return read__<get_tag__>(place__);
    }
    void set(T value, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<set_tag__>(static_cast<decltype(value)&&>(value), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<cell_impl__>(); }
#line 45 "replicated.mpl.cc"
};

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void square_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) { return mentat_rtf__(n * n); }
#line 196 "replicated.cc"
 public:
  using square_tag__ = ::mentat::method__<worker_impl__, 0x53067fd3u, int(int)>;
  int square(int n) {
    ::mentat::local_call__<square_tag__> call__;
    square_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int square(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<square_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 50 "replicated.mpl.cc"
};

int use(table t, worker w) {
  t.invoke_fn__<::table_impl__::set_tag__>(1, w.invoke_fn__<::worker_impl__::square_tag__>(3));
  int size = t.size() + t.at(1);
  int n; ::mentat::rv_scope__ mentat_scope_n__(n); ::mentat::RV_INSERT__(n) = w.invoke_fn__<::worker_impl__::square_tag__>(size);
  cell<int> c;
  mentat::create(c);
  c.invoke_fn__<::cell_impl__<int>::set_tag__>(::mentat::PRV_TO_ARG__(n));
  return t.full() + c.get();
}
#line 222 "replicated.cc"
#ifndef MENTAT_SERIALIZE_aa80bdfd177f851c
#define MENTAT_SERIALIZE_aa80bdfd177f851c
template <class Archive__>
void serialize__(Archive__& archive__, ::labelled& value__) {
  archive__(value__.label);
}
#endif
template <class T>
struct mentat::server__<::cell_impl__<T>> {
  static void dispatch__(::cell_impl__<T>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::cell_impl__<T>::get_tag__::number__: {
        ::mentat::accepted_call__<typename ::cell_impl__<T>::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      case ::cell_impl__<T>::set_tag__::number__: {
        ::mentat::accepted_call__<typename ::cell_impl__<T>::set_tag__> call__(unit__);
        return self__.set_body__(call__.rtf__(), call__.template argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::cell_impl__<T>>(::mentat::kind__::replicated__, 0x84012de72ce22a08ull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe_read__<typename ::cell_impl__<T>::get_tag__>("get", "replicated.mpl.cc:40"),
      ::mentat::describe__<typename ::cell_impl__<T>::set_tag__>("set", "replicated.mpl.cc:41"),
  };
};
template <> struct mentat::server__<::table_impl__> {
  static void dispatch__(::table_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::table_impl__::at_tag__::number__: {
        ::mentat::accepted_call__<::table_impl__::at_tag__> call__(unit__);
        return self__.at_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::table_impl__::name_tag__::number__: {
        ::mentat::accepted_call__<::table_impl__::name_tag__> call__(unit__);
        return self__.name_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::table_impl__::full_tag__::number__: {
        ::mentat::accepted_call__<::table_impl__::full_tag__> call__(unit__);
        return self__.full_body__(call__.rtf__());
      }
      case ::table_impl__::size_tag__::number__: {
        ::mentat::accepted_call__<::table_impl__::size_tag__> call__(unit__);
        return self__.size_body__(call__.rtf__());
      }
      case ::table_impl__::set_tag__::number__: {
        ::mentat::accepted_call__<::table_impl__::set_tag__> call__(unit__);
        return self__.set_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "table", ::mentat::kind__::replicated__, 0x628ab73bfa1eb766ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe_read__<::table_impl__::at_tag__>("at", "replicated.mpl.cc:13"),
      ::mentat::describe_read__<::table_impl__::name_tag__>("name", "replicated.mpl.cc:30"),
      ::mentat::describe_read__<::table_impl__::full_tag__>("full", "replicated.mpl.cc:15"),
      ::mentat::describe_read__<::table_impl__::size_tag__>("size", "replicated.mpl.cc:19"),
      ::mentat::describe__<::table_impl__::set_tag__>("set", "replicated.mpl.cc:20"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::table_impl__::mentat_constructor_0__>(),
  };
};
auto ::table_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::table_impl__>();
}
MENTAT_REGISTER_CLASS(::table_impl__)
template <> struct mentat::server__<::longer_impl__> {
  static void dispatch__(::longer_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::longer_impl__::size_tag__::number__: {
        ::mentat::accepted_call__<::longer_impl__::size_tag__> call__(unit__);
        return self__.size_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::server__<::table_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "longer", ::mentat::kind__::replicated__, 0xb288f0636e3a1c63ull, &::mentat::server__<::table_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe_read__<::longer_impl__::size_tag__>("size", "replicated.mpl.cc:34"),
  };
};
auto ::longer_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::longer_impl__>();
}
MENTAT_REGISTER_CLASS(::longer_impl__)
template <> struct mentat::server__<::worker_impl__> {
  static void dispatch__(::worker_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::worker_impl__::square_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::square_tag__> call__(unit__);
        return self__.square_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "worker", ::mentat::kind__::regular__, 0xb99c4fb3cb896b35ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::worker_impl__::square_tag__>("square", "replicated.mpl.cc:49"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
