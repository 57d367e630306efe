#!/bin/sh
# What a container of the test cluster does first: `entry.sh ctl` is the controller, `entry.sh node` a compute node.
set -eu

start_munged() {
    runuser -u munge -- /usr/sbin/munged --force
    tries=0
    until munge -n >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || exit 1
        sleep 0.05
    done
}

# Slurm wants only that the devices exist; nothing can be done with them.
make_gpu_devices() {
    for index in 0 1 2 3 4 5 6 7; do
        [ -e "/dev/nvidia$index" ] || mknod -m 666 "/dev/nvidia$index" c 195 "$index"
    done
}

start_munged
case $1 in
    ctl) slurmctld ;;
    node)
        make_gpu_devices
        slurmd
        ;;
    *) exit 64 ;;
esac
exec sleep infinity
