#include "replicated_in_header.mpl.h"

#include <algorithm>

namespace city {

directory::directory() = default;
directory::directory(const std::string& first) { names_.push_back(first); }
std::string directory::at(int index) const { return names_.at(static_cast<std::size_t>(index)); }
void directory::add(const std::string& name) { names_.push_back(name); }
void sorted_directory::sort() { std::sort(names_.begin(), names_.end()); }
std::string visitor::visit(directory in, int index) {
  return in.at(index) + "/" + std::to_string(in.size());
}

}  // namespace city
