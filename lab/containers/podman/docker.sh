#!/bin/sh
# What wrangler asks of the docker command, passed on to podman. CONTAINERS_CONF and the storage come with the environment.
case "$1" in
  pull) exec podman image exists "$2" ;;
  build)
    shift
    # The Dockerfile arrives at standard input over a socket, which podman cannot open as /dev/stdin.
    file=$(mktemp)
    cat > "$file"
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
