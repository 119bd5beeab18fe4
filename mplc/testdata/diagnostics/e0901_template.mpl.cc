#include <mentat/mpl.h>
#include <vector>

struct entry {
  int key = 0;
  int* value = nullptr;
};

template <class T>
class [[mentat::replicated]] board {
 public:
  int size() const { return static_cast<int>(all_.size()); }
  void clear() { all_.clear(); }

 private:
  std::vector<T> all_;
};

int main() {
  board<int> good;
  mentat::create(good);
  board<entry> bad;
  mentat::create(bad);
  return good.size() + bad.size();
}
// expect: 22:16: error: data member 'all_' of replicated class 'board' cannot be copied to another process: all_[i].value has type int *; a pointer means nothing to another object [E0901]
