// Callers, a durable object and its keeper in one thread: messages in rings that outlive their
// writers, and deaths of the object's process between any two steps. The seed of a failure is
// printed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mmps/base/random.h"
#include "mmps/base/seeded_bug.h"
#include "rts/durable/activation.h"
#include "rts/durable/channel.h"
#include "rts/durable/image.h"

namespace mentat::durable {
namespace {

using base::seeded_bug;

constexpr std::uint32_t callers = 3;
constexpr std::uint64_t calls_of_each = 12;

bytes bytes_of(std::uint64_t number) {
  const auto all = mmps::bytes_of_words(number);
  return {all.begin(), all.end()};
}
std::uint64_t number_in(const bytes& all) { return mmps::get_words<std::uint64_t>(all.data()); }

mmps::mmps_name object_in(std::uint32_t process) {
  mmps::mmps_name name = mmps::mmps_name::of_process(1, 1, 1, process);
  name.slot += 1;
  name.generation += 1;
  return name;
}

struct request {
  bool is_read = false;
  std::uint64_t nth = 0;  // of the effects of its caller
  repetition name{};
  std::uint64_t seen = 0;  // effects that were acknowledged when it was made
};
struct sent_call {
  activation::call what;
  request asked;
};

// The process of the object. `cells` is the member data: how often each caller has deposited, in
// order, and the sum.
struct process {
  std::uint32_t number;
  std::uint64_t epoch;
  std::unique_ptr<activation> calls{};
  std::vector<std::uint64_t> state{};
  std::deque<sent_call> queue{};  // admitted
  // Between two steps of the process it may die.
  std::deque<std::pair<std::uint64_t, base::byte_buffer>> unsent{};  // records
  std::deque<activation::release> leaving{};                         // answers
  bool lives = true;
};

class world {
 public:
  world(std::uint64_t seed, seeded_bug bug) : chance_(seed), bug_(bug) {
    for (std::uint32_t i = 0; i <= callers; ++i) kept_.cells.push_back(bytes_of(0));
    start();
  }

  // Empty: all is right.
  std::string run() {
    for (int step = 0; step < 20'000 && wrong_.empty(); ++step) {
      if (is_over()) return check_end();
      turn();
    }
    return wrong_.empty() ? "it does not end" : wrong_;
  }

 private:
  struct caller {
    channel<request> out;
    std::deque<sent_call> ring;               // to the process of the object
    std::deque<activation::release> answers;  // from it
    std::uint64_t made = 0, effects = 0, acknowledged = 0;
    std::map<std::uint64_t, bytes> first_answers;
    bool knows_of_death = true;
    bool asks = true;
  };

  void start() {
    process next{++last_process_, ++epoch_};
    base::byte_buffer travels;
    kept_.encode(travels);
    auto arrived = image::decode(kept_.sequence, {travels.data(), travels.size()});
    REQUIRE(arrived);
    next.calls =
        std::make_unique<activation>(object_in(0), epoch_, arrived->sequence, arrived->calls, bug_);
    for (const bytes& one : arrived->cells) next.state.push_back(number_in(one));
    for (std::uint32_t i = 0; i < callers; ++i)
      if (next.state[i] < acknowledged_of(i)) wrong_ = "an acknowledged effect is lost";
    object_ = std::move(next);
  }

  std::uint64_t acknowledged_of(std::uint32_t i) const { return callers_[i].acknowledged; }

  void turn() {
    const auto who = static_cast<std::uint32_t>(chance_.below(callers));
    caller& from = callers_[who];
    switch (chance_.below(9)) {
      case 0:
        return make_call(from, who);
      case 1:
        return deliver(from);
      case 2:
        return execute();
      case 3:
        return send_record();
      case 4:
        return take_answer(from, who);
      case 5:
        return merge();
      case 6:
        return notice(from);
      case 7:
        return send_answer();
      default:
        if (object_.lives && chance_.below(10) == 0) kill();
    }
  }

  void make_call(caller& from, std::uint32_t who) {
    if (from.made == calls_of_each) return;
    ++from.made;
    request asked{chance_.below(3) == 0, 0, {}, all_acknowledged_};
    if (!asked.is_read) asked.nth = ++from.effects;
    const std::uint64_t number = from.out.add(request(asked));
    if (from.out.place().bound()) from.ring.push_back(call_of(from, who, number, asked));
  }
  sent_call call_of(const caller& from, std::uint32_t who, std::uint64_t number,
                    const request& asked) const {
    return {{who + 1, number, from.out.settled(), asked.name, asked.is_read}, asked};
  }

  void deliver(caller& from) {
    if (from.ring.empty() || !object_.lives || from.out.place() != object_in(object_.number))
      return;
    const sent_call one = from.ring.front();
    from.ring.pop_front();
    const auto judged = object_.calls->arrive(one.what);
    switch (judged.is) {
      case activation::verdict::admitted:
        object_.queue.push_back(one);
        break;
      case activation::verdict::repeated:
        release({one.what.origin, one.what.number, *judged.kept});
        break;
      case activation::verdict::running:
        break;
      case activation::verdict::forgotten:
        wrong_ = "an answer is gone that was not settled";
        break;
      case activation::verdict::early:
        wrong_ = "a call came before its predecessor";
        break;
    }
  }

  void execute() {
    if (!object_.lives || object_.queue.empty()) return;
    const sent_call one = object_.queue.front();
    object_.queue.pop_front();
    std::vector<activation::release> now;
    std::uint64_t& sum = object_.state.back();
    if (one.asked.is_read) {
      object_.calls->end_read(one.what, {false, bytes_of(sum)}, now);
    } else {
      std::uint64_t& mine = object_.state[one.what.origin - 1];
      if (one.asked.nth != mine + 1) wrong_ = "an effect is repeated, missing or out of order";
      mine = one.asked.nth;
      ++sum;
      std::vector<cell> changed{{static_cast<std::uint32_t>(one.what.origin - 1), bytes_of(mine)},
                                {callers, bytes_of(sum)}};
      const effect made =
          object_.calls->end(one.what, {false, bytes_of(sum)}, std::move(changed), false, now);
      base::byte_buffer record;
      encode(made, record);
      object_.unsent.emplace_back(made.sequence, std::move(record));
    }
    for (activation::release& each : now) release(std::move(each));
  }

  // There is room in the ring to the keeper.
  void send_record() {
    if (!object_.lives || object_.unsent.empty()) return;
    auto [sequence, record] = std::move(object_.unsent.front());
    object_.unsent.pop_front();
    records_.push_back(std::move(record));
    for (activation::release& each : object_.calls->safe(sequence)) release(std::move(each));
  }
  void release(activation::release&& one) { object_.leaving.push_back(std::move(one)); }

  void send_answer() {
    if (!object_.lives || object_.leaving.empty()) return;
    activation::release one = std::move(object_.leaving.front());
    object_.leaving.pop_front();
    callers_[one.to - 1].answers.push_back(std::move(one));
  }

  void take_answer(caller& from, std::uint32_t) {
    if (from.answers.empty()) return;
    const activation::release one = std::move(from.answers.front());
    from.answers.pop_front();
    const auto [first, is_new] = from.first_answers.emplace(one.number, one.answer.value);
    request* const asked = from.out.answer(one.number);
    if (!asked) {
      // Reads may be executed again, and their callers do not see it.
      return;
    }
    if (!is_new) wrong_ = "a call has two answers";
    if (number_in(one.answer.value) < asked->seen) wrong_ = "a call misses acknowledged effects";
    if (!asked->is_read) {
      ++from.acknowledged;
      ++all_acknowledged_;
      if (!values_.emplace(number_in(one.answer.value), one.to).second)
        wrong_ = "two effects have the same place";
    }
    from.out.settle();
  }

  void merge() {
    if (records_.empty()) return;
    const auto made = decode_effect({records_.front().data(), records_.front().size()});
    records_.pop_front();
    if (!made || !kept_.apply(*made)) wrong_ = "a record does not follow";
  }

  void kill() {
    object_.lives = false;
    object_.queue.clear();
    object_.unsent.clear();
    object_.leaving.clear();
    for (caller& each : callers_) {
      each.ring.clear();
      each.knows_of_death = false;
    }
  }

  // Everybody hears of a death after the messages of the dead.
  void notice(caller& from) {
    if (!object_.lives && records_.empty()) start();
    if (!from.knows_of_death && from.answers.empty()) {
      from.knows_of_death = true;
      from.asks = from.out.lost(object_in(last_place_of(from)).process()) || from.asks;
    }
    if (!from.asks || !object_.lives || !from.knows_of_death) return;
    if (!from.out.located(object_in(object_.number), object_.epoch)) return;
    from.asks = false;
    from.ring.clear();
    const auto who = static_cast<std::uint32_t>(&from - callers_.data());
    from.out.again([&](std::uint64_t number, const request& asked) {
      from.ring.push_back(call_of(from, who, number, asked));
    });
  }
  static std::uint32_t last_place_of(const caller& from) { return from.out.place().life(); }

  bool is_over() const {
    for (const caller& each : callers_)
      if (each.made != calls_of_each || !each.out.empty()) return false;
    return records_.empty() && object_.lives && object_.unsent.empty();
  }
  std::string check_end() {
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < callers; ++i) {
      all += callers_[i].effects;
      if (number_in(kept_.cells[i]) != callers_[i].effects) return "the image lacks effects";
    }
    if (number_in(kept_.cells[callers]) != all) return "the sum is wrong";
    for (std::uint32_t i = 0; i <= callers; ++i)
      if (number_in(kept_.cells[i]) != object_.state[i]) return "image and object differ";
    if (object_.calls->held() != 0) return "answers are held";
    return wrong_;
  }

  base::random chance_;
  const seeded_bug bug_;
  std::array<caller, callers> callers_;
  std::uint32_t last_process_ = 0;
  std::uint64_t epoch_ = 0;
  process object_{0, 0};
  std::deque<base::byte_buffer> records_;  // in the ring to the keeper
  image kept_;
  std::uint64_t all_acknowledged_ = 0;
  std::map<std::uint64_t, origin> values_;
  std::string wrong_;
};

// The first seed of these that fails; 0: none does.
std::uint64_t first_failure(std::uint64_t seeds, seeded_bug bug, std::string& why) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    why = world(seed, bug).run();
    if (!why.empty()) return seed;
  }
  return 0;
}

}  // namespace

TEST_CASE("each call takes effect once and in order, whatever dies between two steps") {
  std::string why;
  const std::uint64_t seed = first_failure(3'000, seeded_bug::none, why);
  INFO("seed " << seed << ": " << why);
  CHECK(seed == 0);
}

TEST_CASE("each seeded bug is found within 2,000 seeds") {
  for (const seeded_bug bug : {seeded_bug::answer_before_safe, seeded_bug::origin_outside_record,
                               seeded_bug::settled_too_early}) {
    std::string why;
    const std::uint64_t seed = first_failure(2'000, bug, why);
    MESSAGE("bug " << static_cast<int>(bug) << ": seed " << seed << ": " << why);
    CHECK(seed != 0);
  }
}

}  // namespace mentat::durable
