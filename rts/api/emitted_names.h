// The types that emitted text names, in the spelling that it uses: reserved [lex.name], so that no
// macro of a program can stand for them. Functions and members that emitted text calls have one
// name, with `__`; these types have another one for people. Those of server sections are in
// server.h.
#pragma once

#include <span>

#include "rts/api/handle.h"
#include "rts/api/replicated.h"
#include "rts/api/rv.h"
#include "rts/api/select.h"
#include "rts/core/class_info.h"
#include "rts/core/work_unit.h"

namespace mentat {

template <class Impl>
using handle__ = handle<Impl>;
using mentat_object__ = mentat_object;
using source_place__ = source_place;
// source_place::current() under a name that no macro has. If it were consteval, a default argument
// would be evaluated at its declaration.
constexpr source_place here__(source_place place = source_place::current()) { return place; }
template <class Class, std::uint32_t Number, class Signature>
using method__ = method<Class, Number, Signature>;
template <class Class, std::uint32_t Number, class Signature>
using inline_method__ = inline_method<Class, Number, Signature>;
template <class Class, std::uint16_t Index, class... Parameters>
using constructor__ = constructor<Class, Index, Parameters...>;
template <std::uint64_t PlainConstructors, bool EndsPlainly>
using lifetime__ = lifetime<PlainConstructors, EndsPlainly>;
template <class Constructor>
using construction__ = construction<Constructor>;
template <class R>
using rtf_sink__ = rtf_sink<R>;
template <class T>
using value_t__ = value_t<T>;
template <class Method>
using local_call__ = local_call<Method>;
template <class T>
using rv_scope__ = rv_scope<T>;
template <class V>
using rv_scope_all__ = rv_scope_all<V>;
template <class T>
using rv_slot__ = rv_slot<T>;
using select__ = select;

using kind__ = kind;
using class_info__ = class_info;
using class_description__ = class_description;
using method_description__ = method_description;
using constructor_description__ = constructor_description;
using no_methods__ = std::span<const method_description>;
using work_unit__ = work_unit;

}  // namespace mentat
