// The founder's side of the meeting with the hosts that a launcher has started (hello.h): which of
// them have said what, which are late, and when the program can begin. A pure machine: the launcher
// reads and writes the streams of its commands, asks the founder's daemon, and carries out steps.
//
// Invariants: each guest is admitted once at most; a guest that has failed is never welcomed, and
// its door is closed; at most `most_at_once` guests are neither up nor have failed, the next one
// starts after one of them; each is up or has failed `late_after` its own start, or after it asked
// for a copy. Limits: lines of `longest_line`, longer ones are cut; of lines that are noise the
// last `kept_noise` are kept, as the reason of a failure; a guest that prints `most_noise` lines
// before it greets has failed. A command that is given up, or what is left of one that has ended,
// has `kill_after` to end. What a guest says of itself counts if the founder knows the same.
// Ownership: of its texts. Thread-safety: none.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemons/launch/hello.h"
#include "mmps/base/instant.h"

namespace mentat::launch {

struct meeting_limits {
  base::duration late_after = 20 * base::second;
  std::size_t most_at_once = 32;  // fewer than fixed.invitations: each may have an open door
  std::size_t most_noise = 64;
  std::size_t kept_noise = 4;
  base::duration kill_after = 2 * base::second;
  std::string build{};    // of the founder's Mentat: guests have the same; empty: any
  bool has_copy = false;  // a guest may ask once for a copy of this Mentat
};

enum class guest_state { waiting, starting, greeted, welcomed, up, failed, gone };

struct meeting_step {
  enum class kind {
    bring,       // write the copy of this Mentat to the guest
    start,       // start the guest's command; take_end() follows if it does not start
    admit,       // ask the founder's daemon to open its door; take_door() or take_refusal() follows
    send,        // write `text` and the end of a line to the guest
    verify,      // ask it whether `host` has that greeting's key; take_membership() follows
    close_door,  // ask it to let the guest in no more
    give_up,     // end the guest's command, or what is left of it
    kill,        // the same, `kill_after` that
    note,        // a line that the guest has printed
  };
  kind what{};
  std::size_t guest = 0;
  hello greeting{};
  std::string text{};
  std::uint32_t host = 0;
};

class meeting {
 public:
  // The names of the guests in the session.
  meeting(const meeting_limits& limits, const std::vector<std::string>& names);
  // Starts the first of them.
  void begin(base::instant now) { start_more(now); }

  // What the command of a guest has written to its standard output, and to standard error.
  void take_output(base::instant now, std::size_t guest, std::string_view bytes);
  void take_errors(base::instant now, std::size_t guest, std::string_view bytes);
  // The command has ended; `how`: "ended with status 255". What it has started ends, too.
  void take_end(base::instant now, std::size_t guest, const std::string& how);
  // The founder's daemon admits the guest.
  void take_door(base::instant now, std::size_t guest, const welcome& door);
  void take_refusal(base::instant now, std::size_t guest, const std::string& why);
  // The guest has said that it is this host of the session, and is, or is not.
  void take_membership(base::instant now, std::size_t guest, std::uint32_t host, bool is_there);
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] std::vector<meeting_step> take_steps() { return std::exchange(steps_, {}); }

  // Whether every guest is up, has failed, or is gone.
  [[nodiscard]] bool is_decided() const;
  [[nodiscard]] std::size_t count(guest_state state) const;

  struct guest_row {
    std::string name;
    guest_state state = guest_state::waiting;
    std::string why;                // it has failed, or is gone
    base::duration took = 0;        // from its start until it was up
    std::uint32_t host = 0;         // its number in the session
    std::deque<std::string> noise;  // the last lines
  };
  [[nodiscard]] const guest_row& row(std::size_t guest) const { return guests_[guest].row; }
  [[nodiscard]] std::size_t size() const { return guests_.size(); }

 private:
  struct stream {
    std::string line;
  };
  struct guest {
    guest_row row;
    stream output, errors;
    hello greeting{};
    std::size_t noise_lines = 0;
    bool has_asked = false;  // for the copy
    base::instant begun{};
    base::instant kill_at = base::instant::never();
  };

  template <class Take>
  static void cut(stream& from, std::string_view bytes, const Take& take_line);
  void take_line(base::instant now, std::size_t number, const std::string& whole);
  void keep_noise(std::size_t number, const std::string& line);
  void take_noise(base::instant now, std::size_t number, const std::string& line);
  void take_greeting(base::instant now, std::size_t number, const std::string& line);
  void take_wish(base::instant now, std::size_t number);
  void start_more(base::instant now);
  void fail(std::size_t number, const std::string& why);
  void give_up(base::instant now, std::size_t number, const std::string& why);
  void end_command(base::instant now, std::size_t number);

  meeting_limits limits_;
  std::vector<guest> guests_;
  std::size_t next_ = 0;  // the first one that has not started
  std::vector<meeting_step> steps_;
};

}  // namespace mentat::launch
