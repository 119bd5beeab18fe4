#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "template_kinds.mpl.cc"
#include <mentat/mpl.h>

#include <utility>

namespace kinds {

template <class T = int>
class holder_impl; template <class T = int> using holder = ::mentat::handle<holder_impl<T>>;

template <class T>
class holder_impl {
 public:
  void twice_body(::mentat::rtf_sink<T>& mentat_rtf, T value) { return mentat_rtf(value + value); }
#line 18 "template_kinds.cc"
 public:
  using twice_tag = ::mentat::method<holder_impl, 0x8882967eu, T(T)>;
  T twice(T value) {
    ::mentat::local_call<twice_tag> call;
    twice_body(call.rtf(), static_cast<T&&>(value));
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    T twice(T value) const { return call_fn<twice_tag>(static_cast<T&&>(value)); }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<holder_impl>(); }
#line 14 "template_kinds.mpl.cc"
};

// Specialisations carry marks of their own.
template <class T>
class holder_impl<std::pair<T, T>> {
 public:
  void first_body(::mentat::rtf_sink<T>& mentat_rtf, std::pair<T, T> both) { return mentat_rtf(both.first); }
#line 38 "template_kinds.cc"
 public:
  using first_tag = ::mentat::method<holder_impl, 0x6fd6a970u, T(std::pair<T, T>)>;
  T first(std::pair<T, T> both) {
    ::mentat::local_call<first_tag> call;
    first_body(call.rtf(), static_cast<std::pair<T, T>&&>(both));
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    T first(std::pair<T, T> both) const {
      return call_fn<first_tag>(static_cast<std::pair<T, T>&&>(both));
    }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<holder_impl>(); }
#line 21 "template_kinds.mpl.cc"
};
template <>
class holder_impl<char> {
 public:
  void code_body(::mentat::rtf_sink<int>& mentat_rtf, char c) { return mentat_rtf(c); }
#line 58 "template_kinds.cc"
 public:
  using code_tag = ::mentat::method<holder_impl, 0xc668d73cu, int(char)>;
  int code(char c) {
    ::mentat::local_call<code_tag> call;
    code_body(call.rtf(), c);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int code(char c) const { return call_fn<code_tag>(c); }
  };
  static const ::mentat::class_info& mentat_class();
#line 26 "template_kinds.mpl.cc"
};

template <int N, class... Ts> class many_impl; template <int N, class... Ts> using many = ::mentat::handle<many_impl<N, Ts...>>; template <int N, class... Ts>
class many_impl {
 public:
  explicit many_impl(int n) : count_(n) {}
  ~many_impl() {}
  void count_body(::mentat::rtf_sink<int>& mentat_rtf) const { return mentat_rtf(count_ + N); }
  void next_body(::mentat::rtf_sink<many<N, Ts...>>& mentat_rtf, const many<N, Ts...>& other) { return mentat_rtf(other); }
  static constexpr int limit = N;

 protected:
  int count_ = 0;
#line 84 "template_kinds.cc"
 public:
  using count_tag = ::mentat::method<many_impl, 0x69d9c1a9u, int()>;
  int count() const {
    ::mentat::local_call<count_tag> call;
    count_body(call.rtf());
    return call.take();
  }
  using next_tag = ::mentat::method<many_impl, 0x70335b04u, many<N, Ts...>(const many<N, Ts...>&)>;
  many<N, Ts...> next(const many<N, Ts...>& other) {
    ::mentat::local_call<next_tag> call;
    next_body(call.rtf(), other);
    return call.take();
  }
  using mentat_constructor_0 = ::mentat::constructor<many_impl, 0, int>;
  static ::mentat::construction<mentat_constructor_0> mentat_constructor(int n) {
    return ::mentat::construction<mentat_constructor_0>::of(n);
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int count() const { return call_fn<count_tag>(); }
    many<N, Ts...> next(const many<N, Ts...>& other) const { return call_fn<next_tag>(other); }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<many_impl>(); }
#line 39 "template_kinds.mpl.cc"
};

template <class T> class derived_impl; template <class T> using derived = ::mentat::handle<derived_impl<T>>; template <class T>
class derived_impl : public many_impl<3, T> {
 public:
  derived_impl() : many_impl<3, T>(many_impl<3, T>::limit) {}
  void more_body(::mentat::rtf_sink<int>& mentat_rtf, T value) { return mentat_rtf(this->count_ + static_cast<int>(value)); }
#line 115 "template_kinds.cc"
 public:
  using more_tag = ::mentat::method<derived_impl, 0xb41d7c66u, int(T)>;
  int more(T value) {
    ::mentat::local_call<more_tag> call;
    more_body(call.rtf(), static_cast<T&&>(value));
    return call.take();
  }
  struct mentat_stubs : ::mentat::handle<many_impl<3, T>> {
    int more(T value) const { return this->template call_fn<more_tag>(static_cast<T&&>(value)); }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<derived_impl>(); }
#line 46 "template_kinds.mpl.cc"
};

}  // namespace kinds

template class kinds::holder_impl<double>;

int mentat_main(int, char**) {
  kinds::holder<> plain;
  kinds::holder<std::pair<int, int>> paired;
  kinds::holder<char> special;
  kinds::many<2, int, char> some;
  some.create(1);
  kinds::derived<long> most;
  most.create();
  return plain.call_fn<::kinds::holder_impl<int>::twice_tag>(1) + paired.call_fn<::kinds::holder_impl<::std::pair<int, int>>::first_tag>(::kinds::holder_impl<::std::pair<int, int>>::first_tag::value<0>{1, 2}) + special.call_fn<::kinds::holder_impl<char>::code_tag>('a') + some.call_fn<::kinds::many_impl<2, int, char>::count_tag>() + most.call_fn<::kinds::derived_impl<long>::more_tag>(2) +
         kinds::many_impl<2, int, char>::limit;
}
#line 145 "template_kinds.cc"
template <class T>
struct mentat::server<::kinds::holder_impl<T>> {
  static void dispatch(::kinds::holder_impl<T>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::kinds::holder_impl<T>::twice_tag::number: {
        ::mentat::accepted_call<typename ::kinds::holder_impl<T>::twice_tag> call(unit);
        return self.twice_body(call.rtf(), call.template argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::kinds::holder_impl<T>>(::mentat::kind::regular, 0xa8e7eac62111613aull, nullptr);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::kinds::holder_impl<T>::twice_tag>("twice", "template_kinds.mpl.cc:13"),
  };
};
template <class T>
struct mentat::server<::kinds::holder_impl<std::pair<T, T>>> {
  static void dispatch(::kinds::holder_impl<std::pair<T, T>>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::kinds::holder_impl<std::pair<T, T>>::first_tag::number: {
        ::mentat::accepted_call<typename ::kinds::holder_impl<std::pair<T, T>>::first_tag> call(unit);
        return self.first_body(call.rtf(), call.template argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::kinds::holder_impl<std::pair<T, T>>>(::mentat::kind::regular, 0x537c40acd10365e4ull, nullptr);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::kinds::holder_impl<std::pair<T, T>>::first_tag>("first", "template_kinds.mpl.cc:20"),
  };
};
template <int N, class... Ts>
struct mentat::server<::kinds::many_impl<N, Ts...>> {
  static void dispatch(::kinds::many_impl<N, Ts...>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::kinds::many_impl<N, Ts...>::count_tag::number: {
        ::mentat::accepted_call<typename ::kinds::many_impl<N, Ts...>::count_tag> call(unit);
        return self.count_body(call.rtf());
      }
      case ::kinds::many_impl<N, Ts...>::next_tag::number: {
        ::mentat::accepted_call<typename ::kinds::many_impl<N, Ts...>::next_tag> call(unit);
        return self.next_body(call.rtf(), call.template argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::kinds::many_impl<N, Ts...>>(::mentat::kind::persistent, 0xf8a483349b778be5ull, nullptr);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::kinds::many_impl<N, Ts...>::count_tag>("count", "template_kinds.mpl.cc:33"),
      ::mentat::describe<typename ::kinds::many_impl<N, Ts...>::next_tag>("next", "template_kinds.mpl.cc:34"),
  };
  static constexpr ::mentat::constructor_description constructors[] = {
      ::mentat::describe_constructor<typename ::kinds::many_impl<N, Ts...>::mentat_constructor_0>(),
  };
};
template <class T>
struct mentat::server<::kinds::derived_impl<T>> {
  static void dispatch(::kinds::derived_impl<T>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::kinds::derived_impl<T>::more_tag::number: {
        ::mentat::accepted_call<typename ::kinds::derived_impl<T>::more_tag> call(unit);
        return self.more_body(call.rtf(), call.template argument<0>());
      }
    }
    ::mentat::server<::kinds::many_impl<3, T>>::dispatch(self, unit);
  }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::kinds::derived_impl<T>>(::mentat::kind::persistent, 0x8f07a269403bc984ull, &::mentat::server<::kinds::many_impl<3, T>>::description);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::kinds::derived_impl<T>::more_tag>("more", "template_kinds.mpl.cc:45"),
  };
};
template <> struct mentat::server<::kinds::holder_impl<char>> {
  static void dispatch(::kinds::holder_impl<char>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::kinds::holder_impl<char>::code_tag::number: {
        ::mentat::accepted_call<::kinds::holder_impl<char>::code_tag> call(unit);
        return self.code_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "kinds::holder", ::mentat::kind::regular, 0xab9d078871d39d85ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::kinds::holder_impl<char>::code_tag>("code", "template_kinds.mpl.cc:25"),
  };
};
auto ::kinds::holder_impl<char>::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::kinds::holder_impl<char>>();
}
MENTAT_REGISTER_CLASS(::kinds::holder_impl<char>)
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
