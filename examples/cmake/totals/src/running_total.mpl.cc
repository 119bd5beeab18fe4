#include "totals/running_total.mpl.h"

void running_total::add(int number) { sum_ += number; }
int running_total::sum() const { return sum_; }
