#!/bin/sh
# Passes the docker commands of wrangler on to podman. The environment sets CONTAINERS_CONF and the storage.
case "$1" in
  pull) exec podman image exists "$2" ;;
  build)
    shift
    # The Dockerfile arrives at standard input over a socket, which podman cannot open as /dev/stdin. The digest of its
    # base image names what only a registry has.
    file=$(mktemp)
    sed 's/@sha256:[0-9a-f]*//' > "$file"
    for word do
      shift
      case "$word" in
        --load | --provenance=*) ;;
        -) set -- "$@" "$file" ;;
        *) set -- "$@" "$word" ;;
      esac
    done
    podman build --network=host "$@"
    code=$?
    rm -f "$file"
    exit $code
    ;;
  *) exec podman "$@" ;;
esac
