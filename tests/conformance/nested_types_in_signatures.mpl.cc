// Enumerations, structs and aliases of the class itself stand in its signatures and in the text of
// its clients.
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

namespace shop {
class [[mentat::persistent]] store {
 public:
  enum class kind { fruit, tool };
  struct item {
    kind what = kind::fruit;
    int price = 0;
  };
  using items = std::vector<item>;
  void put(item i) { items_.push_back(i); }
  items all(kind k) {
    items found;
    for (const item& i : items_)
      if (i.what == k) found.push_back(i);
    rtf(found);
  }
  item dearest(const items& from = items()) {
    item best;
    for (const item& i : from.empty() ? items_ : from)
      if (i.price > best.price) best = i;
    rtf(best);
  }

 private:
  items items_;
};
}  // namespace shop

int main() {
  shop::store s;
  mentat::create(s);
  shop::store::item i;
  for (int n = 1; n < 6; ++n) {
    i.price = n * 10;
    i.what = n % 2 ? shop::store::kind::tool : shop::store::kind::fruit;
    s.put(i);
  }
  shop::store::items fruit = s.all(shop::store::kind::fruit);
  shop::store::item a = s.dearest(fruit);
  auto b = s.dearest();
  std::printf("%zu %d %d %d\n", fruit.size(), a.price, b.price, b.what == shop::store::kind::tool);
}
