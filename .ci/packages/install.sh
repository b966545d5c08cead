#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Installs hometask and its server for phones from this folder, without root.
#
#     ./install.sh [PREFIX]      ~/.local by default
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$HOME/.local}

fail() {
    printf 'install.sh: %s\n' "$@" >&2
    exit 1
}

case $here in *-"$(uname -m)"-linux) ;; *) fail "this machine is $(uname -s) $(uname -m), and these programs are for another: $here" ;; esac
libc=$(getconf GNU_LIBC_VERSION 2>/dev/null || echo none)
[ "$(printf 'glibc 2.36\n%s\n' "$libc" | sort -V | head -n 1)" = "glibc 2.36" ] ||
    fail "hometask needs glibc 2.36 or newer, as of Debian 12, Ubuntu 23.04 or Fedora 37; here it is: $libc"

mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cp -R "$here/bin" "$here/share" "$prefix/"
unit=share/systemd/user/hometask-serve.service
sed "s|@PREFIX@|$prefix|" "$here/$unit" >"$prefix/$unit"
echo "Installed hometask and hometask-serve in $prefix/bin."
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "It is not in your PATH yet: export PATH=\"$prefix/bin:\$PATH\"" ;; esac
command -v git >/dev/null || echo "hometask exchanges with other devices through git, which is not installed yet."
