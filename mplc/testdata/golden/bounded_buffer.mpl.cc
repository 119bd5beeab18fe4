// A bounded buffer with a thread of control of its own: guards, overloads, what statements use of the arguments.
#include <mentat/mpl.h>

#include <chrono>
#include <deque>
#include <string>

class [[mentat::persistent]] buffer {
 public:
  void put(int n) { items_.push_back(std::to_string(n)); }
  void put(const std::string& item) { items_.push_back(item); }
  std::string get() {
    std::string first = items_.front();
    items_.pop_front();
    return first;
  }
  void close() { open_ = false; }
  std::size_t size() const { return items_.size(); }

 private:
  void serve() {
    while (open_ || !items_.empty()) {
      mselect {
        // The user's comments stay.
        (open_ &&
         items_.size() < 10)
            : maccept put(const std::string& item);
          if (item.empty()) continue;
          characters_ += item.size();
          break;
        open_ && items_.size() < 10 : maccept put(int);
          break;
        !items_.empty() : maccept get(); break;
        ([this] { return open_; }()) : maccept close();
          if (items_.empty()) return;
          break;
        : maccept size(); break;
        (open_) : mafter(std::chrono::milliseconds(50) * 2) ++idle_; break;
      };
    }
  }

  std::deque<std::string> items_;
  bool open_ = true;
  std::size_t characters_ = 0, idle_ = 0;
};
