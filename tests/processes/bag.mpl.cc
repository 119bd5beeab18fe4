// A bag of jobs in a tuple space. Workers are killed while they hold a job.
//
//   bag JOBS EVERY FOLDER        the process that takes an EVERYth job kills itself, once for each
//   bag JOBS EVERY FOLDER hold   and the first process that takes the middle job writes its number
//                                into FOLDER/held, and waits to be killed
//   bag JOBS EVERY FOLDER hold HOST   the same; the bag is on that host
//   bag JOBS EVERY FOLDER everywhere  as the first; every process has a copy of the bag
//   bag COUNT                    makes so many spaces and destroys each
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
#include <fstream>
#include <string>
#include <vector>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  // Takes a job and puts its result. Dies the first time that it takes a fatal job.
  int work(mentat::space bag, int every, int held, const std::string& folder) {
    int job = bag.in("job"_name, mentat::formal<int>);
    bag.out("result"_name, job, 2 * job);
    const std::string mark = folder + "/" + std::to_string(job);
    if (job % every == every - 1 && is_first(mark)) kill(getpid(), SIGKILL);
    if (job == held && is_first(mark)) wait_to_be_killed(folder + "/held");
    return job;
  }

 private:
  static bool is_first(const std::string& mark) {
    return open(mark.c_str(), O_CREAT | O_EXCL, 0600) >= 0;
  }
  [[noreturn]] static void wait_to_be_killed(const std::string& file) {
    std::ofstream(file + ".new") << getpid() << std::endl;
    std::rename((file + ".new").c_str(), file.c_str());
    for (;;) pause();
  }
};

int make_and_destroy(int count) {
  for (int k = 0; k < count; ++k) {
    mentat::space one;
    mentat::create(one);
    one.out("tuple"_name, k);
    mentat::destroy(one);
  }
  std::printf("%d spaces\n", count);
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 2) return make_and_destroy(std::atoi(argv[1]));
  const bool holds = argc >= 5 && std::string(argv[4]) == "hold";
  const bool copied = argc == 5 && std::string(argv[4]) == "everywhere";
  if (argc != 4 && !copied && !(holds && argc <= 6)) return 2;
  const int jobs = std::atoi(argv[1]), every = std::atoi(argv[2]);
  std::fprintf(stderr, "running\n");
  mentat::space bag;
  if (argc == 6)
    mentat::create(bag, mentat::on(argv[5]));
  else if (copied)
    mentat::create(bag, mentat::everywhere);
  else
    mentat::create(bag);
  for (int k = 0; k < jobs; ++k) bag.out("job"_name, k);
  worker w;
  std::vector<int> taken(jobs);
  for (int k = 0; k < jobs; ++k) taken[k] = w.work(bag, every, holds ? jobs / 2 : -1, argv[3]);
  long sum = 0;
  for (int k = 0; k < jobs; ++k) sum += bag.in("result"_name, k, mentat::formal<int>);
  long all = 0;
  for (int k = 0; k < jobs; ++k) all += taken[k];
  std::printf("results %ld, jobs %ld, %zu results and %zu jobs are left\n", sum, all,
              bag.count("result"_name, mentat::formal<int>, mentat::formal<int>),
              bag.count("job"_name, mentat::formal<int>));
  return 0;
}
