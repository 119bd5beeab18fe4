#include <mentat/mpl.h>

#include <string>

namespace shop {

struct item {
  std::string name;
  double price = 0;
};

// A class whose functions are all defined inside.
persistent mentat class counter {
 public:
  static constexpr int limit = 100;

  counter() = default;
  explicit counter(int start) : total_(start) {}
  ~counter() {}

  int add(int n) {
    total_ += n;
    rtf(total_);
  }
  [[nodiscard]] int total() const { return total_; }
  void put(item one, const std::string& note) { last_ = note + one.name; }
  item
  first() { return item{last_, 1}; }
  static bool allowed(int n) { return n < limit; }

 private:
  int twice(int n) { return add(n) + this->add(n); }
  int total_ = 0;
  std::string last_;
};

}  // namespace shop

int use() {
  shop::counter c;
  c.create(5);
  return shop::counter::allowed(shop::counter::limit) ? 1 : c.add(1);
}
