#!/bin/sh
# Replaces the docker command for wrangler when the emulator replaces Docker: there is nothing to build or pull.
[ "$1" = build ] && cat > /dev/null
exit 0
