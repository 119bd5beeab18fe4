// Functions that wait for guarded calls are suspended, and their callers go on: producers and
// consumers that are ordinary calls, one started before its value exists.
// No elision: nothing else runs there that could make a guard hold.
#include <cstdio>
#include <mentat/mpl.h>
#include <string>
#include <vector>

class [[mentat::persistent]] mailbox {
 public:
  void put(std::string letter) {
    mentat::guard(letters_.size() < 2);
    letters_.push_back(letter);
  }
  std::string get() {
    mentat::guard(!letters_.empty());
    std::string first = letters_.front();
    letters_.erase(letters_.begin());
    return first;
  }

 private:
  std::vector<std::string> letters_;
};

class [[mentat::regular]] part {
 public:
  int send(mailbox to, std::string who, int count) {
    for (int i = 0; i < count; ++i) to.put(who + std::to_string(i));
    return count;
  }
  std::string relay(mailbox from, mailbox to, int count) {
    std::string last;
    for (int i = 0; i < count; ++i) {
      std::string letter = from.get();
      last = letter + "'";
      to.put(last);
    }
    return last;
  }
  int receive(mailbox from, int count) {
    int letters = 0;
    for (int i = 0; i < count; ++i) {
      std::string letter = from.get();
      letters += int(letter.size());
    }
    return letters;
  }
};

class [[mentat::persistent]] counter {
 public:
  int add(mailbox from) {
    std::string letter = from.get();  // the object is suspended with its function
    total_ += int(letter.size());
    return total_;
  }
  int total() { return total_; }

 private:
  int total_ = 0;
};

int main() {
  mailbox first, second;
  mentat::create(first);
  mentat::create(second);
  part p;
  int letters = p.receive(second, 7);
  std::string last = p.relay(first, second, 8);
  int sent = p.send(first, "a", 8);
  std::printf("%d letters\n", letters);
  std::printf("%s, %d sent\n", last.c_str(), sent);
  counter c;
  mentat::create(c);
  int one = c.add(first);
  int two = c.total();
  first.put("four");
  std::string rest = second.get();
  std::printf("%d %d %s\n", one, two, rest.c_str());
}
