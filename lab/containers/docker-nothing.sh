#!/bin/sh
# Replaces the docker command of wrangler when the emulator replaces Docker, so that nothing is built or pulled.
[ "$1" = build ] && cat > /dev/null
exit 0
