// Decides which paths a user can trust: those whose files only the user and root can change.
//
// A path is trusted if each folder on its way belongs to this user or to root and lets nobody else
// write in it. A sticky folder such as /tmp is an exception: others may make entries there, but
// cannot exchange those of this user. So the next entry on the way must be the user's own or
// root's. A symbolic link is followed if it belongs to this user or to root, and its target is on a
// trusted way. Since no other user can change a trusted path, the result of a check still holds
// when the path is used.
//
// A file is trusted by its owner: it belongs to this user or to root, nobody else can write it, and
// a link to it is the user's own or root's. Others may write in its folder.
//
// Inside a user namespace that has no root, files of the system show another owner: the owner of
// `/`. Outside of sticky folders it counts as root. A group named after its only member does not
// count as another user.
//
// Errors: texts with the path at fault and the remedy. Thread-safety: all functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace mentat::mmps::trust {

template <class T>
using expected = tl::expected<T, std::string>;

/// A folder that only this user can enter (0700, no link), on a trusted way.
[[nodiscard]] expected<void> check_private_folder(const std::string& path);

/// The same, after making it and the missing folders above it (0700).
[[nodiscard]] expected<void> make_private_folder(const std::string& path);

/// A socket of this user in a private folder, which nobody else can connect to.
[[nodiscard]] expected<void> check_own_socket(const std::string& path);

/// Where the sockets of this user's programs belong: $XDG_RUNTIME_DIR/mentat if that variable names
/// a folder of this user, else /tmp/mentat-UID. Makes and checks nothing.
[[nodiscard]] std::string runtime_folder();

/// A text for the user if XDG_RUNTIME_DIR belongs to another user; else empty.
[[nodiscard]] std::string foreign_runtime_folder();

/// The content of a plain file that only this user or root can write, at most `max_bytes`. Empty:
/// there is no such file. Never waits, also if the path names a pipe.
[[nodiscard]] expected<std::optional<std::string>> read_trusted_file(const std::string& path,
                                                                     std::size_t max_bytes);

/// Opens a file for writing, made anew (0666 without the umask) or emptied. Neither follows nor
/// writes a link, file or pipe of another user anywhere on the way, nor a folder that another user
/// made where all may. A pipe of this user needs a reader: opening never waits. Devices, and the
/// files of /dev/stdout and /dev/fd, are written.
[[nodiscard]] expected<int> open_for_writing(const std::string& path);

/// Replaces the file's content by that text; opens it as open_for_writing() does. If there is no
/// room for all of it, a plain file is removed.
[[nodiscard]] expected<void> write_file(const std::string& path, std::string_view text);

}  // namespace mentat::mmps::trust
