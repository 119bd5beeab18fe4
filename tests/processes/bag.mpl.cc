// A bag of jobs in a tuple space. Workers are killed while they hold a job.
//
//   bag JOBS EVERY FOLDER   the process that takes an EVERYth job kills itself, once for each job
//
// Prints the sum of the results, the sum of the jobs that the calls took, and the tuples that are
// left.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  // Takes a job and puts its result. Dies the first time that it takes a fatal job.
  int work(mentat::space bag, int every, const std::string& folder) {
    int job = bag.in("job"_name, mentat::formal<int>);
    bag.out("result"_name, job, 2 * job);
    const std::string mark = folder + "/" + std::to_string(job);
    if (job % every == every - 1 && open(mark.c_str(), O_CREAT | O_EXCL, 0600) >= 0)
      kill(getpid(), SIGKILL);
    return job;
  }
};

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int jobs = std::atoi(argv[1]), every = std::atoi(argv[2]);
  mentat::space bag;
  mentat::create(bag);
  for (int k = 0; k < jobs; ++k) bag.out("job"_name, k);
  worker w;
  std::vector<int> taken(jobs);
  for (int k = 0; k < jobs; ++k) taken[k] = w.work(bag, every, argv[3]);
  long sum = 0;
  for (int k = 0; k < jobs; ++k) sum += bag.in("result"_name, k, mentat::formal<int>);
  long all = 0;
  for (int k = 0; k < jobs; ++k) all += taken[k];
  std::printf("results %ld, jobs %ld, %zu results and %zu jobs are left\n", sum, all,
              bag.count("result"_name, mentat::formal<int>, mentat::formal<int>),
              bag.count("job"_name, mentat::formal<int>));
  return 0;
}
