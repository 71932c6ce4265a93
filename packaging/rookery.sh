#!/bin/sh
# /usr/bin/rookery: the command with the places of the package, unless the environment names others.

if [ -z "${DATA_DIR:-}${CONFIG_FILE:-}${DAEMON_CONFIG_FILE:-}" ]; then
  CONFIG_FILE=/etc/rookery/config.env
  DAEMON_CONFIG_FILE=/etc/rookery/daemon.yaml
  DATA_DIR=/var/lib/rookery
  case ${1:-} in
  node | daemon) ;;
  *) [ ! -d /var/lib/rookery/panel ] || DATA_DIR=/var/lib/rookery/panel ;;
  esac
  export CONFIG_FILE DAEMON_CONFIG_FILE DATA_DIR
fi
# While an upgrade is under way the installed program may be half replaced: the copy of the old one goes on.
copy=/var/lib/rookery/upgrade/program/bin/rookery
if [ "${1:-}" = upgrade ] && [ -x "$copy" ]; then exec "$copy" "$@"; fi
exec /usr/lib/rookery/bin/rookery "$@"
