#!/bin/sh
# Installs this version of Farrier beside those that are there, and makes it the current one; safe under running jobs.
#
# usage: install.sh [--prefix FOLDER] [--root FOLDER]
#        install.sh uninstall [--prefix FOLDER] [--root FOLDER]
#   --prefix  where Farrier lives; /opt/farrier when it is not said
#   --root    what stands for "/" (an image of a node)
#
# What it lays out below the prefix:
#   versions/<version>/  a version, never changed after it was made; the last two are kept
#   current              symbolic link to one of them
#   bin/farrier          starts what is current; its place never changes
#   libexec/             the hooks that a scheduler's configuration names; their place never changes
# and besides /usr/lib/tmpfiles.d/farrier.conf, where that folder exists. Nothing else is touched: no configuration, no
# state, no journal, no unit. To go back to an older version, run the install.sh of that version.
set -eu
LC_ALL=C.UTF-8
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL PATH
umask 022

prefix=/opt/farrier
root=
command=install

usage() {
    sed -n 's/^# \{0,1\}//; 4,7p' "$0" >&2
    exit 64
}

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

[ "${1-}" != uninstall ] || {
    command=uninstall
    shift
}
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case $1 in
        --prefix) prefix=$2 ;;
        --root) root=${2%/} ;;
        *) usage ;;
    esac
    shift 2
done
case $prefix in
    /*) ;;
    *) fail "--prefix must be an absolute path" ;;
esac
prefix=${prefix%/}
[ -n "$prefix" ] || fail "--prefix must not be /"

there=$root$prefix
libexec=$there/libexec
tmpfiles=$root/usr/lib/tmpfiles.d

[ -n "$root" ] || [ "$(id -u)" -eq 0 ] || fail 'must be run as root'

# Replaces a file by rename: whoever starts it meanwhile gets the old one or the new one, whole.
put() { # from, to
    new=${2%/*}/.${2##*/}.new.$$
    cp "$1" "$new"
    chmod "$3" "$new"
    mv -f "$new" "$2"
}

link() { # version
    new=$there/.current.new.$$
    ln -s "versions/$1" "$new"
    mv -fT "$new" "$there/current"
}

# A program of that version that runs now, else nothing.
user_of() { # version
    for exe in /proc/[0-9]*/exe; do
        case $(readlink "$exe" 2>/dev/null) in
            "$(readlink -f "$there")/versions/$1/"*)
                echo "$exe"
                return 0
                ;;
        esac
    done
}

# Keeps the current version, the one that was current before, and what still runs.
remove_old() { # previous version
    for folder in "$there"/versions/*; do
        version=${folder##*/}
        case $version in
            "$this" | "$1" | '*') continue ;;
        esac
        if [ -n "$(user_of "$version")" ]; then
            echo "version $version still runs; the next installation removes it"
        else
            rm -rf "$folder"
        fi
    done
}

stable_launcher() {
    cat <<EOF
#!/bin/sh
# Starts the current version of Farrier. Made by install.sh.
exec $prefix/current/bin/farrier "\$@"
EOF
}

# What a hook becomes without Farrier: it lets everything through.
stub() {
    cat <<'EOF'
#!/bin/sh
# Farrier is not installed any more. This stays because a scheduler's configuration may still name it, and a missing
# Prolog takes nodes out of service. Remove it when no configuration names it.
exit 0
EOF
}

install_version() {
    source=$(CDPATH='' cd -P -- "$(dirname "$0")" && pwd -P)
    if [ ! -f "$source/version" ] || [ ! -x "$source/bin/farrier" ]; then
        fail "$source is not an unpacked archive of Farrier"
    fi
    this=$(cat "$source/version")
    case $this in
        '' | .* | */* | *[!A-Za-z0-9._+~-]*) fail "'$this' is no version" ;;
    esac
    before=$(readlink "$there/current" 2>/dev/null || :)
    before=${before##*/}

    mkdir -p "$there/versions" "$there/bin" "$libexec"
    mine=$there/versions/$this
    if [ "$source" != "$(readlink -f "$mine")" ]; then
        if [ -d "$mine" ] && same "$source" "$mine"; then
            echo "version $this is there already"
        else
            lay_out "$source" "$mine"
        fi
    fi

    # Before anything changes: a runtime that this machine cannot start must not become current.
    "$mine/bin/farrier" self-test >"$there/.self-test.$$" 2>&1 || {
        cat "$there/.self-test.$$" >&2
        rm -f "$there/.self-test.$$"
        fail "version $this does not work here; nothing was changed"
    }
    rm -f "$there/.self-test.$$"

    # Hooks last as long as the nodes are named in a configuration, so an old one is never removed here.
    for hook in "$mine"/libexec/*; do
        put "$hook" "$libexec/${hook##*/}" 755
    done
    link "$this"
    stable_launcher >"$there/.launcher.$$"
    put "$there/.launcher.$$" "$there/bin/farrier" 755
    rm -f "$there/.launcher.$$"
    if [ -d "$tmpfiles" ]; then
        put "$mine/tmpfiles.d/farrier.conf" "$tmpfiles/farrier.conf" 644
    fi
    if [ -z "$root" ] && [ ! -d /run/farrier ]; then
        mkdir -m 755 /run/farrier
    fi
    if [ -n "$before" ] && [ "$before" != "$this" ]; then
        remove_old "$before"
        echo "Farrier $this is current in $prefix (was $before, which is kept)"
    else
        echo "Farrier $this is current in $prefix"
    fi
}

# Whether two folders are one build: the digest stands for the jars, the release file for the runtime.
same() { # one folder, another
    [ -f "$1/lib/digest" ] && cmp -s "$1/lib/digest" "$2/lib/digest" && cmp -s "$1/runtime/release" "$2/runtime/release"
}

# A version is made beside its place and moved there whole. Another build of the same name makes room first, and for
# that moment bin/farrier finds nothing to start; hooks do not mind, and releases have names of their own.
lay_out() { # from, to
    new=$there/versions/.new.$$
    rm -rf "$new"
    mkdir "$new"
    (cd "$1" && tar -cf - .) | (cd "$new" && tar -xpf - --no-same-owner)
    if [ -d "$2" ]; then
        old=$there/versions/.old.$$
        mv "$2" "$old"
        mv "$new" "$2"
        rm -rf "$old"
    else
        mv "$new" "$2"
    fi
}

uninstall() {
    [ -d "$there" ] || fail "nothing is installed in $prefix"
    if [ -d "$libexec" ]; then
        stub >"$there/.stub.$$"
        for hook in "$libexec"/*; do
            [ ! -f "$hook" ] || put "$there/.stub.$$" "$hook" 755
        done
        rm -f "$there/.stub.$$"
    fi
    rm -rf "${there:?}/current" "${there:?}/bin" "${there:?}/versions"
    rm -f "$tmpfiles/farrier.conf"
    echo "Farrier is removed from $prefix."
    if [ -d "$libexec" ]; then
        echo "In $prefix/libexec remain hooks that let everything through, since a Prolog that is missing drains nodes."
        echo "Take them out of the scheduler's configuration, then remove $prefix."
    fi
    echo "Left alone: /etc/farrier, /var/lib/farrier, /var/log/farrier."
}

case $command in
    install) install_version ;;
    uninstall) uninstall ;;
esac
