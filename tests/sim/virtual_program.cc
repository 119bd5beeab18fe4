#include "tests/sim/virtual_program.h"

#include <array>

#include "mmps/base/check.h"
#include "mmps/wire/error_value.h"
#include "mmps/wire/future_blob.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "tests/sim/virtual_buffer.h"

namespace mentat::sim {
namespace {

using mmps::future_arc;
using mmps::mentat_message;
using mmps::message_type;
using mmps::mmps_name;
using bytes = std::span<const std::byte>;

// The forms that an inner node takes: how its children are joined.
enum class form : std::uint8_t { two, twice, sum, handed_on };

form form_of(const node& of) {
  const std::uint64_t choice = mixed(of.number, 3) % 8;
  if (choice == 0) return form::twice;
  if (choice <= 2) return form::sum;
  if (choice == 3) return form::handed_on;
  return form::two;
}
node child_of(const node& of, std::uint64_t which) {
  return {of.depth - 1, mixed(of.number, which)};
}
std::uint64_t value_of_leaf(std::uint64_t number) { return mixed(number, 5) % 1000; }
bool leaf_calls(std::uint64_t number) { return mixed(number, 7) % 3 == 0; }
// Of a buffer: what a leaf puts it gets, so that its calls leave the buffer as it was.
std::span<const buffer_function> buffer_calls_of_leaf(std::uint64_t number) {
  using enum buffer_function;
  static constexpr std::array all{exchange, put, get, look};
  const std::span every(all);
  switch (mixed(number, 11) % 4) {
    case 0:
      return every;
    case 1:
      return every.subspan(1);
    case 2:
      return every.first(3);
    default:
      return every.subspan(1, 2);
  }
}
std::uint64_t calls_of_leaf(std::uint64_t number, const called& object) {
  return object.is_buffer ? buffer_calls_of_leaf(number).size() : 1 + mixed(number, 11) % 3;
}
std::uint64_t combined(std::uint64_t a, std::uint64_t b) { return (a * 31 + b * 17 + 1) >> 1; }

void append(std::vector<std::byte>& to, std::uint64_t number) {
  const std::size_t at = to.size();
  to.resize(at + 8);
  mmps::put_little_endian(to.data() + at, number);
}
void append(std::vector<std::byte>& to, const mmps_name& name) {
  const std::size_t at = to.size();
  to.resize(at + sizeof name);
  mmps::put_name(to.data() + at, name);
}
void append(std::vector<std::byte>& to, const called& object) {
  append(to, object.object);
  append(to, object.is_buffer ? 1 : 0);
}
std::uint64_t number_at(bytes from, std::size_t at) {
  return mmps::get_little_endian<std::uint64_t>(from.data() + at);
}

mentat_message message_of(message_type type, std::uint64_t class_hash, std::uint16_t of_class,
                          const computation_tag& tag, bytes future,
                          const std::vector<std::byte>& value) {
  std::vector<std::byte> body(future.begin(), future.end());
  body.insert(body.end(), value.begin(), value.end());
  mentat_message made{bytes(body)};
  made.header.type = static_cast<std::uint8_t>(type);
  made.header.future_length = static_cast<std::uint32_t>(future.size());
  made.header.class_id = static_cast<std::uint32_t>(class_hash);
  made.header.interface_hash = static_cast<std::uint32_t>(class_hash >> 32);
  made.header.function = of_class;
  made.header.tag = tag;
  return made;
}

// A split, as one message or as a token for each argument.
void add_split(std::vector<mentat_message>& to, const node& of, const called& object,
               const computation_tag& tag, bytes future) {
  std::vector<std::byte> first, second;
  append(first, of.depth);
  append(first, of.number);
  append(second, object);
  const auto split = static_cast<std::uint16_t>(function::split);
  if (mixed(of.number, 13) % 2 == 0) {
    first.insert(first.end(), second.begin(), second.end());
    to.push_back(message_of(message_type::exec, node_class, split, tag, future, first));
    to.back().header.argument_count = 2;
    return;
  }
  for (std::uint16_t argument = 0; argument < 2; ++argument) {
    to.push_back(message_of(message_type::token, node_class, split, tag, future,
                            argument == 0 ? first : second));
    to.back().header.argument = argument;
    to.back().header.argument_count = 2;
  }
}

std::vector<std::byte> arcs_to(const computation_tag& tag, function of, std::uint16_t count,
                               std::initializer_list<std::uint16_t> arguments, std::uint16_t depth,
                               bytes future) {
  mmps::future_writer writer;
  for (const std::uint16_t argument : arguments)
    writer.add({.destination = {},
                .tag = tag,
                .class_hash = node_class,
                .function = static_cast<std::uint16_t>(of),
                .argument = argument,
                .argument_count = count,
                .depth = depth,
                .future = future});
  MENTAT_CHECK(writer.fault() == mmps::future_fault::none, "the graphs here are small");
  return {writer.bytes().begin(), writer.bytes().end()};
}

// A unit that is being executed.
struct activation {
  const mentat_message& unit;
  const name_child& child;
  outcome came;

  [[nodiscard]] bytes future() const { return unit.body().first(unit.header.future_length); }
  [[nodiscard]] bytes arguments() const { return unit.body().subspan(unit.header.future_length); }
  [[nodiscard]] computation_tag tag(std::uint64_t index) const {
    return child(unit.header.tag, index);
  }
  void value(std::uint64_t number) {
    came.what = outcome::kind::value;
    append(came.result, number);
  }
};

void throw_in(activation& of) {
  of.came.what = outcome::kind::error;
  of.came.result = mmps::encode_error(mmps::error_view{.kind = mmps::error_kind::remote_error,
                                                       .class_name = "node",
                                                       .function_name = "split",
                                                       .host = "simulated",
                                                       .type_name = "std::runtime_error",
                                                       .text = "a leaf that throws"});
}

void call_object(activation& of, std::uint64_t number, const called& object) {
  const std::uint64_t calls = calls_of_leaf(number, object);
  for (std::uint64_t place = 0; place < calls; ++place) {
    const bool last = place + 1 == calls;
    const auto which = object.is_buffer
                           ? static_cast<std::uint16_t>(buffer_calls_of_leaf(number)[place])
                           : std::uint16_t{0};
    of.came.calls.push_back(call_of_object({mixed(number, 100 + place), number, place}, object,
                                           which, of.tag(place), last ? of.future() : bytes{}));
  }
}

void split_inner(activation& of, const node& inner, const called& object) {
  std::vector<mentat_message>& calls = of.came.calls;
  const computation_tag join = of.tag(0);
  const auto depth = static_cast<std::uint16_t>(of.unit.header.depth + 1);
  switch (form_of(inner)) {
    case form::handed_on:
      return add_split(calls, child_of(inner, 1), object, of.tag(1), of.future());
    case form::twice:
      return add_split(calls, child_of(inner, 1), object, of.tag(1),
                       arcs_to(join, function::combine, 2, {0, 1}, depth, of.future()));
    case form::two:
      for (std::uint16_t side = 0; side < 2; ++side)
        add_split(calls, child_of(inner, side + 1u), object, of.tag(side + 1u),
                  arcs_to(join, function::combine, 2, {side}, depth, of.future()));
      return;
    case form::sum:
      for (std::uint16_t side = 0; side < 2; ++side)
        add_split(calls, child_of(inner, side + 1u), object, of.tag(side + 1u),
                  arcs_to(join, function::add, 3, {side}, depth, of.future()));
      std::vector<std::byte> constant;
      append(constant, value_of_leaf(inner.number));
      calls.push_back(message_of(message_type::token, node_class,
                                 static_cast<std::uint16_t>(function::add), join, of.future(),
                                 constant));
      calls.back().header.argument = 2;
      calls.back().header.argument_count = 3;
      return;
  }
}

}  // namespace

std::uint64_t mixed(std::uint64_t number, std::uint64_t with) {
  std::uint64_t z = (number + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull ^
                    (with + 0x94d049bb133111ebull) * 0xd6e8feb86659fd93ull;
  z = (z ^ (z >> 29)) * 0x94d049bb133111ebull;
  return z ^ (z >> 32);
}

std::optional<outcome> execute_node(const mentat_message& unit, const bad_leaves& bad,
                                    const name_child& child) {
  activation of{unit, child, {}};
  const bytes given = of.arguments();
  switch (static_cast<function>(unit.header.function)) {
    case function::combine:
      of.value(combined(number_at(given, 0), number_at(given, 8)));
      break;
    case function::add:
      of.value(number_at(given, 0) + number_at(given, 8) + number_at(given, 16));
      break;
    case function::split: {
      const node self{number_at(given, 0), number_at(given, 8)};
      const called object{mmps::get_name(given.data() + 16), number_at(given, 32) != 0};
      if (self.depth > 0) {
        split_inner(of, self, object);
      } else if (bad.poisonous.contains(self.number)) {
        return std::nullopt;
      } else if (bad.throwing.contains(self.number)) {
        throw_in(of);
      } else if (object.object.bound() && leaf_calls(self.number)) {
        call_object(of, self.number, object);
      } else {
        of.value(value_of_leaf(self.number));
      }
    }
  }
  return std::move(of.came);
}

object_call read_object_call(const mentat_message& unit) {
  const bytes given = unit.body().subspan(unit.header.future_length);
  return {number_at(given, 0), number_at(given, 8), number_at(given, 16)};
}

std::vector<std::byte> answer_of(const object_call& call) {
  std::vector<std::byte> answer;
  append(answer, value_of_leaf(call.number));
  return answer;
}

mentat_message first_split(const node& root, const called& object, const computation_tag& tag,
                           bytes future) {
  std::vector<std::byte> arguments;
  append(arguments, root.depth);
  append(arguments, root.number);
  append(arguments, object);
  mentat_message made =
      message_of(message_type::exec, node_class, static_cast<std::uint16_t>(function::split), tag,
                 future, arguments);
  made.header.argument_count = 2;
  return made;
}

mentat_message call_of_object(const object_call& call, const called& object, std::uint16_t function,
                              const computation_tag& tag, bytes future) {
  std::vector<std::byte> arguments;
  append(arguments, call.number);
  append(arguments, call.caller);
  append(arguments, call.place);
  mentat_message made =
      message_of(message_type::exec, object.is_buffer ? buffer_class : object_class, function, tag,
                 future, arguments);
  made.header.destination = object.object;
  made.header.argument_count = 3;
  return made;
}

right_answer evaluate(const node& root, const called& object, const bad_leaves& bad) {
  right_answer answer;
  if (root.depth == 0) {
    answer.poisoned = bad.poisonous.contains(root.number);
    answer.throws = !answer.poisoned && bad.throwing.contains(root.number);
    answer.calls_object =
        !answer.poisoned && !answer.throws && object.object.bound() && leaf_calls(root.number);
    answer.value = value_of_leaf(
        answer.calls_object ? mixed(root.number, 100 + calls_of_leaf(root.number, object) - 1)
                            : root.number);
    return answer;
  }
  const form how = form_of(root);
  answer = evaluate(child_of(root, 1), object, bad);
  if (how == form::handed_on) return answer;
  right_answer second = answer;
  if (how != form::twice) second = evaluate(child_of(root, 2), object, bad);
  answer.value = how == form::sum ? answer.value + second.value + value_of_leaf(root.number)
                                  : combined(answer.value, second.value);
  answer.throws = answer.throws || second.throws;
  answer.poisoned = answer.poisoned || second.poisoned;
  answer.calls_object = answer.calls_object || second.calls_object;
  return answer;
}

std::uint64_t some_leaf(const node& root, std::uint64_t choice) {
  node at = root;
  for (; at.depth > 0; choice >>= 1) {
    const bool has_two = form_of(at) == form::two || form_of(at) == form::sum;
    at = child_of(at, has_two ? 1 + (choice & 1) : 1);
  }
  return at.number;
}

std::uint64_t value_in(bytes from) { return from.size() == 8 ? number_at(from, 0) : 0; }

}  // namespace mentat::sim
