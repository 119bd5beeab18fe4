#include "rts/core/error_token.h"

#include "mmps/wire/error_value.h"
#include "rts/core/own_errors.h"

namespace mentat {
namespace {

using mmps::error_kind;

mmps::error_value described(const remote_error& error, error_kind kind) {
  return {kind,         error.class_name(), error.function_name(),
          error.host(), error.type_name(),  error.what(),
          {},           error.called_at(),  {}};
}

// For the exception that is being handled.
mmps::error_value described(const error_origin& origin) {
  const error_place& place = origin.place();
  mmps::error_value value{error_kind::remote_error,
                          place.class_name,
                          place.function_name,
                          place.host,
                          origin.type_name(),
                          text_of_exception(),
                          {},
                          place.called_at,
                          {}};
  const own_error_type* own = own_errors::find(origin.type_name());
  if (!own) return value;
  try {
    value.fields = own->fields();
    value.kind = error_kind::own_error;
  } catch (...) {  // of the user's serialisation
  }
  return value;
}

// Null if the type is not registered here, or cannot decode these fields.
std::exception_ptr own_error_from(const mmps::error_view& value, const error_place& where) {
  const own_error_type* own = own_errors::find(value.type_name);
  if (!own) return nullptr;
  try {
    return own->made(std::as_bytes(std::span(value.fields)),
                     error_origin(where, std::string(value.type_name)));
  } catch (...) {
    return nullptr;
  }
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
  } catch (const space_lost& e) {
    return encode_error(described(e, error_kind::space_lost));
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
  } catch (const replica_divergence& e) {
    return encode_error(described(e, error_kind::replica_divergence));
  } catch (const remote_error& e) {
    return encode_error(described(e, error_kind::remote_error));
  } catch (const error_origin& origin) {
    return encode_error(described(origin));
  }
}

std::exception_ptr error_from_bytes(std::span<const std::byte> bytes, const error_place& place) {
  const auto value = mmps::read_error(bytes);
  if (!value)
    return std::make_exception_ptr(
        remote_error(place, "mentat::marshal_error", "an error arrived that cannot be read"));
  error_place where{std::string(value->class_name), std::string(value->function_name),
                    std::string(value->host), std::string(value->called_at)};
  // The process that executes a call does not know where it was made; its caller does.
  const bool is_of_this_call =
      where.function_name.empty() || where.function_name == place.function_name;
  if (where.called_at.empty() && is_of_this_call) where.called_at = place.called_at;
  const std::string text(value->text);
  switch (value->kind) {
    case error_kind::broken_rtf:
      return std::make_exception_ptr(broken_rtf(where, text));
    case error_kind::object_lost:
      return std::make_exception_ptr(object_lost(where, text, object_lost::whole_text{}));
    case error_kind::space_lost:
      return std::make_exception_ptr(space_lost(where, text, object_lost::whole_text{}));
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
    case error_kind::replica_divergence:
      return std::make_exception_ptr(replica_divergence(where, text));
    case error_kind::own_error:
      if (std::exception_ptr own = own_error_from(*value, where)) return own;
      break;
    default:
      break;
  }
  return std::make_exception_ptr(remote_error(where, std::string(value->type_name), text));
}

}  // namespace mentat
