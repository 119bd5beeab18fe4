// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "template_class.mpl.cc"
#include "template_class.h"

struct point {
  int x, y;
};

int mentat_main__(int, char**) {
  store::box<point> of_points;
  of_points.create();
  point p; ::mentat::rv_scope__ mentat_scope_p__(p); ::mentat::RV_INSERT__(p) = of_points.invoke_fn__<::store::box_impl__<::point, 4>::put_tag__>(::store::box_impl__<::point, 4>::put_tag__::value__<0>{1, 2}, ::store::box_impl__<::point, 4>::put_default_1__());
  return ::mentat::RESOLVE__(p.x);
}
#line 19 "template_class.cc"
#ifndef MENTAT_SERIALIZE_4bfa6ed0c781c13b
#define MENTAT_SERIALIZE_4bfa6ed0c781c13b
template <class Archive__>
void serialize__(Archive__& archive__, ::point& value__) {
  archive__(value__.x, value__.y);
}
#endif
#ifndef MENTAT_SERIALIZE_faffc0080684facc
#define MENTAT_SERIALIZE_faffc0080684facc
namespace store {
template <class Archive__>
void serialize__(Archive__& archive__, ::store::label& value__) {
  archive__(value__.number);
}
}
#endif
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
