#include <mentat/mpl.h>

struct factory {
  mentat class worker {
   public:
    enum class state { idle, busy };
    state work(int n) { return n > 0 ? state::busy : state::idle; }
  };
  worker hand;
};

int main() {
  factory f;
  factory::worker::state s = f.hand.work(1);
  return s == factory::worker::state::busy ? 0 : 1;
}
