// Translated by mplc VERSION.
// A blackboard that everybody reads and few change: a table of routes, by which routers send
// packets. Each packet reads the table, in the inner loop. Each process has a copy: a read costs
// about as much as a call of an ordinary function, and readers do not wait for each other.
#include <mentat/server.h>
#include <mentat/main.h>

#include <iostream>
#include <string>
#include <vector>

struct route {
  std::string link;
  int cost = 0;
};

class blackboard_impl__;
using blackboard = mentat::handle__<blackboard_impl__>;
class blackboard_impl__ {
 public:
  explicit blackboard_impl__(int destinations = 0) : routes_(destinations) {}

  // Reads: const.
  void cost_to_body__(mentat::rtf_sink__<int>& mentat_rtf__, int destination) const {
    return mentat_rtf__(routes_[destination].cost);
  }
  void link_to_body__(mentat::rtf_sink__<std::string>& mentat_rtf__, int destination) const {
    return mentat_rtf__(routes_[destination].link);
  }
  void version_body__(mentat::rtf_sink__<int>& mentat_rtf__) const {
    return mentat_rtf__(version_);
  }

  // Writes: all the others.
  void set_body__([[maybe_unused]] mentat::rtf_sink__<void>& mentat_rtf__, int destination,
                  const route& to) {
    routes_.at(destination) = to;
    ++version_;
  }
  // One write, so nobody sees a table with some of these routes moved. How many are moved.
  void move_all_body__(mentat::rtf_sink__<int>& mentat_rtf__, const std::string& from,
                       const std::string& to, int further) {
    int moved = 0;
    for (route& each : routes_) {
      if (each.link != from) continue;
      each.link = to;
      each.cost += further;
      ++moved;
    }
    ++version_;
    return mentat_rtf__(moved);
  }

 private:
  std::vector<route> routes_;
  int version_ = 0;

 public:
  using cost_to_tag__ = mentat::method__<blackboard_impl__, 0xa3fcc263u, int(int)>;
  int cost_to(int destination) const {
    mentat::local_call__<cost_to_tag__> call__;
    cost_to_body__(call__.rtf__(), destination);
    return call__.take__();
  }
  using link_to_tag__ = mentat::method__<blackboard_impl__, 0x4a57dc1cu, std::string(int)>;
  std::string link_to(int destination) const {
    mentat::local_call__<link_to_tag__> call__;
    link_to_body__(call__.rtf__(), destination);
    return call__.take__();
  }
  using version_tag__ = mentat::method__<blackboard_impl__, 0x8aa3380cu, int()>;
  int version() const {
    mentat::local_call__<version_tag__> call__;
    version_body__(call__.rtf__());
    return call__.take__();
  }
  using set_tag__ = mentat::method__<blackboard_impl__, 0x00aba719u, void(int, const route&)>;
  void set(int destination, const route& to) {
    mentat::local_call__<set_tag__> call__;
    set_body__(call__.rtf__(), destination, to);
    return call__.take__();
  }
  using move_all_tag__ = mentat::method__<blackboard_impl__, 0xce7bc029u,
                                          int(const std::string&, const std::string&, int)>;
  int move_all(const std::string& from, const std::string& to, int further) {
    mentat::local_call__<move_all_tag__> call__;
    move_all_body__(call__.rtf__(), from, to, further);
    return call__.take__();
  }
  using mentat_constructor_0__ = mentat::constructor__<blackboard_impl__, 0, int>;
  static mentat::construction__<mentat_constructor_0__> mentat_constructor__(int destinations = 0) {
    return mentat::construction__<mentat_constructor_0__>::of__(destinations);
  }
  using mentat_lifetime__ = mentat::lifetime__<0x0000000000000000, false>;
  static constexpr bool mentat_replicated__ = true;
  template <class archive_type__>
  void mentat_state__([[maybe_unused]] archive_type__& archive__) {
    archive__(routes_, version_);
  }
  int mentat_read__(cost_to_tag__*, int destination) const { return this->cost_to(destination); }
  std::string mentat_read__(link_to_tag__*, int destination) const {
    return this->link_to(destination);
  }
  int mentat_read__(version_tag__*) const { return this->version(); }
  struct mentat_stubs__ : mentat::mentat_object__ {
    int cost_to(int destination, mentat::source_place__ place__ = mentat::here__()) const {
      return read__<cost_to_tag__>(place__, destination);
    }
    std::string link_to(int destination, mentat::source_place__ place__ = mentat::here__()) const {
      return read__<link_to_tag__>(place__, destination);
    }
    int version(mentat::source_place__ place__ = mentat::here__()) const {
      return read__<version_tag__>(place__);
    }
    void set(int destination, const route& to,
             mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<set_tag__>(destination, to, place__);
    }
    int move_all(const std::string& from, const std::string& to, int further,
                 mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<move_all_tag__>(from, to, further, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

class router_impl__;
using router = mentat::handle__<router_impl__>;
class router_impl__ {
 public:
  // Sends `packets` packets, whose destinations follow from `seed`; returns their cost.
  void send_body__(mentat::rtf_sink__<long>& mentat_rtf__, const blackboard& board, unsigned seed,
                   int packets, int destinations) {
    long cost = 0;
    for (int k = 0; k < packets; ++k) {
      seed = seed * 1664525u + 1013904223u;
      cost += board.cost_to(static_cast<int>((seed >> 16) % static_cast<unsigned>(destinations)));
    }
    return mentat_rtf__(cost);
  }

 public:
  using send_tag__ =
      mentat::method__<router_impl__, 0xc1564ec5u, long(const blackboard&, unsigned, int, int)>;
  long send(const blackboard& board, unsigned seed, int packets, int destinations) {
    mentat::local_call__<send_tag__> call__;
    send_body__(call__.rtf__(), board, seed, packets, destinations);
    return call__.take__();
  }
  struct mentat_stubs__ : mentat::mentat_object__ {
    long send(const blackboard& board, unsigned seed, int packets, int destinations,
              mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<send_tag__>(board, seed, packets, destinations, place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

long send_from_all(const blackboard& board, int destinations) {
  constexpr int routers = 8, packets = 100000;
  router one;
  std::vector<long> costs(routers);
  mentat::rv_scope_all__ mentat_elements_costs__(costs);
  for (int k = 0; k < routers; ++k)
    mentat::RV_INSERT__(costs[k]) = one.invoke_fn__<router_impl__::send_tag__>(
        board, static_cast<unsigned>(k), packets, destinations);
  long all = 0;
  mentat::RESOLVE_ALL__(costs);
  for (int k = 0; k < routers; ++k) all += costs[k];
  return all;
}

int mentat_main__(int, char**) {
  constexpr int destinations = 64;
  blackboard board;
  mentat::create(board, destinations);
  const std::vector<std::string> links{"north", "east", "south", "west"};
  for (int k = 0; k < destinations; ++k)
    board.invoke_fn__<blackboard_impl__::set_tag__>(k, route{links[k % 4], 1 + k % 7});

  std::cout << "version " << board.version() << ": " << send_from_all(board, destinations) << "\n";
  mentat::rv_slot__<int> mentat_slot_moved__;
  const int& moved = mentat_slot_moved__.value__();
  mentat_slot_moved__ = board.invoke_fn__<blackboard_impl__::move_all_tag__>("north", "east", 5);
  std::cout << "north is down, " << mentat::RESOLVE__(moved) << " routes go by " << board.link_to(0)
            << "\n";
  std::cout << "version " << board.version() << ": " << send_from_all(board, destinations) << "\n";
  board.invoke_fn__<blackboard_impl__::move_all_tag__>("east", "west", 1);
  std::cout << "version " << board.version() << ": " << send_from_all(board, destinations) << "\n";
  return 0;
}
#ifndef MENTAT_SERIALIZE_6dc555c74dbfd440
#define MENTAT_SERIALIZE_6dc555c74dbfd440
template <class Archive__>
void serialize__(Archive__& archive__, ::route& value__) {
  archive__(value__.link, value__.cost);
}
#endif

template <>
struct mentat::server__<blackboard_impl__> {
  static void dispatch__(blackboard_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case blackboard_impl__::cost_to_tag__::number__: {
        mentat::accepted_call__<blackboard_impl__::cost_to_tag__> call__(unit__);
        return self__.cost_to_body__(call__.rtf__(), call__.argument__<0>());
      }
      case blackboard_impl__::link_to_tag__::number__: {
        mentat::accepted_call__<blackboard_impl__::link_to_tag__> call__(unit__);
        return self__.link_to_body__(call__.rtf__(), call__.argument__<0>());
      }
      case blackboard_impl__::version_tag__::number__: {
        mentat::accepted_call__<blackboard_impl__::version_tag__> call__(unit__);
        return self__.version_body__(call__.rtf__());
      }
      case blackboard_impl__::set_tag__::number__: {
        mentat::accepted_call__<blackboard_impl__::set_tag__> call__(unit__);
        return self__.set_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case blackboard_impl__::move_all_tag__::number__: {
        mentat::accepted_call__<blackboard_impl__::move_all_tag__> call__(unit__);
        return self__.move_all_body__(call__.rtf__(), call__.argument__<0>(),
                                      call__.argument__<1>(), call__.argument__<2>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{
      "blackboard", mentat::kind__::replicated__, 0x80be1f1951343894ull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe_read__<blackboard_impl__::cost_to_tag__>("cost_to"),
      mentat::describe_read__<blackboard_impl__::link_to_tag__>("link_to"),
      mentat::describe_read__<blackboard_impl__::version_tag__>("version"),
      mentat::describe__<blackboard_impl__::set_tag__>("set"),
      mentat::describe__<blackboard_impl__::move_all_tag__>("move_all"),
  };
  static constexpr mentat::constructor_description__ constructors__[] = {
      mentat::describe_constructor__<blackboard_impl__::mentat_constructor_0__>(),
  };
};
auto blackboard_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<blackboard_impl__>();
}
MENTAT_REGISTER_CLASS(blackboard_impl__)

template <>
struct mentat::server__<router_impl__> {
  static void dispatch__(router_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case router_impl__::send_tag__::number__: {
        mentat::accepted_call__<router_impl__::send_tag__> call__(unit__);
        return self__.send_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>(),
                                  call__.argument__<2>(), call__.argument__<3>());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{"router", mentat::kind__::regular__,
                                                             0x5a7560059149f98dull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<router_impl__::send_tag__>("send"),
  };
};
auto router_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<router_impl__>();
}
MENTAT_REGISTER_CLASS(router_impl__)

int main(int argc__, char** argv__) { return mentat::run_main__(argc__, argv__, &mentat_main__); }
