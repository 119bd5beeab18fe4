// The errors that a program may catch by type. Light enough for files that name nothing else of the
// run-time system; they are the same in translated programs and in sequential ones built by an
// ordinary compiler.
#pragma once

#include "rts/core/errors.h"
