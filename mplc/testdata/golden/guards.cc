// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "guards.mpl.cc"
// Guards: in the class, behind the class, in a class template, and with parameters of all kinds.
#include <mentat/mpl.h>

#include <string>

class shelf_impl__; using shelf = ::mentat::handle__<shelf_impl__>; class shelf_impl__ {
 public:
  void put_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, std::string what) { if (static_cast<void>(::mentat::note_guard__<put_tag__, "!full_">), mentat_rtf__.is_local__()) ::mentat::guard(!full_); last_ = what; full_ = true; }
  void take_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, const std::string& wanted, int);

 private:
  std::string last_;
  bool full_ = false;
#line 18 "guards.cc"
 public:
  using put_tag__ = ::mentat::method__<shelf_impl__, 0x778acb48u, void(std::string)>;
  void put(std::string what) {
    ::mentat::local_call__<put_tag__> call__;
    put_body__(call__.rtf__(), static_cast<decltype(what)&&>(what));
    return call__.take__();
  }
  using take_tag__ = ::mentat::method__<shelf_impl__, 0x0bcaf141u, std::string(const std::string&, int)>;
  std::string take(const std::string& wanted, int argument_1__) {
    ::mentat::local_call__<take_tag__> call__;
    take_body__(call__.rtf__(), wanted, argument_1__);
    return call__.take__();
  }
#line 8 "guards.mpl.cc"
  bool mentat_guard__(put_tag__*, [[maybe_unused]] const typename put_tag__::template value__<0>& what) const {
    return static_cast<bool>(!full_);
  }
#line 36 "guards.cc"
#line 17 "guards.mpl.cc"
  bool mentat_guard__(take_tag__*, [[maybe_unused]] const typename take_tag__::template value__<0>& name, [[maybe_unused]] const typename take_tag__::template value__<1>&) const {
    return static_cast<bool>(full_ && last_ == name);
  }
#line 41 "guards.cc"
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void put(std::string what, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_tag__>(static_cast<decltype(what)&&>(what), place__);
    }
    std::string take(const std::string& wanted, int argument_1__, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<take_tag__>(wanted, argument_1__, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 14 "guards.mpl.cc"
};

void shelf_impl__::take_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, const std::string& name, int) {
  if (static_cast<void>(::mentat::note_guard__<take_tag__, "full_ && last_ == name">), mentat_rtf__.is_local__()) ::mentat::guard(full_ &&
                last_ == name);
  full_ = false;
  return mentat_rtf__(last_);
}

template <class T> class cell_impl__; template <class T> using cell = ::mentat::handle__<cell_impl__<T>>; template <class T>
class cell_impl__ {
 public:
  void get_body__(::mentat::rtf_sink__<T>& mentat_rtf__) {
    if (static_cast<void>(::mentat::note_guard__<get_tag__, "set_">), mentat_rtf__.is_local__()) ::mentat::guard(set_);
    return mentat_rtf__(value_);
  }

 private:
  T value_{};
  bool set_ = false;
#line 73 "guards.cc"
 public:
  using get_tag__ = ::mentat::method__<cell_impl__, 0xc4b26c9au, T()>;
  T get() {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
#line 27 "guards.mpl.cc"
  bool mentat_guard__(get_tag__*) const { return static_cast<bool>(set_); }
#line 83 "guards.cc"
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    T get(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<get_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<cell_impl__>(); }
#line 34 "guards.mpl.cc"
};

class quoting_shelf_impl__; using quoting_shelf = ::mentat::handle__<quoting_shelf_impl__>; class quoting_shelf_impl__ {
 public:
  void put_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, const std::string& what) {
    if (static_cast<void>(::mentat::note_guard__<put_tag__, "what != \"a\\\"b\" && what != R\"(c\\\nd)\" && what != \"a text that is long enough to be cut at a hundred and twenty characters ...">), mentat_rtf__.is_local__()) ::mentat::guard(  // on one line in errors, and cut
        what != "a\"b" && what != R"(c\
d)" && what != "a text that is long enough to be cut at a hundred and twenty characters of it, this one");
    last_ = what;
  }

 private:
  std::string last_;
#line 105 "guards.cc"
 public:
  using put_tag__ = ::mentat::method__<quoting_shelf_impl__, 0x3d2f7231u, void(const std::string&)>;
  void put(const std::string& what) {
    ::mentat::local_call__<put_tag__> call__;
    put_body__(call__.rtf__(), what);
    return call__.take__();
  }
#line 40 "guards.mpl.cc"
  bool mentat_guard__(put_tag__*, [[maybe_unused]] const typename put_tag__::template value__<0>& what) const {
    return static_cast<bool>(what != "a\"b" && what != R"(c\
d)" && what != "a text that is long enough to be cut at a hundred and twenty characters of it, this one");
  }
#line 118 "guards.cc"
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void put(const std::string& what, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_tag__>(what, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 47 "guards.mpl.cc"
};
#line 128 "guards.cc"
template <class T>
struct mentat::server__<::cell_impl__<T>> {
  static void dispatch__(::cell_impl__<T>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::cell_impl__<T>::get_tag__::number__: {
        ::mentat::accepted_call__<typename ::cell_impl__<T>::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::cell_impl__<T>>(::mentat::kind__::persistent__, 0xf3eb29cc4fa8a251ull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::cell_impl__<T>::get_tag__>("get", "guards.mpl.cc:26"),
  };
};
template <> struct mentat::server__<::shelf_impl__> {
  static void dispatch__(::shelf_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::shelf_impl__::put_tag__::number__: {
        ::mentat::accepted_call__<::shelf_impl__::put_tag__> call__(unit__);
        return self__.put_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::shelf_impl__::take_tag__::number__: {
        ::mentat::accepted_call__<::shelf_impl__::take_tag__> call__(unit__);
        return self__.take_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "shelf", ::mentat::kind__::persistent__, 0xf9e7c40e97915a92ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::shelf_impl__::put_tag__>("put", "guards.mpl.cc:8"),
      ::mentat::describe__<::shelf_impl__::take_tag__>("take", "guards.mpl.cc:16"),
  };
};
auto ::shelf_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::shelf_impl__>();
}
MENTAT_REGISTER_CLASS(::shelf_impl__)
template <> struct mentat::server__<::quoting_shelf_impl__> {
  static void dispatch__(::quoting_shelf_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::quoting_shelf_impl__::put_tag__::number__: {
        ::mentat::accepted_call__<::quoting_shelf_impl__::put_tag__> call__(unit__);
        return self__.put_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "quoting_shelf", ::mentat::kind__::persistent__, 0xa867cc6430505266ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::quoting_shelf_impl__::put_tag__>("put", "guards.mpl.cc:38"),
  };
};
auto ::quoting_shelf_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::quoting_shelf_impl__>();
}
MENTAT_REGISTER_CLASS(::quoting_shelf_impl__)
