// The name of a container image, as registries and Kubernetes read it:
//
//   [HOST[:PORT]/]PATH[:TAG][@DIGEST]     lab/search:1, registry.lab:5000/a/b@sha256:0123...
//
// The part before the first / is a host if it has a point, a colon or a capital letter, or is
// localhost. The path has small letters, digits and, between them, one of . _ __ or hyphens. Pure;
// thread-safe. Limits: 255 characters for host and path, 128 for the tag.
#pragma once

#include <string>
#include <string_view>

namespace mentat::launch {

// Empty, or what is expected of the first part at fault.
[[nodiscard]] std::string why_no_image(std::string_view text);

}  // namespace mentat::launch
