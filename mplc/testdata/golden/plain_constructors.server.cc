// Translated by mplc VERSION.
// The server sections of plain_constructors.h.
#include <mentat/server.h>
#include "plain_constructors.h"

#ifndef MENTAT_SERIALIZE_4bfa6ed0c781c13b
#define MENTAT_SERIALIZE_4bfa6ed0c781c13b
template <class Archive__>
void serialize__(Archive__& archive__, ::point& value__) {
  archive__(value__.x, value__.y);
}
#endif
#ifndef MENTAT_SERIALIZE_e62c98a95f3cfb83
#define MENTAT_SERIALIZE_e62c98a95f3cfb83
template <class Archive__>
void serialize__(Archive__& archive__, ::counted& value__) {
  archive__(value__.n);
}
#endif
template <> struct mentat::server__<::plain_members_impl__> {
  static void dispatch__(::plain_members_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::plain_members_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::plain_members_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "plain_members", ::mentat::kind__::persistent__, 0xcd884a3cd69677deull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::plain_members_impl__::n_tag__>("n", "plain_constructors.mpl.h:25"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::plain_members_impl__::mentat_constructor_0__>(),
      ::mentat::describe_constructor__<::plain_members_impl__::mentat_constructor_1__>(),
  };
};
[[__gnu__::__weak__]] auto ::plain_members_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::plain_members_impl__>();
}
MENTAT_REGISTER_CLASS(::plain_members_impl__)
template <> struct mentat::server__<::observed_impl__> {
  static void dispatch__(::observed_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::observed_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::observed_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "observed", ::mentat::kind__::persistent__, 0xef01c9839c9de3daull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::observed_impl__::n_tag__>("n", "plain_constructors.mpl.h:43"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::observed_impl__::mentat_constructor_0__>(),
      ::mentat::describe_constructor__<::observed_impl__::mentat_constructor_1__>(),
      ::mentat::describe_constructor__<::observed_impl__::mentat_constructor_2__>(),
      ::mentat::describe_constructor__<::observed_impl__::mentat_constructor_3__>(),
      ::mentat::describe_constructor__<::observed_impl__::mentat_constructor_4__>(),
      ::mentat::describe_constructor__<::observed_impl__::mentat_constructor_5__>(),
  };
};
[[__gnu__::__weak__]] auto ::observed_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::observed_impl__>();
}
MENTAT_REGISTER_CLASS(::observed_impl__)
template <> struct mentat::server__<::has_variables_impl__> {
  static void dispatch__(::has_variables_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::has_variables_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::has_variables_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "has_variables", ::mentat::kind__::persistent__, 0xad427a01187c1aa0ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::has_variables_impl__::n_tag__>("n", "plain_constructors.mpl.h:54"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::has_variables_impl__::mentat_constructor_0__>(),
      ::mentat::describe_constructor__<::has_variables_impl__::mentat_constructor_1__>(),
  };
};
[[__gnu__::__weak__]] auto ::has_variables_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::has_variables_impl__>();
}
MENTAT_REGISTER_CLASS(::has_variables_impl__)
template <> struct mentat::server__<::derived_plain_impl__> {
  static void dispatch__(::derived_plain_impl__& self__, ::mentat::work_unit__& unit__) {
    ::mentat::server__<::plain_members_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "derived_plain", ::mentat::kind__::persistent__, 0xa2e49fcd30e9270dull, &::mentat::server__<::plain_members_impl__>::description__};
  static constexpr ::mentat::no_methods__ methods__{};
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::derived_plain_impl__::mentat_constructor_0__>(),
  };
};
[[__gnu__::__weak__]] auto ::derived_plain_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::derived_plain_impl__>();
}
MENTAT_REGISTER_CLASS(::derived_plain_impl__)
template <> struct mentat::server__<::derived_observed_impl__> {
  static void dispatch__(::derived_observed_impl__& self__, ::mentat::work_unit__& unit__) {
    ::mentat::server__<::observed_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "derived_observed", ::mentat::kind__::persistent__, 0x431ff0b2faadf91full, &::mentat::server__<::observed_impl__>::description__};
  static constexpr ::mentat::no_methods__ methods__{};
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::derived_observed_impl__::mentat_constructor_0__>(),
      ::mentat::describe_constructor__<::derived_observed_impl__::mentat_constructor_1__>(),
  };
};
[[__gnu__::__weak__]] auto ::derived_observed_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::derived_observed_impl__>();
}
MENTAT_REGISTER_CLASS(::derived_observed_impl__)
template <> struct mentat::server__<::elsewhere_impl__> {
  static void dispatch__(::elsewhere_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::elsewhere_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::elsewhere_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "elsewhere", ::mentat::kind__::persistent__, 0x8e9f9e5f21c43652ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::elsewhere_impl__::n_tag__>("n", "plain_constructors.mpl.h:74"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::elsewhere_impl__::mentat_constructor_0__>(),
  };
};
[[__gnu__::__weak__]] auto ::elsewhere_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::elsewhere_impl__>();
}
MENTAT_REGISTER_CLASS(::elsewhere_impl__)
template <> struct mentat::server__<::hidden_impl__> {
  static void dispatch__(::hidden_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::hidden_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::hidden_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "hidden", ::mentat::kind__::persistent__, 0x1d9a2282af8af576ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::hidden_impl__::n_tag__>("n", "plain_constructors.mpl.h:105"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::hidden_impl__::mentat_constructor_0__>(),
      ::mentat::describe_constructor__<::hidden_impl__::mentat_constructor_1__>(),
      ::mentat::describe_constructor__<::hidden_impl__::mentat_constructor_2__>(),
      ::mentat::describe_constructor__<::hidden_impl__::mentat_constructor_3__>(),
      ::mentat::describe_constructor__<::hidden_impl__::mentat_constructor_4__>(),
  };
};
[[__gnu__::__weak__]] auto ::hidden_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::hidden_impl__>();
}
MENTAT_REGISTER_CLASS(::hidden_impl__)
template <> struct mentat::server__<::hidden_array_impl__> {
  static void dispatch__(::hidden_array_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::hidden_array_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::hidden_array_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "hidden_array", ::mentat::kind__::persistent__, 0x949e403c010f0222ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::hidden_array_impl__::n_tag__>("n", "plain_constructors.mpl.h:115"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::hidden_array_impl__::mentat_constructor_0__>(),
  };
};
[[__gnu__::__weak__]] auto ::hidden_array_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::hidden_array_impl__>();
}
MENTAT_REGISTER_CLASS(::hidden_array_impl__)
template <> struct mentat::server__<::hidden_initialiser_impl__> {
  static void dispatch__(::hidden_initialiser_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::hidden_initialiser_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::hidden_initialiser_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "hidden_initialiser", ::mentat::kind__::persistent__, 0x233f738804595c8eull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::hidden_initialiser_impl__::n_tag__>("n", "plain_constructors.mpl.h:124"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::hidden_initialiser_impl__::mentat_constructor_0__>(),
  };
};
[[__gnu__::__weak__]] auto ::hidden_initialiser_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::hidden_initialiser_impl__>();
}
MENTAT_REGISTER_CLASS(::hidden_initialiser_impl__)
template <> struct mentat::server__<::plain_template_impl__> {
  static void dispatch__(::plain_template_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::plain_template_impl__::n_tag__::number__: {
        ::mentat::accepted_call__<::plain_template_impl__::n_tag__> call__(unit__);
        return self__.n_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "plain_template", ::mentat::kind__::persistent__, 0x48abd45c6f0745deull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::plain_template_impl__::n_tag__>("n", "plain_constructors.mpl.h:133"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::plain_template_impl__::mentat_constructor_0__>(),
  };
};
[[__gnu__::__weak__]] auto ::plain_template_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::plain_template_impl__>();
}
MENTAT_REGISTER_CLASS(::plain_template_impl__)
template <> struct mentat::server__<::observed_after_plain_impl__> {
  static void dispatch__(::observed_after_plain_impl__& self__, ::mentat::work_unit__& unit__) {
    ::mentat::server__<::plain_members_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "observed_after_plain", ::mentat::kind__::persistent__, 0xd8e1d167e9527417ull, &::mentat::server__<::plain_members_impl__>::description__};
  static constexpr ::mentat::no_methods__ methods__{};
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::observed_after_plain_impl__::mentat_constructor_0__>(),
  };
};
[[__gnu__::__weak__]] auto ::observed_after_plain_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::observed_after_plain_impl__>();
}
MENTAT_REGISTER_CLASS(::observed_after_plain_impl__)
