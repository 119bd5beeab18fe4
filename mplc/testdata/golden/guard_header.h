// Translated by mplc VERSION.
#include <mentat/api.h>
#line 1 "guard_header.mpl.h"
// A guard whose function another file defines: the class has a place for it.
#pragma once
#include <mentat/mpl.h>

class gate_impl__; using gate = ::mentat::handle__<gate_impl__>; class gate_impl__ {
 public:
  void open_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { ++open_; }
  void pass_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int needed);

 private:
  int open_ = 0;
#line 16 "guard_header.h"
 public:
  using open_tag__ = ::mentat::method__<gate_impl__, 0x6409e633u, void()>;
  void open() {
    ::mentat::local_call__<open_tag__> call__;
    open_body__(call__.rtf__());
    return call__.take__();
  }
  using pass_tag__ = ::mentat::method__<gate_impl__, 0x1b986600u, int(int)>;
  int pass(int needed) {
    ::mentat::local_call__<pass_tag__> call__;
    pass_body__(call__.rtf__(), needed);
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void open(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<open_tag__>(place__);
    }
    int pass(int needed, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<pass_tag__>(needed, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 12 "guard_header.mpl.h"
};
