#include "rts/core/error_token.h"

#include "mmps/wire/error_value.h"

namespace mentat {
namespace {

using mmps::error_kind;

mmps::error_value described(const remote_error& error, error_kind kind) {
  return {kind,
          error.class_name(),
          error.function_name(),
          error.host(),
          error.type_name(),
          error.what(),
          {},
          error.called_at()};
}

}  // namespace

std::vector<std::byte> error_to_bytes(const std::exception_ptr& error, const error_place& place) {
  const std::exception_ptr known = [&] {
    try {
      std::rethrow_exception(error);
    } catch (...) {
      return describe_exception(place);
    }
  }();
  try {
    std::rethrow_exception(known);
  } catch (const limit_error& e) {
    mmps::error_value value = described(e, error_kind::limit_error);
    value.limit = e.limit();
    return encode_error(value);
  } catch (const broken_rtf& e) {
    return encode_error(described(e, error_kind::broken_rtf));
  } catch (const object_lost& e) {
    return encode_error(described(e, error_kind::object_lost));
  } catch (const unbound_variable& e) {
    return encode_error(described(e, error_kind::unbound_variable));
  } catch (const deadlock& e) {
    return encode_error(described(e, error_kind::deadlock));
  } catch (const closed_entry& e) {
    return encode_error(described(e, error_kind::closed_entry));
  } catch (const task_poisoned& e) {
    return encode_error(described(e, error_kind::task_poisoned));
  } catch (const remote_error& e) {
    return encode_error(described(e, error_kind::remote_error));
  }
}

std::exception_ptr error_from_bytes(std::span<const std::byte> bytes, const error_place& place) {
  const auto value = mmps::read_error(bytes);
  if (!value)
    return std::make_exception_ptr(
        remote_error(place, "mentat::marshal_error", "an error arrived that cannot be read"));
  error_place where{std::string(value->class_name), std::string(value->function_name),
                    std::string(value->host), std::string(value->called_at)};
  // Who executes a call does not know where it was made; who made it, does.
  const bool is_of_this_call =
      where.function_name.empty() || where.function_name == place.function_name;
  if (where.called_at.empty() && is_of_this_call) where.called_at = place.called_at;
  const std::string text(value->text);
  switch (value->kind) {
    case error_kind::broken_rtf:
      return std::make_exception_ptr(broken_rtf(where, text));
    case error_kind::object_lost:
      return std::make_exception_ptr(object_lost(where, text, object_lost::whole_text{}));
    case error_kind::unbound_variable:
      return std::make_exception_ptr(unbound_variable(where, text));
    case error_kind::limit_error:
      return std::make_exception_ptr(
          limit_error(where, std::string(value->limit), text, limit_error::whole_text{}));
    case error_kind::deadlock:
      return std::make_exception_ptr(deadlock(where, text));
    case error_kind::closed_entry:
      return std::make_exception_ptr(closed_entry(where, text));
    case error_kind::task_poisoned:
      return std::make_exception_ptr(task_poisoned(where, text));
    default:
      break;
  }
  return std::make_exception_ptr(remote_error(where, std::string(value->type_name), text));
}

}  // namespace mentat
