// What the text of a Python module includes that `mentat python-module` makes; mplc --emit=python
// writes the rest. Not for use by hand.
#pragma once

#include "mentat/python/bindings.h"
