#pragma once

/// A plain struct of a plain library: an argument of a Mentat call.
struct steps {
  int first = 0;
  int second = 0;
};
