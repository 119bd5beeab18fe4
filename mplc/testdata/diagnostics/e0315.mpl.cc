#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct part {
  std::span<const double> of;
  int number = 0;
};
std::string_view last_seen;
mentat::buffer<double> read_all();
mentat::text title();

class [[mentat::persistent]] keeper {
 public:
  void keep(std::span<const double> values) { values_ = values; }
  void keep_part(const std::span<const double>& values) {
    const auto front = values.first(2);
    parts_.push_back({front, 1});
    parts_[0].of = values.subspan(1);
    part whole{values, 2};
    whole.number = 3;
    parts_.back() = whole;
  }
  void keep_pointer(std::span<const double> values) {
    first_ = values.data();
    first_ = &values[0];
    for (const double& one : values)
      if (one > 0) first_ = &one;
  }
  int note(std::string_view text) {
    names_.push_back(text);
    names_.emplace_back(text.substr(1));
    ++counts_[text];
    counts_.emplace(text, 2);
    last_seen = text;
    static std::string_view before = text;
    std::string_view rest = text;
    rest.remove_prefix(1);
    rest = rest.substr(1);
    best_ = rest;
    pair_ = std::pair(1, text);
    auto& slot = names_[0];
    slot = text;
    return static_cast<int>(before.size());
  }
  void later(std::span<const double> values, std::string_view text) {
    jobs_.push_back([values] { return values[0]; });
    job_ = [&text] { return static_cast<double>(text.size()); };
    std::vector<std::string_view> words;
    words.push_back(text);
    names_ = words;
  }
  void temporaries() {
    std::span<const double> all = read_all();
    const std::string_view name = title();
    std::span<const double> explicitly(read_all());
    std::span<const double> slice = read_all().slice(1, 2);
  }

 private:
  std::span<const double> values_;
  std::vector<part> parts_;
  const double* first_ = nullptr;
  std::vector<std::string_view> names_;
  std::map<std::string_view, int> counts_;
  std::optional<std::string_view> best_;
  std::pair<int, std::string_view> pair_;
  std::vector<std::function<double()>> jobs_;
  std::function<double()> job_;
};

constexpr double weights[] = {1, 2};
class [[mentat::regular]] defaults {
 public:
  double sum(std::span<const double> of = std::vector<double>{1, 2});
  int count(std::string_view text = std::string("temporary"));
  int length(std::string_view text = title());
  double weigh(std::span<const double> of = weights, std::string_view unit = "kg",
               std::span<const double> more = {}, std::string_view seen = last_seen);
};

template <class T>
class [[mentat::persistent]] box {
 public:
  void keep(std::span<const T> values) { values_ = values; }

 private:
  std::span<const T> values_;
};

class [[mentat::persistent]] server {
 public:
  void put(std::string_view text) {}
  void serve() {
    for (;;) {
      mselect {
        : maccept put(std::string_view text);
          last_ = text;
          copy_ = text;
          break;
      };
    }
  }

 private:
  std::string_view last_;
  std::string copy_;
};

// What does not outlive the call, or is not known to.
class [[mentat::persistent]] reader {
 public:
  double sum(std::span<const double> values) {
    copy_.assign(values.begin(), values.end());
    copy_ = std::vector<double>(values.begin(), values.end());
    last_ = values.back();
    buffer_ = mentat::buffer<double>::copy_of(values);
    const std::span<const double> half = values.first(values.size() / 2);
    std::vector<std::span<const double>> halves{half, values.subspan(half.size())};
    double total = 0;
    const auto add = [&total, &values](std::size_t i) { total += values[i]; };
    for (std::size_t i = 0; i < values.size(); ++i) add(i);
    for (const auto& one : halves) total += one.empty() ? 0 : one[0];
    const std::span<const double> mine = buffer_;
    own_ = mine;
    return total;
  }
  int count(std::string_view text) {
    name_ = text;
    names_.emplace_back(text);
    names_.push_back(std::string(text));
    ++counts_[std::string(text)];
    described_ = std::pair<std::string, std::string_view>(text, "literal");
    last_text_ = mentat::text::copy_of(text);
    std::string_view known = text;
    if (known.empty()) known = "nothing";
    shown_ = "literal";
    std::string_view other = text;
    choose(other);
    shown_ = other;
    shown_ = intern(text);
    length_ = text.size();
    return static_cast<int>(known.size());
  }

 private:
  static void choose(std::string_view& text) { text = "literal"; }
  std::string_view intern(std::string_view text) { return *interned_.insert(std::string(text)).first; }
  std::vector<double> copy_;
  double last_ = 0;
  mentat::buffer<double> buffer_;
  std::span<const double> own_;
  std::string name_;
  std::vector<std::string> names_;
  std::map<std::string, int> counts_;
  std::pair<std::string, std::string_view> described_;
  mentat::text last_text_;
  std::string_view shown_;
  std::size_t length_ = 0;
  std::set<std::string> interned_;
};
// expect: 24:57: error: the elements of view 'values' end with the call, but 'values_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 27:22: error: the elements of view 'values' end with the call, but 'parts_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 28:20: error: the elements of view 'values' end with the call, but 'parts_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 31:21: error: the elements of view 'values' end with the call, but 'parts_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 34:14: error: the elements of view 'values' end with the call, but 'first_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 35:14: error: the elements of view 'values' end with the call, but 'first_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 37:29: error: the elements of view 'values' end with the call, but 'first_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 40:22: error: the elements of view 'text' end with the call, but 'names_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 41:25: error: the elements of view 'text' end with the call, but 'names_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 42:15: error: the elements of view 'text' end with the call, but 'counts_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 43:21: error: the elements of view 'text' end with the call, but 'counts_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 44:5: warning: member function 'note' of Mentat class 'keeper' uses 'last_seen', which is not part of the object: each process has its own copy [W0208]
// expect: 44:17: error: the elements of view 'text' end with the call, but 'last_seen' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 45:38: error: the elements of view 'text' end with the call, but 'before' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 49:13: error: the elements of view 'text' end with the call, but 'best_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 50:13: error: the elements of view 'text' end with the call, but 'pair_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 52:12: error: the elements of view 'text' end with the call, but 'names_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 53:29: warning: member function 'note' of Mentat class 'keeper' uses 'before', which is not part of the object: each process has its own copy [W0208]
// expect: 56:21: error: the elements of view 'values' end with the call, but 'jobs_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 57:12: error: the elements of view 'text' end with the call, but 'job_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 60:14: error: the elements of view 'text' end with the call, but 'names_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 63:29: error: 'all' is a view of a temporary mentat::buffer, which ends with this expression; give that a name [E0315]
// expect: 64:28: error: 'name' is a view of a temporary mentat::buffer, which ends with this expression; give that a name [E0315]
// expect: 65:29: error: 'explicitly' is a view of a temporary mentat::buffer, which ends with this expression; give that a name [E0315]
// expect: 66:29: error: 'slice' is a view of a temporary mentat::buffer, which ends with this expression; give that a name [E0315]
// expect: 84:38: error: the default argument of parameter 'of' of 'defaults::sum' is a view of a temporary, which ends before the call; name a constant [E0315]
// expect: 85:30: error: the default argument of parameter 'text' of 'defaults::count' is a view of a temporary, which ends before the call; name a constant [E0315]
// expect: 86:31: error: the default argument of parameter 'text' of 'defaults::length' is a view of a temporary, which ends before the call; name a constant [E0315]
// expect: 88:75: warning: member function 'weigh' of Mentat class 'defaults' uses 'last_seen', which is not part of the object: each process has its own copy [W0208]
// expect: 94:52: error: the elements of view 'values' end with the call, but 'values_' would keep the view; take a mentat::buffer [E0315]
// expect: 107:19: error: the elements of view 'text' end with the call, but 'last_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
