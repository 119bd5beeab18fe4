#include "examples/protein_search/scoring.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <parasail.h>

namespace {

struct free_result {
  void operator()(parasail_result_t* result) const { parasail_result_free(result); }
};
using result_ptr = std::unique_ptr<parasail_result_t, free_result>;

int length(std::string_view sequence) { return static_cast<int>(sequence.size()); }

template <class Pointer>
Pointer owned(typename Pointer::pointer made) {
  if (made == nullptr) {
    throw std::runtime_error("parasail cannot score this pair: not enough memory");
  }
  return Pointer(made);
}

bool known(const std::string& name) {
  // Excludes parasail's matrices for nucleotides, which make no sense for proteins.
  const bool protein = name.compare(0, 6, "blosum") == 0 || name.compare(0, 3, "pam") == 0;
  return protein && parasail_matrix_lookup(name.c_str()) != nullptr;
}

}  // namespace

tl::expected<scoring, std::string> checked(scoring wanted) {
  std::transform(wanted.matrix.begin(), wanted.matrix.end(), wanted.matrix.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (!known(wanted.matrix)) {
    return tl::unexpected(
        "--matrix: there is no '" + wanted.matrix +
        "'; try blosum45, blosum50, blosum62, blosum80, blosum90, pam30, pam70 or pam250");
  }
  if (wanted.gap_extend < 1 || wanted.gap_open < wanted.gap_extend || wanted.gap_open > 100) {
    return tl::unexpected<std::string>(
        "--gap-open, --gap-extend: a gap's first residue costs at most 100 and no less than each "
        "further one, which costs "
        "at least 1");
  }
  return wanted;
}

void query_scorer::free_profile::operator()(parasail_profile* profile) const {
  parasail_profile_free(profile);
}

query_scorer::query_scorer(std::string_view query, const scoring& costs)
    : query_(query),
      matrix_(parasail_matrix_lookup(costs.matrix.c_str())),
      gap_open_(costs.gap_open),
      gap_extend_(costs.gap_extend) {
  if (matrix_ == nullptr) {
    throw std::invalid_argument("parasail has no matrix '" + costs.matrix + "'");
  }
  profile8_ = owned<profile_ptr>(parasail_profile_create_8(query.data(), length(query), matrix_));
}

int query_scorer::score(std::string_view sequence) {
  const auto result = owned<result_ptr>(parasail_sw_striped_profile_8(
      profile8_.get(), sequence.data(), length(sequence), gap_open_, gap_extend_));
  return parasail_result_is_saturated(result.get()) != 0 ? wide_score(sequence)
                                                         : parasail_result_get_score(result.get());
}

int query_scorer::wide_score(std::string_view sequence) {
  if (profile16_ == nullptr) {
    profile16_ =
        owned<profile_ptr>(parasail_profile_create_16(query_.data(), length(query_), matrix_));
  }
  auto result = owned<result_ptr>(parasail_sw_striped_profile_16(
      profile16_.get(), sequence.data(), length(sequence), gap_open_, gap_extend_));
  if (parasail_result_is_saturated(result.get()) != 0) {
    if (profile32_ == nullptr) {
      profile32_ =
          owned<profile_ptr>(parasail_profile_create_32(query_.data(), length(query_), matrix_));
    }
    result = owned<result_ptr>(parasail_sw_striped_profile_32(
        profile32_.get(), sequence.data(), length(sequence), gap_open_, gap_extend_));
  }
  return parasail_result_get_score(result.get());
}

alignment align(std::string_view query, std::string_view sequence, const scoring& costs) {
  const parasail_matrix_t* matrix = parasail_matrix_lookup(costs.matrix.c_str());
  // One width for every pair: the choice among equally good alignments must not depend on the size
  // of the score.
  const auto result = owned<result_ptr>(
      parasail_sw_stats_striped_32(query.data(), length(query), sequence.data(), length(sequence),
                                   costs.gap_open, costs.gap_extend, matrix));
  return {parasail_result_get_length(result.get()), parasail_result_get_matches(result.get())};
}
