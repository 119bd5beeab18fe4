// Everything that is wrong here is marked `error`; clangd_test.sh compares. Nothing else may be reported.
#include <mentat/mpl.h>

#include <string>
#include <vector>

persistent mentat class shelf {
 public:
  explicit shelf(int size) : size_(size) {}
  void put(const std::string& what) { things_.push_back(what); }
  int count() { rtf(static_cast<int>(things_.size())); }

  void serve() {
    bool persistent = true;
    while (persistent) {
      mselect {
        (count_ < size_) : maccept put(const std::string& what);  // error
          if (what.empty()) persistent = false;
          break;
        (things_.size() > 2) : maccept count();
          nothing = 1;  // error
          break;
      };
    }
  }
  int wait() {
    mselect {};  // error
    return size_;
  }

 private:
  int size_;
  std::vector<std::string> things_;
};

int main() {
  shelf s;
  s.create(3);
  s.put(undeclared);  // error
  int n = s.count();
  int regular = n;
  std::string text = n;  // error
  mentat::destroy(s);
  return regular;
}
