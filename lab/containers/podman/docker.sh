#!/bin/sh
# Runs the docker commands of wrangler with podman. The environment sets CONTAINERS_CONF and the storage.
case "$1" in
  pull) exec podman image exists "$2" ;;
  build)
    shift
    # The Dockerfile arrives on standard input as a socket, which podman cannot open as /dev/stdin. Only a registry can
    # resolve the digest of its base image.
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
