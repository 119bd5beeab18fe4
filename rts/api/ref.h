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
  // The class may have functions of these names itself.
  ref(const Object& variable)
      : class_(&variable.mentat_object::of_class__()), name_(variable.mentat_object::name()) {}

  [[nodiscard]] Object operator*() const {
    Object variable;
    if (class_) variable.mentat_object::bind__(*class_, name_);
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

  [[nodiscard]] bool bound() const { return (**this).mentat_object::bound(); }
  void destroy() {
    (**this).mentat_object::destroy();
    *this = ref();
  }
  friend bool operator==(const ref& a, const ref& b) { return a.name_ == b.name_; }
  friend std::strong_ordering operator<=>(const ref& a, const ref& b) {
    return a.name_ <=> b.name_;
  }
  [[nodiscard]] std::size_t hash() const { return detail::hash_of(name_); }

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

template <class Object>
struct std::hash<mentat::ref<Object>> {
  std::size_t operator()(const mentat::ref<Object>& name) const noexcept { return name.hash(); }
};
