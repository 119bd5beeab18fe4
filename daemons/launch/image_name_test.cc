#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/launch/image_name.h"

#include <doctest/doctest.h>

#include <string>

using mentat::launch::why_no_image;

namespace {

const std::string digest = "sha256:" + std::string(64, 'a');
bool says(const std::string& image, const std::string& what) {
  return why_no_image(image).find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("an image has a path, perhaps a host, a tag and a digest") {
  for (const std::string& image :
       {std::string("a"), std::string("lab/search:1"), std::string("registry.lab:5000/a/b"),
        "registry.lab:5000/a/b@" + digest, "a:1@" + digest, std::string("localhost/a"),
        std::string("10.0.0.1:5000/a"), std::string("[fd74::1]:5000/a"), std::string("[::1]/a"),
        std::string("Lab/x"), std::string("a__b/c---d/e.f_g:V1.0-rc_1"), std::string("0/1:2"),
        "a:" + std::string(128, 'x'), std::string(255, 'a')})
    CHECK(why_no_image(image) == "");
}

TEST_CASE("the part of an image that is wrong is named") {
  for (const std::string image :
       {"", "lab/X:1", "X", "/a", "a/", "a//b", "a b", "-a", "a-", "a..b", "a___b", "a._b", "a\nb",
        "a;b", "a\"", "https//a", "_a", "a/~b", "\u00fc"})
    CHECK(says(image, "small letters"));
  for (const std::string image : {"a:", "a:.1", "a:-1", "a:1:2", "lab/a:\u00fc", "https://a"})
    CHECK(says(image, image == std::string("https://a") ? "HOST:PORT" : "tag"));
  CHECK(says("a:" + std::string(129, 'x'), "tag"));
  for (const std::string image :
       {"lab/x@sha256:abc", "a@", "a@@", "a@md5:0123456789abcdef0123456789abcdef", "a@sha256:"})
    CHECK(says(image, "digest"));
  CHECK(says("a@sha256:" + std::string(64, 'A'), "digest"));
  CHECK(says("a@" + digest + "a", "digest"));
  CHECK(says("a@" + digest + "@" + digest, "digest"));
  for (const std::string image : {"a.:5000/b", "h.lab:/b", "h.lab:x/b", "h.lab:123456/b",
                                  "-h.lab/b", "[::1/b", "[]/b.c:", "h:1:2/b"})
    CHECK_FALSE(why_no_image(image).empty());
  CHECK(says(std::string(256, 'a'), "255"));
}
