// Translated by mplc VERSION.
#include <mentat/api.h>
#line 1 "guard_definition.mpl.cc"
// The definition of a guarded function whose class stands in a header.
#include "guard_header.h"

template <> bool ::gate_impl__::mentat_guard__(::gate_impl__::pass_tag__*, [[maybe_unused]] const typename ::gate_impl__::pass_tag__::template value__<0>& least) const { return static_cast<bool>(open_ >= least); } void gate_impl__::pass_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int least) {
  if (static_cast<void>(::mentat::note_guard__<pass_tag__, "open_ >= least">), mentat_rtf__.is_local__()) ::mentat::guard(open_ >= least);
  return mentat_rtf__(open_);
}
