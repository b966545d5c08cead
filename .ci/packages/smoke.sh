#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What `.ci/smoke` does inside a fresh root, as root: it installs the packages, uses them as the members of a family, and
# removes them.
#
#     smoke.sh proc | install PORT | remove PORT
set -Eeuo pipefail
cd /
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

step() {
    current=$*
    echo "$current" >>/packages/checks
}
current="the start"
trap 'echo "smoke: failed at: $current (line $LINENO)" >&2' ERR

# Runs a script as a user, with nothing of this environment.
as() {
    local user=$1
    shift
    runuser -u "$user" -- env -i HOME="/home/$user" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 TERM=dumb bash -euo pipefail -c "cd; $*"
}

# Fails unless a text contains another.
has() {
    case $1 in *"$2"*) ;; *)
        printf 'smoke: expected: %s\nsmoke: found: %s\n' "$2" "$1" >&2
        return 1
        ;;
    esac
}

install_packages() {
    apt-get -qq install --yes "$@" </dev/null >/packages/apt.log 2>&1 || {
        tail -n 20 /packages/apt.log >&2
        return 1
    }
}

without_proc() {
    step "a root without /proc gets an error that says so"
    dpkg-deb --extract /packages/hometask_*.deb /packages/unpacked
    for program in hometask ht; do
        local status=0 text
        text=$("/packages/unpacked/usr/bin/$program" --version 2>&1) || status=$?
        has "exit code $status" "exit code 78"
        has "$text" "/proc/self/cmdline"
    done
}

before_and_after() {
    step "the packages before are installed with what they recommend"
    apt-get -qq update >/dev/null
    install_packages /packages/before/*.deb openssh-server
    [ "$(dpkg-query --show --showformat='${Version}' hometask)" != "$1" ]
    useradd --create-home mia
    as mia 'hometask init family --name "The Millers" --email millers@example.org --me Mia >/dev/null; cd family
        hometask add "Buy milk" due:2030-01-01 >/dev/null'
    step "an upgrade keeps the family"
    install_packages /packages/*.deb
    [ "$(dpkg-query --show --showformat='${Version}' hometask)" = "$1" ]
    has "$(as mia 'hometask list --all')" "Buy milk"
}

programs() {
    step "the programs say their version, also by the short name"
    has "$(as mia 'hometask --version')" "$(as mia 'ht --version')"
    as mia 'hometask-serve --help' >/dev/null
    step "manual pages and completions are where they are looked for"
    for file in man/man1/hometask.1.gz man/man1/hometask-add.1.gz man/man1/ht.1.gz man/man7/hometask-queries.7.gz \
        man/man1/hometask-serve.1.gz bash-completion/completions/hometask zsh/vendor-completions/_hometask \
        fish/vendor_completions.d/hometask.fish hometask/engine.wasm; do
        [ -s "/usr/share/$file" ] || has "" "/usr/share/$file"
    done
    zcat /usr/share/man/man1/hometask-add.1.gz >/packages/page
    grep -qE '^\.TH .* 1 "20[0-9-]{8}"' /packages/page
    step "the plugin for photos can be enabled"
    as mia 'cd family; hometask plugin enable photo' >/dev/null
    has "$(as mia 'cd family; hometask plugin list')" photo
}

hub() {
    step "'hometask setup' makes a hub over ssh, and sends the family there"
    useradd --create-home tom
    useradd --create-home hub
    mkdir -p /run/sshd
    /usr/sbin/sshd -p "$1" -o ListenAddress=127.0.0.1 -o UsePAM=no -o PidFile=/run/smoke-sshd.pid
    install -d -o hub -m 700 /home/hub/.ssh
    for user in mia tom; do
        as $user 'mkdir -m 700 -p .ssh; ssh-keygen -q -t ed25519 -N "" -f .ssh/id_ed25519
            printf "Host *\n  StrictHostKeyChecking accept-new\n  Port '"$1"'\n" >.ssh/config'
        cat "/home/$user/.ssh/id_ed25519.pub" >>/home/hub/.ssh/authorized_keys
    done
    chown hub /home/hub/.ssh/authorized_keys
    # sshd lets nobody in whose password is locked.
    usermod --password '*' hub
    as mia "hometask member add Tom >/dev/null; hometask setup --hub hub@127.0.0.1:millers.git --phones none" >/packages/setup.log
    has "$(cat /packages/setup.log)" "Going on with the family ‘The Millers’"
    has "$(cat /packages/setup.log)" "Sent"
    step "a second device joins"
    as tom "hometask join hub@127.0.0.1:millers.git --as Tom" >/dev/null
    has "$(as tom 'hometask list --all')" "Buy milk"
}

edits() {
    step "edits of both devices, made offline, are merged field by field"
    as mia 'hometask edit milk --title "Buy oat milk"; hometask add Repair the shelf --proof photo' >/dev/null
    as tom 'hometask edit milk --due 2030-02-02; hometask done milk' >/dev/null
    as mia 'hometask sync' >/dev/null
    as tom 'hometask sync' >/dev/null
    as mia 'hometask sync' >/dev/null
    has "$(as mia 'hometask list --done')" "Buy oat milk"
    has "$(as tom 'hometask list --done')" "Buy oat milk"
    step "a photo proves a task on both devices"
    as mia 'hometask done shelf --photo /packages/photos/plain.jpg; hometask sync' >/dev/null
    as tom 'hometask sync; hometask photo fetch --all' >/dev/null
    has "$(as tom 'hometask photo list')" "shelf"
}

phones() {
    step "the server has the page, its engine and an invitation"
    as mia "nohup hometask serve --port $1 >serve.log 2>&1 & echo \$! >serve.pid"
    for _ in $(seq 600); do
        ! curl --silent --fail --output /packages/page "http://127.0.0.1:$1/" || break
        sleep 0.1
    done
    grep -q '<title>' /packages/page
    curl --silent --fail --output /packages/engine "http://127.0.0.1:$1/engine.wasm"
    cmp /packages/engine /usr/share/hometask/engine.wasm
    as mia "hometask serve invite Mia" | grep -oE "http://127.0.0.1:$1/[^ ]*" | head -n 1 >/home/mia/link
    [ -s /home/mia/link ]
    if grep "note: there is no page" /home/mia/serve.log >&2; then return 1; fi
    step "for the home network, the server is set up, and found with its certificate"
    # Nothing here runs services of a user.
    as mia "hometask serve setup --port $2 home mia-pc.localhost" >/packages/home.log 2>&1 || [ $? -eq 78 ]
    as mia "$(sed -n '/^This starts the server:$/{n;s/^  //p}' /packages/home.log) >home.log 2>&1 & echo \$! >home.pid"
    local found=
    for _ in $(seq 50); do
        found=$(as mia "hometask serve check" || true)
        case $found in *✓*) break ;; esac
        sleep 0.2
    done
    has "$found" "✓ phones: https://mia-pc.localhost:$2 has the page"
    has "$(as mia 'hometask doctor')" "✓ phones:"
    as mia 'kill "$(cat home.pid)"'
    step "the user units are ones that systemd accepts"
    ! command -v systemd-analyze >/dev/null || XDG_RUNTIME_DIR=/run systemd-analyze --user --man=no verify /usr/lib/systemd/user/hometask-*.service
}

tarball() {
    step "the archive installs without root, and runs"
    apt-get -qq install --yes xz-utils >/dev/null 2>&1
    as tom 'tar -xf /packages/hometask-*.tar.xz; hometask-*/install.sh "$PWD/.local" >install.log; cat install.log
        .local/bin/hometask list --done; .local/bin/hometask-serve --help >/dev/null' >/packages/tarball.log
    has "$(cat /packages/tarball.log)" "Installed hometask and hometask-serve in /home/tom/.local/bin."
    has "$(cat /packages/tarball.log)" "Buy oat milk"
    grep -q 'ExecStart=/home/tom/.local/bin/hometask-serve' /home/tom/.local/share/systemd/user/hometask-serve.service
}

removal() {
    step "removal leaves the families alone"
    ! [ -e /home/mia/serve.pid ] || kill "$(cat /home/mia/serve.pid)" || true
    apt-get -qq remove --yes hometask hometask-serve >/dev/null
    [ ! -e /usr/bin/hometask ]
    has "$(as mia 'cd family; git fsck --no-progress && git log --format=%s')" "Tom"
    step "purge leaves nothing of the program"
    # A package without configuration files is unknown once it is removed.
    dpkg --purge hometask hometask-serve >/dev/null 2>&1
    local left
    left=$(find / -xdev \( -path /home -o -path /packages -o -path /proc -o -path /dev -o -path /tmp \) -prune -o -name '*hometask*' -print)
    [ -z "$left" ] || has "" "$left"
}

case ${1:-} in
proc) without_proc ;;
install)
    version=$(dpkg-deb --field /packages/hometask_*.deb Version)
    before_and_after "$version"
    git --version | sed 's/.* //' >/packages/git
    programs
    hub "$2"
    edits
    tarball
    phones "$(($2 + 1))" "$(($2 + 2))"
    ;;
remove) removal ;;
*) echo "usage: smoke.sh proc | install PORT | remove" >&2 && exit 64 ;;
esac
