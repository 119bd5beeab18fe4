#include <mentat/mpl.h>
#include <vector>

class [[mentat::replicated]] cache {
 public:
  int get() const {
    const_cast<cache*>(this)->count_ = 1;
    const_cast<int&>(count_) += 1;
    ((cache&)*this).count_ = 2;
    const int local = 3;
    const_cast<int&>(local);
    return static_cast<int>(values_.size());
  }
  void set(int n) {
    const_cast<int&>(count_) = n;
    values_.push_back(n);
  }

 private:
  int count_ = 0;
  mutable int hits_ = 0;
  std::vector<int> values_;
};
// expect: 7:5: error: this cast takes 'const' from the data of replicated class 'cache'; a const function reads the copy of one process, and the other copies would not have its change [E0903]
// expect: 7:24: error: 'this' cannot leave the member function; use 'mentat::self<cache>()', which is a Mentat variable [E0308]
// expect: 7:31: error: data member 'count_' of Mentat class 'cache' belongs to another object here, whose data only that object sees; call a member function of it [E0305]
// expect: 8:5: error: this cast takes 'const' from the data of replicated class 'cache'; a const function reads the copy of one process, and the other copies would not have its change [E0903]
// expect: 9:6: error: this cast takes 'const' from the data of replicated class 'cache'; a const function reads the copy of one process, and the other copies would not have its change [E0903]
// expect: 9:15: error: 'this' cannot leave the member function; use 'mentat::self<cache>()', which is a Mentat variable [E0308]
// expect: 9:21: error: data member 'count_' of Mentat class 'cache' belongs to another object here, whose data only that object sees; call a member function of it [E0305]
// expect: 21:15: error: data member 'hits_' of replicated class 'cache' is mutable; a const function reads the copy of one process, and the other copies would not have its change [E0903]
