// A small program of the usual kind: count words in parts, merge the counts pairwise, ask an object
// for statistics.
#include <mentat/mpl.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

using counts = std::map<std::string, int>;

class [[mentat::persistent]] statistics {
 public:
  void saw(int words) {
    words_ += words;
    ++parts_;
  }
  std::string report() {
    rtf(std::to_string(words_) + " words in " + std::to_string(parts_) + " parts");
  }

 private:
  int words_ = 0;
  int parts_ = 0;
};

class [[mentat::regular]] counter {
 public:
  counts count(const std::string& text) {
    counts c;
    std::string word;
    for (char ch : text + " ") {
      if (ch != ' ') {
        word += ch;
      } else if (!word.empty()) {
        ++c[word];
        word.clear();
      }
    }
    rtf(c);
  }
  counts merge(counts a, const counts& b) {
    for (const auto& [word, n] : b) a[word] += n;
    rtf(a);
  }
  int total(const counts& c) {
    int n = 0;
    for (const auto& entry : c) n += entry.second;
    rtf(n);
  }
};

int main() {
  const std::vector<std::string> text{"a rose is a rose", "is a rose", "",
                                      "the name of the rose", "a name"};
  counter c;
  statistics s;
  mentat::create(s);
  std::vector<counts> parts(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    parts[i] = c.count(text[i]);
    s.saw(c.total(parts[i]));
  }
  counts all;
  for (std::size_t i = 0; i < text.size(); ++i) all = c.merge(all, parts[i]);
  std::string report = s.report();
  for (const auto& [word, n] : all) std::printf("%s:%d ", word.c_str(), n);
  std::printf("%s\n", report.c_str());
}
