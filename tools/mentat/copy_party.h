#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "daemons/launch/copy_card.h"
#include "daemons/launch/launched_copy.h"
#include "mmps/base/instant.h"
#include "mmps/trust/descriptor.h"
#include "tools/mentat/held_signals.h"
#include "tools/mentat/problem.h"
#include "tools/mentat/rendezvous.h"

namespace mentat::command {

/// This copy among those that mpirun or mpiexec has started: the fences that all pass in the same
/// order, and the events for which it waits meanwhile. One thread. After an error it can only leave
/// with abort().
class copy_party {
 public:
  /// Tells the others of this copy, and waits for the cards of all, for so long at most. Copy 0
  /// reports an error before all end; the error has no text.
  static expected<copy_party> join(const launch::launched_copy& self, held_signals signals,
                                   const std::string& session, base::duration within);

  unsigned rank() const { return self_.rank; }
  const std::string& launcher() const { return self_.launcher; }
  const std::vector<launch::copy_card>& cards() const { return cards_; }  // of all copies
  const std::vector<std::string>& host_names() const { return host_names_; }

  expected<void> put(const std::string& name, const std::string& value);
  expected<std::string> get(std::size_t copy, const std::string& name);

  /// Enters the next fence, and waits until all have. A signal ends the wait of copy 0; the others
  /// keep it, and copy 0 decides. Errors: one has not in time; a signal; the launcher is gone.
  /// Without text: another copy or the launcher says why.
  expected<void> pass_fence(base::duration within);
  expected<void> enter_fence() { return meeting_->enter_fence(); }

  enum class event { fence, signal, launcher_gone, first_gone, readable, late };
  /// Waits for the first of them: the end of the fence that was entered, a signal, the end of the
  /// launcher, that of copy 0 without the fence, something to read from one of `others` (-1: none),
  /// or `last`.
  event wait(base::instant last, std::initializer_list<int> others);
  /// The signal that wait() has reported, once; 0: none.
  int take_signal();
  const held_signals& signals() const { return signals_; }

  /// All copies end with that status. `in_order`: all have passed the last fence; else the launcher
  /// aborts them, once it has read what this one has reported.
  void leave(bool in_order, int status);

 private:
  copy_party(const launch::launched_copy& self, held_signals signals,
             std::unique_ptr<rendezvous> meeting);
  expected<void> put_card(const std::string& session, base::duration within);
  expected<void> read_cards();
  problem why_launcher_gone() const;

  launch::launched_copy self_;
  held_signals signals_;
  std::unique_ptr<rendezvous> meeting_;
  mmps::trust::descriptor launcher_end_;  // of the process that has started this one
  std::string why_no_fence_;
  std::vector<launch::copy_card> cards_;
  std::vector<std::string> host_names_;
  mmps::trust::descriptor first_end_;  // of copy 0, if it is a process of this machine
  base::instant gives_up_at_ = base::instant::never();  // that has ended
  int signal_ = 0;
};

}  // namespace mentat::command
