// The name of an object whose class is not complete yet, such as the class itself: for the fields
// of linked objects. A ref is a value like a Mentat variable; `*r`, `r->op(...)` and a conversion
// give the variable. Thread-safety: as a handle. Errors: those of calls through the variable;
// marshal_error when bytes name an object of another class.
#pragma once

#include "rts/api/handle.h"

namespace mentat {

template <class Object>
class ref {
 public:
  ref() = default;
  ref(const Object& variable) : class_(&variable.of_class()), name_(variable.name()) {}

  [[nodiscard]] Object operator*() const {
    Object variable;
    if (class_) variable.bind(*class_, name_);
    return variable;
  }
  class pointer {
   public:
    explicit pointer(Object variable) : variable_(std::move(variable)) {}
    Object* operator->() { return &variable_; }

   private:
    Object variable_;
  };
  [[nodiscard]] pointer operator->() const { return pointer(**this); }
  operator Object() const { return **this; }

  [[nodiscard]] bool bound() const { return (**this).bound(); }
  void destroy() {
    (**this).destroy();
    *this = ref();
  }
  friend bool operator==(const ref& a, const ref& b) { return a.name_ == b.name_; }

  template <class Archive>
  void serialize(Archive& archive) {
    Object variable = **this;
    archive(variable);
    *this = ref(variable);
  }

 private:
  const class_info* class_ = nullptr;  // null: never bound
  mmps::mmps_name name_;
};

}  // namespace mentat
