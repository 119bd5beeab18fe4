#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "template_class.mpl.cc"
#include "template_class.h"

struct point {
  int x, y;
};

int mentat_main(int, char**) {
  store::box<point> of_points;
  of_points.create();
  point p; ::mentat::rv_scope mentat_scope_p(p); ::mentat::RV_INSERT(p) = of_points.invoke_fn<::store::box_impl<::point, 4>::put_tag>(::store::box_impl<::point, 4>::put_tag::value<0>{1, 2}, ::store::box_impl<::point, 4>::put_default_1());
  return ::mentat::RESOLVE(p.x);
}
#line 17 "template_class.cc"
#ifndef MENTAT_SERIALIZE_4bfa6ed0c781c13b
#define MENTAT_SERIALIZE_4bfa6ed0c781c13b
template <class Archive>
void serialize(Archive& archive, ::point& value) {
  archive(value.x, value.y);
}
#endif
#ifndef MENTAT_SERIALIZE_faffc0080684facc
#define MENTAT_SERIALIZE_faffc0080684facc
namespace store {
template <class Archive>
void serialize(Archive& archive, ::store::label& value) {
  archive(value.number);
}
}
#endif
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
