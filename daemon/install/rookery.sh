#!/bin/sh
# bin/rookery of an archive: runs the command with the Node beside it, wherever the folder lies and whatever links lead here.

place=$0
while [ -L "$place" ]; do
  target=$(readlink "$place")
  case $target in
  /*) place=$target ;;
  *) place=$(dirname "$place")/$target ;;
  esac
done
root=$(CDPATH='' cd -- "$(dirname "$place")/.." && pwd -P) || exit 1
exec "$root/bin/node" "$root/dist/rookery.mjs" "$@"
