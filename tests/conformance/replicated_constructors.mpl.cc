// Objects are made by create with arguments for their constructors, in main and in workers; the
// copies of all processes begin alike.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

struct span_of_keys {
  int from = 0, to = 0;
};

class [[mentat::replicated]] table {
 public:
  table() { names_[0] = "none"; }
  explicit table(const std::vector<std::string>& names, int first = 10) {
    for (const std::string& name : names) names_[first++] = name;
  }
  explicit table(span_of_keys keys) {
    for (int key = keys.from; key < keys.to; ++key) names_[key] = std::string(1, char('a' + key));
  }
  std::string at(int key) const {
    const auto found = names_.find(key);
    return found == names_.end() ? "?" : found->second;
  }
  int size() const { return int(names_.size()); }
  void set(int key, const std::string& name) { names_[key] = name; }

 private:
  std::map<int, std::string> names_;
};

class [[mentat::regular]] worker {
 public:
  table make(const std::string& name) {
    table made;
    mentat::create(made, std::vector<std::string>{name, name + "2"}, 5);
    return made;
  }
  std::string look(table in, int key) { return in.at(key) + ":" + std::to_string(in.size()); }
};

int main() {
  table plain, listed, keyed;
  mentat::create(plain);
  mentat::create(listed, std::vector<std::string>{"x", "y", "z"});
  mentat::create(keyed, span_of_keys{1, 4});
  worker w;
  table made = w.make("w");
  std::string a = w.look(plain, 0), b = w.look(listed, 12), c = w.look(keyed, 3);
  std::string d = w.look(made, 6);
  std::printf("%s %s %s %s\n", a.c_str(), b.c_str(), c.c_str(), d.c_str());
  listed.set(12, "new");
  std::string e = w.look(listed, 12);
  std::printf("%s %s\n", e.c_str(), listed.at(11).c_str());
}
