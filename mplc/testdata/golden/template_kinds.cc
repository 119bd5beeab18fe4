// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "template_kinds.mpl.cc"
#include <mentat/mpl.h>

#include <utility>

namespace kinds {

template <class T = int>
class holder_impl__; template <class T = int> using holder = ::mentat::handle__<holder_impl__<T>>;

template <class T>
class holder_impl__ {
 public:
  void twice_body__(::mentat::rtf_sink__<T>& mentat_rtf__, T value) { return mentat_rtf__(value + value); }
#line 20 "template_kinds.cc"
 public:
  using twice_tag__ = ::mentat::method__<holder_impl__, 0x8882967eu, T(T)>;
  T twice(T value) {
    ::mentat::local_call__<twice_tag__> call__;
    twice_body__(call__.rtf__(), static_cast<decltype(value)&&>(value));
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    T twice(T value, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<twice_tag__>(static_cast<decltype(value)&&>(value), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<holder_impl__>(); }
#line 14 "template_kinds.mpl.cc"
};

// Specialisations carry marks of their own.
template <class T>
class holder_impl__<std::pair<T, T>> {
 public:
  void first_body__(::mentat::rtf_sink__<T>& mentat_rtf__, std::pair<T, T> both) { return mentat_rtf__(both.first); }
#line 42 "template_kinds.cc"
 public:
  using first_tag__ = ::mentat::method__<holder_impl__, 0x6fd6a970u, T(std::pair<T, T>)>;
  T first(std::pair<T, T> both) {
    ::mentat::local_call__<first_tag__> call__;
    first_body__(call__.rtf__(), static_cast<decltype(both)&&>(both));
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    T first(std::pair<T, T> both, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<first_tag__>(static_cast<decltype(both)&&>(both), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<holder_impl__>(); }
#line 21 "template_kinds.mpl.cc"
};
template <>
class holder_impl__<char> {
 public:
  void code_body__(::mentat::rtf_sink__<int>& mentat_rtf__, char c) { return mentat_rtf__(c); }
#line 62 "template_kinds.cc"
 public:
  using code_tag__ = ::mentat::method__<holder_impl__, 0xc668d73cu, int(char)>;
  int code(char c) {
    ::mentat::local_call__<code_tag__> call__;
    code_body__(call__.rtf__(), c);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int code(char c, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<code_tag__>(c, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 26 "template_kinds.mpl.cc"
};

template <int N, class... Ts> class many_impl__; template <int N, class... Ts> using many = ::mentat::handle__<many_impl__<N, Ts...>>; template <int N, class... Ts>
class many_impl__ {
 public:
  explicit many_impl__(int n) : count_(n) {}
  ~many_impl__() {}
  void count_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const { return mentat_rtf__(count_ + N); }
  void next_body__(::mentat::rtf_sink__<many<N, Ts...>>& mentat_rtf__, const many<N, Ts...>& other) { return mentat_rtf__(other); }
  static constexpr int limit = N;

 protected:
  int count_ = 0;
#line 90 "template_kinds.cc"
 public:
  using count_tag__ = ::mentat::method__<many_impl__, 0x69d9c1a9u, int()>;
  int count() const {
    ::mentat::local_call__<count_tag__> call__;
    count_body__(call__.rtf__());
    return call__.take__();
  }
  using next_tag__ = ::mentat::method__<many_impl__, 0x70335b04u, many<N, Ts...>(const many<N, Ts...>&)>;
  many<N, Ts...> next(const many<N, Ts...>& other) {
    ::mentat::local_call__<next_tag__> call__;
    next_body__(call__.rtf__(), other);
    return call__.take__();
  }
  using mentat_constructor_0__ = ::mentat::constructor__<many_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    static constexpr auto& limit = many_impl__<N, Ts...>::limit;
    int count(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<count_tag__>(place__);
    }
    many<N, Ts...> next(const many<N, Ts...>& other, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<next_tag__>(other, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<many_impl__>(); }
#line 39 "template_kinds.mpl.cc"
};

template <class T> class derived_impl__; template <class T> using derived = ::mentat::handle__<derived_impl__<T>>; template <class T>
class derived_impl__ : public many_impl__<3, T> {
 public:
  derived_impl__() : many_impl__<3, T>(many_impl__<3, T>::limit) {}
  void more_body__(::mentat::rtf_sink__<int>& mentat_rtf__, T value) { return mentat_rtf__(this->count_ + static_cast<int>(value)); }
#line 127 "template_kinds.cc"
 public:
  using more_tag__ = ::mentat::method__<derived_impl__, 0xb41d7c66u, int(T)>;
  int more(T value) {
    ::mentat::local_call__<more_tag__> call__;
    more_body__(call__.rtf__(), static_cast<decltype(value)&&>(value));
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  struct mentat_stubs__ : ::mentat::handle__<many_impl__<3, T>> {
    int more(T value, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return this->template call_fn__<more_tag__>(static_cast<decltype(value)&&>(value), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<derived_impl__>(); }
#line 46 "template_kinds.mpl.cc"
};

}  // namespace kinds

template class kinds::holder_impl__<double>;

int mentat_main__(int, char**) {
  kinds::holder<> plain;
  kinds::holder<std::pair<int, int>> paired;
  kinds::holder<char> special;
  kinds::many<2, int, char> some;
  some.create(1);
  kinds::derived<long> most;
  most.create();
  return plain.call_fn__<::kinds::holder_impl__<int>::twice_tag__>(1) + paired.call_fn__<::kinds::holder_impl__<::std::pair<int, int>>::first_tag__>(::kinds::holder_impl__<::std::pair<int, int>>::first_tag__::value__<0>{1, 2}) + special.call_fn__<::kinds::holder_impl__<char>::code_tag__>('a') + some.call_fn__<::kinds::many_impl__<2, int, char>::count_tag__>() + most.call_fn__<::kinds::derived_impl__<long>::more_tag__>(2) +
         kinds::many_impl__<2, int, char>::limit;
}
#line 160 "template_kinds.cc"
template <class T>
struct mentat::server__<::kinds::holder_impl__<T>> {
  static void dispatch__(::kinds::holder_impl__<T>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::kinds::holder_impl__<T>::twice_tag__::number__: {
        ::mentat::accepted_call__<typename ::kinds::holder_impl__<T>::twice_tag__> call__(unit__);
        return self__.twice_body__(call__.rtf__(), call__.template argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::kinds::holder_impl__<T>>(::mentat::kind__::regular__, 0xa8e7eac62111613aull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::kinds::holder_impl__<T>::twice_tag__>("twice", "template_kinds.mpl.cc:13"),
  };
};
template <class T>
struct mentat::server__<::kinds::holder_impl__<std::pair<T, T>>> {
  static void dispatch__(::kinds::holder_impl__<std::pair<T, T>>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::kinds::holder_impl__<std::pair<T, T>>::first_tag__::number__: {
        ::mentat::accepted_call__<typename ::kinds::holder_impl__<std::pair<T, T>>::first_tag__> call__(unit__);
        return self__.first_body__(call__.rtf__(), call__.template argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::kinds::holder_impl__<std::pair<T, T>>>(::mentat::kind__::regular__, 0x537c40acd10365e4ull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::kinds::holder_impl__<std::pair<T, T>>::first_tag__>("first", "template_kinds.mpl.cc:20"),
  };
};
template <int N, class... Ts>
struct mentat::server__<::kinds::many_impl__<N, Ts...>> {
  static void dispatch__(::kinds::many_impl__<N, Ts...>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::kinds::many_impl__<N, Ts...>::count_tag__::number__: {
        ::mentat::accepted_call__<typename ::kinds::many_impl__<N, Ts...>::count_tag__> call__(unit__);
        return self__.count_body__(call__.rtf__());
      }
      case ::kinds::many_impl__<N, Ts...>::next_tag__::number__: {
        ::mentat::accepted_call__<typename ::kinds::many_impl__<N, Ts...>::next_tag__> call__(unit__);
        return self__.next_body__(call__.rtf__(), call__.template argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::kinds::many_impl__<N, Ts...>>(::mentat::kind__::persistent__, 0xf8a483349b778be5ull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::kinds::many_impl__<N, Ts...>::count_tag__>("count", "template_kinds.mpl.cc:33"),
      ::mentat::describe__<typename ::kinds::many_impl__<N, Ts...>::next_tag__>("next", "template_kinds.mpl.cc:34"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<typename ::kinds::many_impl__<N, Ts...>::mentat_constructor_0__>(),
  };
};
template <class T>
struct mentat::server__<::kinds::derived_impl__<T>> {
  static void dispatch__(::kinds::derived_impl__<T>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::kinds::derived_impl__<T>::more_tag__::number__: {
        ::mentat::accepted_call__<typename ::kinds::derived_impl__<T>::more_tag__> call__(unit__);
        return self__.more_body__(call__.rtf__(), call__.template argument__<0>());
      }
      default: break;
    }
    ::mentat::server__<::kinds::many_impl__<3, T>>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::kinds::derived_impl__<T>>(::mentat::kind__::persistent__, 0x8f07a269403bc984ull, &::mentat::server__<::kinds::many_impl__<3, T>>::description__);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::kinds::derived_impl__<T>::more_tag__>("more", "template_kinds.mpl.cc:45"),
  };
};
template <> struct mentat::server__<::kinds::holder_impl__<char>> {
  static void dispatch__(::kinds::holder_impl__<char>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::kinds::holder_impl__<char>::code_tag__::number__: {
        ::mentat::accepted_call__<::kinds::holder_impl__<char>::code_tag__> call__(unit__);
        return self__.code_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "kinds::holder", ::mentat::kind__::regular__, 0xab9d078871d39d85ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::kinds::holder_impl__<char>::code_tag__>("code", "template_kinds.mpl.cc:25"),
  };
};
auto ::kinds::holder_impl__<char>::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::kinds::holder_impl__<char>>();
}
MENTAT_REGISTER_CLASS(::kinds::holder_impl__<char>)
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
