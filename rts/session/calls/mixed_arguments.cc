#include "rts/session/calls/mixed_arguments.h"

#include <bit>
#include <cstdint>
#include <memory>

#include "mmps/wire/little_endian.h"
#include "rts/api/marshal_error.h"
#include "rts/core/computation_instance.h"

namespace mentat::node {

computation_instance* read_mixed(const class_info& of_class, const method_description& method,
                                 std::span<const std::byte> arguments) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  if (arguments.size() < sizeof all)
    throw marshal_error("the orders of bytes of the arguments are missing");
  std::uint64_t others = mmps::get_little_endian<std::uint64_t>(arguments.data());
  if (std::endian::native == std::endian::big) others = ~others;
  std::span<const std::byte> left = arguments.subspan(sizeof all);
  std::unique_ptr<computation_instance> call(method.wire.read_partial(of_class, all, {}, false));
  for (std::size_t argument = 0; argument < method.arity; ++argument) {
    std::size_t taken = 0;
    method.wire.read_argument(*call, argument, left, (others >> argument & 1) != 0, &taken);
    left = left.subspan(taken);
  }
  if (!left.empty()) throw marshal_error("there are bytes behind the last argument");
  call->expect(0);
  return call.release();
}

}  // namespace mentat::node
