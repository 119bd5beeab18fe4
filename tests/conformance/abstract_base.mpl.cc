// A base with pure virtual functions, used by keyword-marked classes through a pointer and a
// reference.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

mentat class filter {
 public:
  virtual ~filter() = default;
  virtual std::string apply(const std::string& s) = 0;
  virtual std::string name() const { rtf("filter"); }
};

mentat class upper : public filter {
 public:
  std::string apply(const std::string& s) override {
    std::string t = s;
    for (char& c : t)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    rtf(t);
  }
  std::string name() const override { rtf("upper"); }
};

mentat class twice : public filter {
 public:
  std::string apply(const std::string& s) override { rtf(s + s); }
};

int main() {
  upper u;
  twice t;
  filter* all[3] = {&u, &t, &t};
  std::string s = "text";
  std::string names;
  for (filter* f : all) {
    s = f->apply(s);
    names += f->name() + " ";
  }
  filter& last = u;
  s = last.apply(s + "x");
  std::printf("%s %s\n", s.c_str(), names.c_str());
}
