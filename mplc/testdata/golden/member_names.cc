// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "member_names.mpl.cc"
// `&X::f` as an argument of the functions of groups, of map, map_reduce and reduce.
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

namespace shapes {

class base_impl__; using base = ::mentat::handle__<base_impl__>; class base_impl__ {
 public:
  virtual void area_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double scale) const { return mentat_rtf__(scale); }
  void sides_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const { return mentat_rtf__(4); }
#line 16 "member_names.cc"
 public:
  using area_tag__ = ::mentat::method__<base_impl__, 0x87b5df96u, double(double)>;
  double area(double scale) const {
    ::mentat::local_call__<area_tag__> call__;
    area_body__(call__.rtf__(), scale);
    return call__.take__();
  }
  double area_local__(double scale) const {
    ::mentat::local_call__<area_tag__> call__;
    base_impl__::area_body__(call__.rtf__(), scale);
    return call__.take__();
  }
  using sides_tag__ = ::mentat::method__<base_impl__, 0xcc71304cu, int()>;
  int sides() const {
    ::mentat::local_call__<sides_tag__> call__;
    sides_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    double area(double scale, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<area_tag__>(scale, place__);
    }
    int sides(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<sides_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 12 "member_names.mpl.cc"
};
class square_impl__; using square = ::mentat::handle__<square_impl__>; class square_impl__ : public base_impl__ {
 public:
  void area_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double scale) const override { return mentat_rtf__(2 * scale); }
#line 50 "member_names.cc"
 public:
  using area_tag__ = ::mentat::method__<square_impl__, 0x87b5df96u, double(double)>;
  double area(double scale) const {
    ::mentat::local_call__<area_tag__> call__;
    area_body__(call__.rtf__(), scale);
    return call__.take__();
  }
  double area_local__(double scale) const {
    ::mentat::local_call__<area_tag__> call__;
    square_impl__::area_body__(call__.rtf__(), scale);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::handle__<base_impl__> {
    double area(double scale, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<area_tag__>(scale, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 16 "member_names.mpl.cc"
};

}  // namespace shapes

class calculator_impl__; using calculator = ::mentat::handle__<calculator_impl__>; class calculator_impl__ {
 public:
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double x) { return mentat_rtf__(x / 2); }
  void add_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double a, double b) { return mentat_rtf__(a + b); }
#line 79 "member_names.cc"
 public:
  using half_tag__ = ::mentat::method__<calculator_impl__, 0x2474e572u, double(double)>;
  double half(double x) {
    ::mentat::local_call__<half_tag__> call__;
    half_body__(call__.rtf__(), x);
    return call__.take__();
  }
  using add_tag__ = ::mentat::method__<calculator_impl__, 0xcb87c6bbu, double(double, double)>;
  double add(double a, double b) {
    ::mentat::local_call__<add_tag__> call__;
    add_body__(call__.rtf__(), a, b);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    double half(double x, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<half_tag__>(x, place__);
    }
    double add(double a, double b, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<add_tag__>(a, b, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 24 "member_names.mpl.cc"
};

double all(const std::vector<double>& values, int n) {
  mentat::group<shapes::square> g(n);
  auto areas = g.each(::mentat::member__<::shapes::square_impl__::area_tag__, &::shapes::square_impl__::area>(), 2.0);
  auto sides = g.each(
      ::mentat::member__<::shapes::base_impl__::sides_tag__, &::shapes::base_impl__::sides>()
);
  calculator c;
  double sum = mentat::reduce(areas, ::mentat::member__<::calculator_impl__::add_tag__, &::calculator_impl__::add>(), 0.0);
  sum += mentat::map_reduce(c, (::mentat::member__<::calculator_impl__::half_tag__, &::calculator_impl__::half>()), values, ::mentat::member__<::calculator_impl__::add_tag__, &::calculator_impl__::add>());
  return sum + sides[0] + mentat::map(c, ::mentat::member__<::calculator_impl__::half_tag__, &::calculator_impl__::half>(), areas)[0];
}
#line 116 "member_names.cc"
template <> struct mentat::server__<::shapes::base_impl__> {
  static void dispatch__(::shapes::base_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::shapes::base_impl__::area_tag__::number__: {
        ::mentat::accepted_call__<::shapes::base_impl__::area_tag__> call__(unit__);
        return self__.area_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::shapes::base_impl__::sides_tag__::number__: {
        ::mentat::accepted_call__<::shapes::base_impl__::sides_tag__> call__(unit__);
        return self__.sides_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "shapes::base", ::mentat::kind__::persistent__, 0x0745c2916ae66d45ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::shapes::base_impl__::area_tag__>("area", "member_names.mpl.cc:10"),
      ::mentat::describe__<::shapes::base_impl__::sides_tag__>("sides", "member_names.mpl.cc:11"),
  };
};
auto ::shapes::base_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::shapes::base_impl__>();
}
MENTAT_REGISTER_CLASS(::shapes::base_impl__)
template <> struct mentat::server__<::shapes::square_impl__> {
  static void dispatch__(::shapes::square_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::shapes::square_impl__::area_tag__::number__: {
        ::mentat::accepted_call__<::shapes::square_impl__::area_tag__> call__(unit__);
        return self__.area_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::server__<::shapes::base_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "shapes::square", ::mentat::kind__::persistent__, 0x736fbc29852069afull, &::mentat::server__<::shapes::base_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::shapes::square_impl__::area_tag__>("area", "member_names.mpl.cc:15"),
  };
};
auto ::shapes::square_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::shapes::square_impl__>();
}
MENTAT_REGISTER_CLASS(::shapes::square_impl__)
template <> struct mentat::server__<::calculator_impl__> {
  static void dispatch__(::calculator_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::calculator_impl__::half_tag__::number__: {
        ::mentat::accepted_call__<::calculator_impl__::half_tag__> call__(unit__);
        return self__.half_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::calculator_impl__::add_tag__::number__: {
        ::mentat::accepted_call__<::calculator_impl__::add_tag__> call__(unit__);
        return self__.add_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "calculator", ::mentat::kind__::regular__, 0x6b25709dd4076209ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::calculator_impl__::half_tag__>("half", "member_names.mpl.cc:22"),
      ::mentat::describe__<::calculator_impl__::add_tag__>("add", "member_names.mpl.cc:23"),
  };
};
auto ::calculator_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::calculator_impl__>();
}
MENTAT_REGISTER_CLASS(::calculator_impl__)
