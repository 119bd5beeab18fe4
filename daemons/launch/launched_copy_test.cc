#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/launched_copy.h"

#include <doctest/doctest.h>

#include <map>

namespace mentat::launch {
namespace {

using environment = std::map<std::string, std::string>;

auto read(const environment& variables, bool is_connection = true) {
  return launched_copy_in(
      [&](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
      },
      [&](int descriptor) { return is_connection && descriptor == 6; });
}

const environment of_mpich{{"PMI_FD", "6"},
                           {"PMI_RANK", "1"},
                           {"PMI_SIZE", "4"},
                           {"MPI_LOCALRANKID", "0"},
                           {"MPIR_CVAR_CH3_INTERFACE_HOSTNAME", "n2"}};
const environment of_srun{{"SLURM_PROCID", "0"},     {"SLURM_STEP_NUM_TASKS", "3"},
                          {"SLURMD_NODENAME", "n1"}, {"PMI_FD", "9"},
                          {"PMI_RANK", "0"},         {"PMI_SIZE", "3"}};

const environment of_openmpi{
    {"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}, {"PMIX_HOSTNAME", "n3"}};

environment both(environment first, const environment& second) {
  first.insert(second.begin(), second.end());
  return first;
}

}  // namespace

TEST_CASE("a process that no launcher has started is no copy") {
  const auto self = read({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}});  // a batch script
  REQUIRE(self);
  CHECK(!*self);
}

TEST_CASE("mpiexec of MPICH names rank, size, descriptor and node") {
  const auto self = read(of_mpich);
  REQUIRE((self && *self));
  CHECK((*self)->kind == rendezvous_kind::pmi1);
  CHECK((*self)->rank == 1);
  CHECK((*self)->size == 4);
  CHECK((*self)->descriptor == 6);
  CHECK((*self)->node == "n2");
}

TEST_CASE("mpirun of Open MPI counts, whatever has started it") {
  const auto self = read(both(of_openmpi, both(of_srun, of_mpich)), false);
  REQUIRE((self && *self));
  CHECK((*self)->kind == rendezvous_kind::pmix);
  CHECK((*self)->rank == 2);
  CHECK((*self)->node == "n3");
}

TEST_CASE("mpiexec within mpirun counts: its connection is open") {
  for (const environment& outer : {of_openmpi, both(of_openmpi, of_srun)}) {
    const auto self = read(both(of_mpich, outer));
    REQUIRE((self && *self));
    CHECK((*self)->kind == rendezvous_kind::pmi1);
    CHECK((*self)->rank == 1);
  }
  environment wrong = both(of_openmpi, of_mpich);
  wrong["PMI_FD"] = "x";
  const auto self = read(wrong);
  REQUIRE((self && *self));
  CHECK((*self)->kind == rendezvous_kind::pmix);
}

TEST_CASE("a task of srun is one with any --mpi, and mpiexec within a step is mpiexec") {
  const auto task = read(of_srun);
  REQUIRE((task && *task));
  CHECK((*task)->kind == rendezvous_kind::slurm_step);
  CHECK((*task)->size == 3);
  const auto inner = read(both(of_mpich, of_srun));
  REQUIRE((inner && *inner));
  CHECK((*inner)->kind == rendezvous_kind::pmi1);
}

TEST_CASE("variables that say nonsense are an error that names them") {
  for (const auto& [name, value] : environment{{"PMI_FD", "x"},
                                               {"PMI_FD", "-1"},
                                               {"PMI_RANK", "4"},
                                               {"PMI_RANK", ""},
                                               {"PMI_SIZE", "99999999999"},
                                               {"PMI_SIZE", "0"}}) {
    environment wrong = of_mpich;
    wrong[name] = value;
    const auto self = read(wrong);
    REQUIRE(!self);
    CHECK(self.error().find(name) != std::string::npos);
  }
}

TEST_CASE("the first of several copies warns") {
  launched_copy self{.launcher = "mpirun", .rank = 0, .size = 4};
  CHECK(warning_of_copies(self).find("mpirun has started 4 copies") == 0);
  self.rank = 1;
  CHECK(warning_of_copies(self).empty());
  CHECK(warning_of_copies({.launcher = "mpirun", .rank = 0, .size = 1}).empty());
}

}  // namespace mentat::launch
