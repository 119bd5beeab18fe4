#include <mentat/mpl.h>

inline namespace one {
mentat class worker {
 public:
  int op() { return 1; }
};
}  // namespace one
namespace {
mentat class worker {
 public:
  int op() { return 2; }
};
}  // namespace
