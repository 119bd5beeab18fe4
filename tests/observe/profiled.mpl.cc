// Programs whose graphs are known. `first` and `second` work for as many microseconds as is said.
//   profiled chain|fan|wavefront|pipeline|tree|early FIRST SECOND
#include <mentat/mpl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

void work_for(int us) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(us);
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace

class [[mentat::regular]] step {
 public:
  int first(int us, int value, int other) {
    work_for(us);
    return value + other + 1;
  }
  int second(int us, int value, int other) {
    work_for(us);
    return value + other + 1;
  }
};

// The stages of a pipeline: each works on one value at a time.
class [[mentat::persistent]] stage_one {
 public:
  int first(int us, int value) {
    work_for(us);
    return value + 1;
  }
};
class [[mentat::persistent]] stage_two {
 public:
  int second(int us, int value) {
    work_for(us);
    sum_ += value;
    return sum_;
  }

 private:
  int sum_ = 0;
};

class [[mentat::regular]] node {
 public:
  int sum(int depth, int first_us, int second_us) {
    step work;
    if (depth == 0) {
      int leaf = work.first(first_us, 0, 0);
      return leaf;
    }
    node below;
    int left = below.sum(depth - 1, first_us, second_us);
    int right = below.sum(depth - 1, first_us, second_us);
    int both = work.second(second_us, left, right);
    return both;
  }
};

namespace {

constexpr int rounds = 20;

// One call after the other.
int chain(int first, int second) {
  step work;
  int value = 0;
  for (int i = 0; i < rounds; ++i) {
    int half = work.first(first, value, 0);
    value = work.second(second, half, 0);
  }
  return value;
}

// Calls that do not need each other, then one that needs two.
int fan(int first, int second) {
  step work;
  int sum = 0;
  for (int i = 0; i < rounds / 2; ++i) {
    int left = work.first(first, i, 0);
    int right = work.first(first, i, 0);
    int both = work.second(second, left, right);
    int again = work.second(second, both, sum);
    sum = again;
  }
  return sum;
}

// Each cell needs the one above and the one to the left.
int wavefront(int first, int second) {
  constexpr int size = 7;
  step work;
  int row[size + 1] = {};  // the cells above, of which those to the left are the new ones already
  for (int i = 0; i < size; ++i)
    for (int j = 1; j <= size; ++j) {
      if (i + 1 == j)
        row[j] = work.first(first, row[j], row[j - 1]);
      else
        row[j] = work.second(second, row[j], row[j - 1]);
    }
  return row[size] & 0xffff;
}

int pipeline(int first, int second) {
  stage_one one;
  stage_two two;
  mentat::create(one);
  mentat::create(two);
  int last = 0;
  for (int i = 0; i < rounds; ++i) {
    int half = one.first(first, i);
    last = two.second(second, half);
  }
  return last;
}

int tree(int first, int second) {
  node root;
  int sum = root.sum(4, first, second);
  return sum;
}

// Reads a value at once, although the next call does not need it.
int early(int first, int second) {
  step work;
  int sum = 0;
  for (int i = 0; i < rounds / 2; ++i) {
    int one = work.first(first, i, 0);
    sum += one;
    int two = work.second(second, i, 0);
    sum += two;
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::string what = argv[1];
  const int first = std::atoi(argv[2]), second = std::atoi(argv[3]);
  int value = 0;
  if (what == "chain") value = chain(first, second);
  if (what == "fan") value = fan(first, second);
  if (what == "wavefront") value = wavefront(first, second);
  if (what == "pipeline") value = pipeline(first, second);
  if (what == "tree") value = tree(first, second);
  if (what == "early") value = early(first, second);
  std::printf("%d\n", value);
}
