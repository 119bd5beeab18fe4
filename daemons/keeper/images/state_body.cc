#include "daemons/keeper/images/state_body.h"

#include <concepts>

#include "mmps/wire/little_endian.h"

namespace mentat::keeper {
namespace {

constexpr std::size_t least_cell = 8;  // bytes

class writer {
 public:
  template <std::unsigned_integral Number>
  void put(Number number) {
    const std::size_t at = made_.size();
    made_.resize(at + sizeof number);
    mmps::put_little_endian(made_.data() + at, number);
  }
  // With its length.
  void put(std::span<const std::byte> run) {
    put(static_cast<std::uint32_t>(run.size()));
    made_.insert(made_.end(), run.begin(), run.end());
  }
  void put(const std::string& text) { put(std::as_bytes(std::span(text))); }
  void put(const std::vector<cell_view>& cells) {
    put(static_cast<std::uint32_t>(cells.size()));
    for (const cell_view& each : cells) {
      put(each.place);
      put(each.value);
    }
  }
  std::vector<std::byte> take() { return std::move(made_); }

 private:
  std::vector<std::byte> made_;
};

// After the first fault everything is 0 and empty.
class reader {
 public:
  explicit reader(std::span<const std::byte> from) : left_(from) {}

  template <std::unsigned_integral Number>
  Number number() {
    if (!has(sizeof(Number))) return 0;
    const Number read = mmps::get_little_endian<Number>(left_.data());
    left_ = left_.subspan(sizeof(Number));
    return read;
  }
  std::span<const std::byte> run(std::size_t most = SIZE_MAX) {
    const std::size_t size = number<std::uint32_t>();
    if (!has(size) || size > most) return fail(), std::span<const std::byte>();
    const auto read = left_.first(size);
    left_ = left_.subspan(size);
    return read;
  }
  std::string text() {
    const auto read = run(longest_name);
    return {reinterpret_cast<const char*>(read.data()), read.size()};
  }
  std::vector<cell_view> cells() {
    std::vector<cell_view> read;
    const std::uint32_t count = number<std::uint32_t>();
    if (count > left_.size() / least_cell) return fail(), read;
    read.reserve(count);
    while (read.size() < count && is_good_) {
      const auto place = number<std::uint32_t>();
      read.push_back({place, run()});
    }
    return read;
  }
  [[nodiscard]] bool is_at_end() const { return is_good_ && left_.empty(); }

 private:
  bool has(std::size_t size) {
    if (size > left_.size()) fail();
    return is_good_;
  }
  void fail() {
    is_good_ = false;
    left_ = {};
  }

  std::span<const std::byte> left_;
  bool is_good_ = true;
};

}  // namespace

std::string_view name_of(durability level) {
  switch (level) {
    case durability::process:
      return "process";
    case durability::memory:
      return "memory";
    case durability::disk:
      return "disk";
  }
  return "unknown";
}

std::vector<std::byte> encode(const state_body& of) {
  writer into;
  into.put(of.about.class_hash);
  into.put(of.about.layout_hash);
  into.put(static_cast<std::uint8_t>(of.about.level));
  into.put(of.about.copies);
  into.put(of.about.class_name);
  into.put(of.about.name);
  into.put(of.cells);
  into.put(of.calls);
  return into.take();
}

std::vector<std::byte> encode(const effect_body& of) {
  writer into;
  into.put(of.cells);
  into.put(of.call);
  return into.take();
}

std::optional<state_body> read_state(std::span<const std::byte> body) {
  reader from(body);
  state_body read;
  read.about.class_hash = from.number<std::uint64_t>();
  read.about.layout_hash = from.number<std::uint64_t>();
  const auto level = from.number<std::uint8_t>();
  read.about.level = static_cast<durability>(level);
  read.about.copies = from.number<std::uint8_t>();
  read.about.class_name = from.text();
  read.about.name = from.text();
  read.cells = from.cells();
  read.calls = from.run();
  if (!from.is_at_end() || level > static_cast<std::uint8_t>(durability::disk)) return std::nullopt;
  return read;
}

std::optional<effect_body> read_effect(std::span<const std::byte> body) {
  reader from(body);
  effect_body read;
  read.cells = from.cells();
  read.call = from.run();
  if (!from.is_at_end()) return std::nullopt;
  return read;
}

}  // namespace mentat::keeper
