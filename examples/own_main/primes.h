// A plain C++ function; only primes.mpl.cc knows that it uses Mentat.
#pragma once

/// REQUIRES: mentat::runtime::run() is in progress.
int primes_below(int limit);
