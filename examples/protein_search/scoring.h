// Smith-Waterman scores with libparasail.
//
// A gap of n residues costs gap_open + (n - 1) * gap_extend, as in parasail; BLAST's 11 and 1 are
// 12 and 1 here. A `query_scorer` keeps the query's profiles, which cost about as much to make as
// scoring 300 residues against the query. It tries vectors of 8-bit scores first, and 16 and 32
// bits for the few pairs whose score does not fit: the results are exact. Thread-safety: one thread
// at a time per scorer. Ownership: the query's residues must outlive the scorer.
#ifndef EXAMPLES_PROTEIN_SEARCH_SCORING_H_
#define EXAMPLES_PROTEIN_SEARCH_SCORING_H_

#include <memory>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

struct parasail_profile;
struct parasail_matrix;

struct scoring {
  std::string matrix = "blosum62";
  int gap_open = 11;
  int gap_extend = 1;
};

// Validates the user's scoring, and converts the matrix's name to lower case; else says what is
// wrong.
tl::expected<scoring, std::string> checked(scoring wanted);

class query_scorer {
 public:
  query_scorer(std::string_view query, const scoring& costs);

  int score(std::string_view sequence);

 private:
  struct free_profile {
    void operator()(parasail_profile* profile) const;
  };
  using profile_ptr = std::unique_ptr<parasail_profile, free_profile>;

  int wide_score(std::string_view sequence);

  std::string_view query_;
  const parasail_matrix* matrix_;
  int gap_open_;
  int gap_extend_;
  profile_ptr profile8_;
  profile_ptr profile16_;  // these two are made on demand
  profile_ptr profile32_;
};

// The similarity of two sequences along their best local alignment.
struct alignment {
  int columns = 0;
  int identical = 0;
};

alignment align(std::string_view query, std::string_view sequence, const scoring& costs);

#endif
