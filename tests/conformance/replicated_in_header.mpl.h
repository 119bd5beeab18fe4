#pragma once
#include <mentat/mpl.h>
#include <string>
#include <vector>

namespace city {

class [[mentat::replicated]] directory {
 public:
  directory();
  explicit directory(const std::string& first);
  std::string at(int index) const;
  int size() const { return static_cast<int>(names_.size()); }
  void add(const std::string& name);
  int wait_for(int least) const {
    mentat::guard(size() >= least);
    return size();
  }

 protected:
  std::vector<std::string> names_;
};

class [[mentat::replicated]] sorted_directory : public directory {
 public:
  void sort();
};

class [[mentat::regular]] visitor {
 public:
  std::string visit(directory in, int index);
};

}  // namespace city
