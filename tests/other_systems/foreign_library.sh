# foreign_library ARCHITECTURE PACKAGE FOLDER: unpacks the Debian package on which PACKAGE depends and that has the same
# beginning of its name (libboost-context-dev: libboost-context1.74-dev), for another architecture, from the mirror of
# this machine. Neither needs root nor makes the architecture known to dpkg: apt works in a folder of its own.
foreign_library() {
  local architecture=$1 package=$2 folder=$3 mirror suite state=$3/apt name
  # shellcheck disable=SC1091
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=$(sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\] *\)\{0,1\}\(http[^ ]*\).*/\2/p' \
    /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)
  mkdir -p "$state/lists/partial" "$state/archives/partial" "$state/dpkg"
  : >"$state/dpkg/status"
  echo "deb ${mirror:-http://deb.debian.org/debian} $suite main" >"$state/sources.list"
  local options=(
    -o Dir::State="$state" -o Dir::State::lists="$state/lists" -o Dir::State::status="$state/dpkg/status"
    -o Dir::Cache="$state" -o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Sandbox::User=
    -o Acquire::Retries=3 -o Acquire::Languages=none
  )
  apt-get "${options[@]}" -qq update || return 1
  name=$(apt-cache "${options[@]}" depends "$package" |
    sed -n "s/^ *Depends: *\(${package%-dev}[^ ]*\)/\1/p" | head -n 1)
  (cd "$folder" && apt-get "${options[@]}" -qq download "${name:-$package}") || return 1
  dpkg-deb -x "$folder"/*.deb "$folder"
}
