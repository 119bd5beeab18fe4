#include "bench/papers/then/svm_world.h"

namespace mentat::bench::then {
namespace {

// A program has used a page that it was given before the handler gives it away: some instructions.
constexpr duration use = microseconds(20);

}  // namespace

svm_world::svm_world(amoeba& net, bool central, std::size_t processes, std::size_t pages)
    : net_(net), processes_(processes), given_(processes), changed_(processes) {
  const auto count = static_cast<svm::process>(processes);
  const auto size = static_cast<svm::page_number>(pages);
  if (central) manager_ = std::make_unique<svm::central_manager>(count, size, 1);
  for (svm::process p = 0; p < count; ++p) {
    if (central)
      handlers_.push_back(std::make_unique<svm::central_handler>(p, count, size));
    else
      handlers_.push_back(std::make_unique<svm::distributed_handler>(p, count, size));
  }
}

task<> svm_world::touch(std::size_t p, svm::page_number page, svm::access wanted) {
  if (is_here(p, page, wanted)) co_return;
  co_await net_.on().compute(p, net_.costs().fault);
  svm::outbox out;
  const bool here = handlers_[p]->want(page, wanted, out);
  emit(p, out);
  if (!here) co_await given_[p].wait();
}

task<> svm_world::lock(std::size_t p, svm::page_number page, svm::access wanted) {
  duration cost = net_.costs().lock_and_unlock / 2;
  if (!is_here(p, page, wanted)) cost += net_.costs().fault;
  co_await net_.on().compute(p, cost);
  svm::outbox out;
  const bool here = handlers_[p]->lock(page, wanted, out);
  emit(p, out);
  if (!here) co_await given_[p].wait();
}

task<> svm_world::unlock(std::size_t p, svm::page_number page) {
  co_await net_.on().compute(p, net_.costs().lock_and_unlock / 2);
  svm::outbox out;
  handlers_[p]->unlock(page, out);
  emit(p, out);
}

task<> svm_world::changed(std::size_t p, svm::page_number page) {
  while (handlers_[p]->may(page) != svm::access::none) co_await changed_[p].wait();
}

void svm_world::emit(std::size_t from, const svm::outbox& out) {
  for (const svm::message& one : out) {
    if (one.to == svm::everybody) {
      net_.broadcast(from, processes_, bytes(one), [this, one](std::size_t p) { hand(p, one); });
    } else if (one.to == svm::manager) {
      net_.send(from, processes_, bytes(one), [this, one] { manage(one); });
    } else {
      // A thread of the manager sends an invalidation; a handler's thread sends a page.
      const bool by_thread =
          one.what == svm::function::invalidate || one.what == svm::function::page;
      const duration extra = by_thread ? net_.costs().fault : 0;
      net_.send(from, one.to, bytes(one), [this, one] { hand(one.to, one); }, extra);
    }
  }
}

void svm_world::manage(const svm::message& received) {
  svm::outbox out;
  manager_->receive(received, out);
  emit(processes_, out);
}

void svm_world::hand(std::size_t p, const svm::message& received) {
  const auto act = [this, p, received] {
    svm::outbox out;
    const bool given = handlers_[p]->receive(received, out);
    emit(p, out);
    changed_[p].wake();
    if (!given) return;
    given_[p].wake();
    net_.on().at(net_.on().now() + use, [this, p, page = received.number] {
      svm::outbox more;
      handlers_[p]->settle(page, more);
      emit(p, more);
      changed_[p].wake();
    });
  };
  // The kernel switches to the handler where something is to be done to this process's page.
  const bool to_handler =
      received.what == svm::function::fetch || received.what == svm::function::invalidate;
  if (to_handler)
    net_.on().interrupt(p, net_.costs().fault, act);
  else
    act();
}

}  // namespace mentat::bench::then
