#include "bench/papers/svm/mailbox.h"

#include "mmps/base/check.h"

namespace mentat::bench::svm {
namespace {

void begin_shared(pthread_mutex_t& mutex) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  MENTAT_CHECK(pthread_mutex_init(&mutex, &attributes) == 0, "a mutex of several processes");
  pthread_mutexattr_destroy(&attributes);
}

}  // namespace

void mailbox::begin() {
  begin_shared(mutex_);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  MENTAT_CHECK(pthread_cond_init(&some_, &attributes) == 0, "a condition of several processes");
  pthread_condattr_destroy(&attributes);
  first_ = next_ = 0;
}

void mailbox::push(const letter& one) {
  pthread_mutex_lock(&mutex_);
  MENTAT_CHECK(next_ - first_ < capacity, "each process waits for one page at a time");
  letters_[next_++ % capacity] = one;
  pthread_cond_signal(&some_);
  pthread_mutex_unlock(&mutex_);
}

letter mailbox::pop() {
  pthread_mutex_lock(&mutex_);
  while (first_ == next_) pthread_cond_wait(&some_, &mutex_);
  const letter one = letters_[first_++ % capacity];
  pthread_mutex_unlock(&mutex_);
  return one;
}

std::optional<letter> mailbox::try_pop() {
  std::optional<letter> one;
  pthread_mutex_lock(&mutex_);
  if (first_ != next_) one = letters_[first_++ % capacity];
  pthread_mutex_unlock(&mutex_);
  return one;
}

void order_lock::begin() { begin_shared(mutex_); }

}  // namespace mentat::bench::svm
