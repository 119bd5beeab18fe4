// For server sections and files that define Mentat classes: the run-time interface together with
// marshalling (Cereal).
#pragma once

#include <mentat/api.h>

#include "rts/api/server.h"
