# What the scripts of both kinds of packages share; it stands at the beginning of each. KIND is rookery or rookery-daemon.

case $KIND in
rookery) UNITS='rookery-panel.service rookery-daemon.service' ;;
*) UNITS='rookery-daemon.service' ;;
esac

has_systemd() {
  [ -d /run/systemd/system ] && command -v systemctl >/dev/null 2>&1
}

create_user() {
  [ "$KIND" = rookery ] || return 0
  getent passwd rookery >/dev/null && return 0
  useradd --system --user-group --home-dir /var/lib/rookery/panel --no-create-home \
    --shell /usr/sbin/nologin --comment 'Rookery panel' rookery
}

# Folders that are there keep what an administrator made of them.
prepare_folders() {
  [ -d /var/lib/rookery ] || install -d -m 0711 /var/lib/rookery
  [ -d /var/lib/rookery/games ] || install -d -m 0711 /var/lib/rookery/games
  [ -d /etc/rookery ] || install -d -m 0750 /etc/rookery
  [ "$KIND" = rookery ] || return 0
  [ -d /var/lib/rookery/panel ] || install -d -m 0700 -o rookery -g rookery /var/lib/rookery/panel
  # The panel writes a file of its own there, and must not replace those of root.
  if [ "$(stat -c %G /etc/rookery)" = root ]; then
    chgrp rookery /etc/rookery
    chmod 1770 /etc/rookery
  fi
}

reload_units() {
  if has_systemd; then systemctl daemon-reload || :; fi
}

# Only those that run. The panel first, which understands older daemons; games outlive their daemon.
restart_running_units() {
  has_systemd || return 0
  for unit in $UNITS; do
    systemctl try-restart "$unit" ||
      echo "$unit has not started again; see why: journalctl -u $unit" >&2
  done
}

# The keeper holds them, and stays a while after the last one. Not by pgrep, which small systems have not.
has_games() {
  keepers=$(grep -lsa '/usr/lib/rookery/dist/keeper\.mjs' /proc/[0-9]*/cmdline) || :
  for file in $keepers; do
    pid=${file#/proc/}
    pid=${pid%/cmdline}
    if [ -n "$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)" ]; then return 0; fi
  done
  return 1
}

stop_units() {
  has_systemd || return 0
  # shellcheck disable=SC2086 # one word for each unit
  systemctl disable --now --quiet $1 || :
  case $1 in *rookery-daemon*) ;; *) return 0 ;; esac
  if has_games; then
    echo 'Game servers of this machine still run. Install the package again to stop them in the panel, or restart the machine.' >&2
  fi
}

say_next_step() {
  if [ "$KIND" = rookery ]; then
    [ -e /etc/rookery/config.env ] || echo 'Rookery is installed, and nothing runs yet. Next: rookery setup'
  else
    [ -e /etc/rookery/daemon.yaml ] ||
      echo 'The daemon of Rookery is installed, and nothing runs yet. Next: rookery node enroll, with the key of a node that you add in the panel'
  fi
}
