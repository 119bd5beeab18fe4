#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/pmi1.h"

#include <doctest/doctest.h>

namespace mentat::launch::pmi1 {

TEST_CASE("a value with spaces and signs comes back as it was put") {
  const std::string value = "a b=c\n\x80{\"k\":1}";
  const std::string request = put("kvs_1", "mentat-hello-0", value);
  CHECK(request.starts_with("cmd=put kvsname=kvs_1 key=mentat-hello-0 value=6120623d"));
  const std::string written = request.substr(request.rfind('=') + 1);
  const auto words =
      parse("cmd=get_result rc=0 msg=success value=" + written.substr(0, written.size() - 1),
            "get_result");
  REQUIRE(words);
  CHECK(value_in(*words).value() == value);
}

TEST_CASE("numbers are read, and missing ones are 0") {
  const auto words = parse("cmd=maxes kvsname_max=256 keylen_max=x vallen_max=1024", "maxes");
  REQUIRE(words);
  CHECK(number_in(*words, "vallen_max") == 1024);
  CHECK(number_in(*words, "keylen_max") == 0);
  CHECK(number_in(*words, "nothing") == 0);
}

TEST_CASE("another answer, a failure and noise are errors") {
  for (const char* line : {"cmd=barrier_out", "cmd=get_result rc=-1 msg=key_not_found", "", "=",
                           "GET / HTTP/1.1", "cmd", "cmd=get_result rc="})
    CHECK(!parse(line, "get_result"));
  CHECK(parse("cmd=get_result value=x", "get_result"));  // some leave rc out
}

TEST_CASE("a value that is not ours is an error") {
  for (const char* line : {"cmd=get_result rc=0", "cmd=get_result value=6",
                           "cmd=get_result value=6g", "cmd=get_result value=(vector,(0,1,2))"})
    CHECK(!value_in(parse(line, "get_result").value()));
}

}  // namespace mentat::launch::pmi1
