# foreign_libraries ARCHITECTURE FOLDER PACKAGE...: unpacks these Debian packages of another architecture, and all that
# they need, from the mirror of this machine. A package NAME-dev that only depends on NAMEx.y-dev (libboost-context-dev)
# is that one, alone. Neither needs root nor makes the architecture known to dpkg: apt works in a folder of its own.
foreign_libraries() {
  local architecture=$1 folder=$2 mirror suite state=$2/apt package name
  shift 2
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
  for package; do
    case $package in
      *-dev)
        name=$(apt-cache "${options[@]}" depends "$package" |
          sed -n "s/^ *Depends: *\(${package%-dev}[^ ]*\)/\1/p" | head -n 1)
        (cd "$state/archives" && apt-get "${options[@]}" -qq download "${name:-$package}") || return 1
        ;;
      *)
        apt-get "${options[@]}" -qq -y --no-install-recommends --download-only install "$package" || return 1
        ;;
    esac
  done
  for package in "$state"/archives/*.deb; do dpkg-deb -x "$package" "$folder" || return 1; done
}
