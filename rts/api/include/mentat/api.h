// The run-time interface of Mentat, used by translated programs and by code written by hand without
// the translator. See docs/emitted.md for the shape of a class. Marshalling is in
// <mentat/server.h>, which only server sections need.
#pragma once

#define MENTAT_TRANSLATED 1

#include "rts/api/emitted_names.h"
#include "rts/api/expect.h"
#include "rts/api/guard.h"
#include "rts/api/handle.h"
#include "rts/api/handle_hash.h"
#include "rts/api/hints_of_variables.h"
#include "rts/api/ref.h"
#include "rts/api/result.h"
#include "rts/api/rtf.h"
#include "rts/api/rv.h"
#include "rts/api/select.h"
#include "rts/api/self.h"
#include "rts/core/errors.h"
