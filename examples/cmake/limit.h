#pragma once

/// The first argument of the program as a number of at least 1; a million without one.
int limit_from(int argc, char** argv);
