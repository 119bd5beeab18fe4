// Plain C++ sees a function; that it uses Mentat is the business of primes.mpl.cc.
#pragma once

/// REQUIRES: mentat::runtime::run() is going on.
int primes_below(int limit);
