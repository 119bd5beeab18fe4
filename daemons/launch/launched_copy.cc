#include "daemons/launch/launched_copy.h"

#include <charconv>

#include "mmps/base/shown_text.h"

namespace mentat::launch {
namespace {

using variables_of = std::function<std::string(const std::string& name)>;

std::optional<unsigned> number_in(const std::string& text, unsigned most) {
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (text.empty() || read.ec != std::errc() || read.ptr != end || number > most)
    return std::nullopt;
  return number;
}

struct names_of_variables {
  const char* rank;
  const char* size;
};

tl::expected<std::optional<launched_copy>, std::string> read(const variables_of& variables,
                                                             const names_of_variables& names,
                                                             launched_copy self) {
  const std::string rank_text = variables(names.rank), size_text = variables(names.size);
  const auto rank = number_in(rank_text, most_copies);
  const auto size = number_in(size_text, most_copies);
  if (!rank || !size || *rank >= *size)
    return tl::unexpected(std::string(names.rank) + " is " + base::shown_value(rank_text) +
                          " and " + names.size + " is " + base::shown_value(size_text) +
                          ": expected the number of this process and that of all, as " +
                          self.launcher + " sets them");
  self.rank = *rank;
  self.size = *size;
  return self;
}

tl::expected<std::optional<launched_copy>, std::string> read_pmi1(const variables_of& variables) {
  const std::string text = variables("PMI_FD");
  constexpr unsigned most_descriptors = 1 << 20;
  const auto descriptor = number_in(text, most_descriptors);
  if (!descriptor)
    return tl::unexpected("PMI_FD is " + base::shown_value(text) + ", not a descriptor");
  return read(variables, {"PMI_RANK", "PMI_SIZE"},
              {.kind = rendezvous_kind::pmi1,
               .launcher = "mpiexec",
               .node = variables("MPIR_CVAR_CH3_INTERFACE_HOSTNAME"),
               .descriptor = static_cast<int>(*descriptor)});
}

}  // namespace

tl::expected<std::optional<launched_copy>, std::string> launched_copy_in(
    const variables_of& variables, const std::function<bool(int descriptor)>& is_connection) {
  // srun sets PMI_FD, too, with --mpi=pmi2.
  const bool is_step = !variables("SLURM_STEP_NUM_TASKS").empty();
  const bool is_hydra = !variables("MPI_LOCALRANKID").empty();
  const bool may_be_pmi1 = !variables("PMI_FD").empty() && (is_hydra || !is_step);
  const bool is_below_mpirun = !variables("OMPI_COMM_WORLD_SIZE").empty();
  if (is_below_mpirun && may_be_pmi1) {
    const auto inner = read_pmi1(variables);
    if (inner && is_connection((*inner)->descriptor)) return inner;
  }
  if (is_below_mpirun)
    return read(
        variables, {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
        {.kind = rendezvous_kind::pmix, .launcher = "mpirun", .node = variables("PMIX_HOSTNAME")});
  if (may_be_pmi1) return read_pmi1(variables);
  if (is_step)
    return read(variables, {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
                {.kind = rendezvous_kind::slurm_step,
                 .launcher = "srun",
                 .node = variables("SLURMD_NODENAME")});
  return std::nullopt;
}

std::string warning_of_copies(const launched_copy& self) {
  if (self.rank != 0 || self.size == 1) return {};
  return self.launcher + " has started " + std::to_string(self.size) +
         " copies of this program, and main runs in each of them; with MENTAT_MODE=cluster it runs "
         "once, and its calls on all hosts";
}

}  // namespace mentat::launch
