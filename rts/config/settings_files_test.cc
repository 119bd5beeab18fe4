#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/config/settings_files.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

using namespace mentat::node;

namespace {

class folder {
 public:
  folder() {
    const char* base = getenv("TEST_TMPDIR");
    std::string wanted = std::string(base ? base : "/tmp") + "/settings_XXXXXX";
    REQUIRE(mkdtemp(wanted.data()));
    path_ = wanted;
  }
  ~folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ + "/" + name) << text;
    return path_ + "/" + name;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string error_of(const folder& in, const std::string& text) {
  const std::string path = in.file("mentat.toml", text);
  const auto read = read_settings_files({path});
  std::vector<std::string> none;
  const auto chosen = read ? read_settings(none, {}, *read) : tl::unexpected(read.error());
  if (chosen) return "no error";
  REQUIRE(chosen.error().starts_with(path + ":"));
  return chosen.error().substr(path.size() + 1);
}

}  // namespace

TEST_CASE("files have the keys of the command line, and those in sections") {
  const folder in;
  const std::string path =
      in.file("mentat.toml",
              "mode = \"processes\"\nworkers = 3\nstats = true\naddress = \"lab\"\n"
              "[im]\nthreshold = 1.5\ntransfer_limit = 2\nlocation_policy = \"random\"\n"
              "[tmu]\nmemory = \"64MiB\"\n[limits]\ngraph_depth = 20\nmemory = 1048576\n");
  const auto read = read_settings_files({path});
  REQUIRE_MESSAGE(read, (read ? "" : read.error()));
  std::vector<std::string> none;
  const auto chosen = read_settings(none, {}, *read);
  REQUIRE(chosen);
  CHECK(chosen->mode == mode::processes);
  CHECK(chosen->workers == 3);
  CHECK(chosen->stats);
  CHECK(chosen->address == "lab");
  CHECK(chosen->im.threshold == 1.5);
  CHECK(chosen->im.transfer_limit == 2);
  CHECK(chosen->im.location_policy == "random");
  CHECK(chosen->tmu_memory == std::size_t{64} << 20);
  CHECK(chosen->limits.graph_depth == 20);
  CHECK(chosen->limits.memory == std::size_t{1} << 20);
  for (const setting_origin& one : chosen->given) CHECK(one.where.starts_with(path + ":"));
}

TEST_CASE("a whole number will do for a number") {
  const folder in;
  std::vector<std::string> none;
  CHECK(read_settings(none, {}, *read_settings_files({in.file("a.toml", "im.threshold = 3")}))
            ->im.threshold == 3);
}

TEST_CASE("the later file wins, and files that are not there say nothing") {
  const folder in;
  const auto read =
      read_settings_files({in.file("a.toml", "seed = 1\nworkers = 2"), in.path() + "/none.toml",
                           in.path() + "/none/at.toml", in.file("b.toml", "seed = 5")});
  REQUIRE(read);
  std::vector<std::string> none;
  CHECK(read_settings(none, {}, *read)->seed == 5);
  CHECK(read_settings(none, {}, *read)->workers == 2);
}

TEST_CASE("an error names file, line, column and the expected input") {
  const folder in;
  CHECK(error_of(in, "\nworker = 2") ==
        "2:1: unknown setting 'worker'; the nearest known one is 'workers'");
  CHECK(error_of(in, "[im]\ntreshold = 2.0") ==
        "2:1: unknown setting 'im.treshold'; the nearest known one is 'im.threshold'");
  CHECK(error_of(in, "[nothing]\nx = 1").starts_with("2:1: unknown setting 'nothing.x'"));
  CHECK(error_of(in, "[im.deep]\nx = 1").starts_with("1:5: unknown setting 'im.deep'"));
  CHECK(error_of(in, "workers = \"2\"") == "1:11: workers: expected a whole number");
  CHECK(error_of(in, "mode = 3") == "1:8: mode: expected a text in quotes");
  CHECK(error_of(in, "[mode]\nx = 1") == "1:1: mode: expected a text in quotes");
  CHECK(error_of(in, "stats = 1") == "1:9: stats: expected true or false");
  CHECK(error_of(in, "im.threshold = \"2\"") == "1:16: im.threshold: expected a number");
  CHECK(error_of(in, "limits.memory = 1.5")
            .starts_with("1:17: limits.memory: expected a number of bytes"));
  CHECK(error_of(in, "mmps.transports = \"zmq\"")
            .starts_with("1:19: mmps.transports: expected a list of texts"));
  CHECK(error_of(in, "mmps.transports = [1]")
            .starts_with("1:19: mmps.transports: expected a list of texts"));
  CHECK(error_of(in, "mmps.transports = [\"tcp\"]") == "1:19: 'tcp': expected shm,zmq or zmq");
  CHECK(error_of(in, "mmps.transports = [\"shm\", \"zmq\"]") == "no error");
  CHECK(error_of(in, "workers = 0") == "1:11: '0': expected a whole number from 1 to 1024");
  CHECK(error_of(in, "im.threshold = -1.0").starts_with("1:16: '-1': expected a number above 0"));
  CHECK(error_of(in, "im.threshold = nan").starts_with("1:16: 'nan': expected a number above 0"));
  CHECK(error_of(in, "workers = ").starts_with("1:"));
  CHECK(error_of(in, "a\0b").starts_with("1:"));
  CHECK(error_of(in, "seed = 1\nseed = 2").starts_with("2:"));
}

TEST_CASE("the error of an unusable settings file has its path") {
  const folder in;
  CHECK(read_settings_files({in.path()}).error() ==
        in.path() + ": this is not a plain file");
  const std::string large = in.file("large.toml", std::string((1 << 20) + 1, '#'));
  CHECK(read_settings_files({large}).error() == large + ": it has 1048577 bytes, and may have 65536");
}

TEST_CASE("files stand in /etc, with the user's configuration, and where the program is started") {
  using paths = std::vector<std::string>;
  CHECK(settings_file_paths({"HOME=/home/u"}) ==
        paths{"/etc/mentat/mentat.toml", "/home/u/.config/mentat/config.toml", "mentat.toml"});
  CHECK(settings_file_paths({"HOME=/home/u", "XDG_CONFIG_HOME=/c"}) ==
        paths{"/etc/mentat/mentat.toml", "/c/mentat/config.toml", "mentat.toml"});
  CHECK(settings_file_paths({"XDG_CONFIG_HOME=c"}) ==
        paths{"/etc/mentat/mentat.toml", "mentat.toml"});
}

TEST_CASE("a header of many names is refused, or read, and nothing overflows") {
  const folder in;
  const auto nested = [](std::size_t names) {
    std::string header = "[a";
    for (std::size_t i = 1; i < names; ++i) header += ".a";
    return header + "]\n";
  };
  CHECK(error_of(in, nested(30'000)).find("unknown setting") != std::string::npos);
  const auto read = read_settings_files({in.file("mentat.toml", nested(400'000))});
  REQUIRE(!read);
  CHECK(read.error().find("may have 65536") != std::string::npos);
}
