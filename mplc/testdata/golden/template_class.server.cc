// Translated by mplc VERSION.
// The server sections of template_class.h.
// It defines no Mentat class that is not a template.
#include "template_class.h"
