#include <mentat/mpl.h>

// In a raw string it is a character.
const char* kept = R"(ab)";
