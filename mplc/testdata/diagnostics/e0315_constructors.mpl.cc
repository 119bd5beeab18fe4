#include <mentat/buffer.h>
#include <mentat/mpl.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

mentat::buffer<double> read_all();

class [[mentat::persistent]] label {
 public:
  label() = default;
  explicit label(std::string_view text) : text_(text), length_(text.size()) {}
  label(std::span<const double> values, int) { first_ = values.data(); }
  label(std::string_view text, std::string copy) : copy_(text) { copy_ += copy; }
  void swapped(std::string_view text) { std::swap(text_, text); }
  void put_in(std::string_view text) { std::exchange(text_, text); }
  double sum(std::span<const double> values);

 private:
  std::string_view text_;
  std::string copy_;
  std::size_t length_ = 0;
  const double* first_ = nullptr;
};

double of_temporaries() {
  std::span<const double> all;
  all = read_all();
  mentat::buffer<double> named = read_all();
  all = named;
  return all[0];
}

// expect: 14:43: error: the elements of view 'text' end with the call, but 'text_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 15:57: error: the elements of view 'values' end with the call, but 'first_' would keep the view; take a mentat::buffer<double> [E0315]
// expect: 17:58: error: the elements of view 'text' end with the call, but 'text_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 18:61: error: the elements of view 'text' end with the call, but 'text_' would keep the view; take a mentat::text (a mentat::buffer<char>) [E0315]
// expect: 30:9: error: this is a view of a temporary mentat::buffer, which ends with the expression; give that a name [E0315]
