#!/bin/sh
# Makes this machine a node of a Rookery panel, or takes that back. The panel fills in the four lines below and serves it
# at /install/daemon. Everything is in functions and `main` is called on the last line: half a download does nothing.

PANEL_URL=''
DAEMON_VERSION=''
DAEMON_SHA256_X64=''
DAEMON_SHA256_ARM64=''

usage() {
  cat <<'END'
Makes this machine a node of a Rookery panel. Paste the line that the panel shows under Nodes, Add node:

  { echo 'ROOKERY_KEY=rk1_…'; curl -fsSL https://panel.example/install/daemon; } | sudo sh

Without a key, a machine that is a node already gets the panel's version of the daemon.

  … | sudo sh -s -- --no-panel-upgrades       the panel may not upgrade the daemon of this machine later
  … | sudo sh -s -- uninstall                 takes everything back but the files of games
  … | sudo sh -s -- uninstall --stop-games    also where game servers still run
END
}

say() { printf '%s\n' "$*"; }
step() { printf '\n==> %s\n' "$*"; }

# What happened, why, and what to do. What was begun is taken back.
fail() {
  has_explained=yes
  printf '\nNot installed: %s\n' "$*" >&2
  report failed "$*"
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

find_places() {
  user_id=$(id -u)
  if [ "$user_id" -eq 0 ]; then
    is_system=yes
    base=/opt/rookery
    config=/etc/rookery/daemon.yaml
    data=/var/lib/rookery
    unit=/etc/systemd/system/rookery-daemon.service
    journal='journalctl -u rookery-daemon'
  else
    is_system=no
    base=${XDG_DATA_HOME:-$HOME/.local/share}/rookery
    config=${XDG_CONFIG_HOME:-$HOME/.config}/rookery/daemon.yaml
    data=$base/data
    unit=${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/rookery-daemon.service
    journal='journalctl --user -u rookery-daemon'
    if [ -z "${XDG_RUNTIME_DIR:-}" ] && [ -d "/run/user/$user_id" ]; then
      XDG_RUNTIME_DIR=/run/user/$user_id
      export XDG_RUNTIME_DIR
    fi
  fi
}

ctl() {
  if [ "$is_system" = yes ]; then
    systemctl "$@" </dev/null
  else
    systemctl --user "$@" </dev/null
  fi
}

has_systemd() {
  [ -d /run/systemd/system ] && has systemctl && ctl show-environment >/dev/null 2>&1
}

# That of busybox gets no time limit: in Debian 12 it crashes with one.
timed_wget() {
  case $(wget --version 2>&1) in
  *GNU*) wget -T 30 -t 1 "$@" ;;
  *) wget "$@" ;;
  esac
}

# Into a file; the server's headers into another.
fetch() {
  if has curl; then
    curl -fsSL --connect-timeout 15 -D "$work/headers" -o "$2" "$1" 2>"$work/error" </dev/null
  else
    timed_wget -S -O "$2" "$1" 2>"$work/error" </dev/null || return 1
    cp "$work/error" "$work/headers"
  fi
}

# Lets the page in the panel follow. The id is made from the key and gives nothing away; that it fails is no harm.
report() {
  [ -n "${install_id:-}" ] && [ -n "${work:-}" ] && [ -d "$work" ] || return 0
  problem=$(printf '%s' "${2:-}" | tr -d '\000-\037\042\134' | cut -c 1-400)
  printf '{"id":"%s","step":"%s","problem":"%s"}' "$install_id" "$1" "$problem" >"$work/report"
  if has curl; then
    curl -fsS --max-time 10 -H 'Content-Type: application/json' --data-binary "@$work/report" -o /dev/null \
      "$PANEL_URL/api/nodes/install/progress" 2>/dev/null </dev/null || :
  else
    timed_wget -q --header 'Content-Type: application/json' --post-file "$work/report" -O /dev/null \
      "$PANEL_URL/api/nodes/install/progress" 2>/dev/null </dev/null || :
  fi
}

check_machine() {
  [ "$(uname -s)" = Linux ] || fail "this is $(uname -s), and the daemon runs on Linux only."
  machine=$(uname -m)
  case $machine in
  x86_64 | amd64) arch=x64 sum=$DAEMON_SHA256_X64 ;;
  aarch64 | arm64) arch=arm64 sum=$DAEMON_SHA256_ARM64 ;;
  *) fail "this machine is $machine, and the daemon runs on x86-64 and arm64 only. Use another machine." ;;
  esac
  if has getconf && [ "$(getconf LONG_BIT 2>/dev/null)" = 32 ]; then
    fail "this system is a 32-bit one on a 64-bit processor. Install a 64-bit system ($arch)."
  fi
  check_libc
  for program in tar gzip sha256sum mktemp df; do
    has "$program" || fail "the program $program is missing. Install it with the packages of this system and run this again."
  done
  has curl || has wget || fail "neither curl nor wget is here. Install one of them and run this again."
}

check_libc() {
  libc=$(getconf GNU_LIBC_VERSION 2>/dev/null) || libc=
  if [ -z "$libc" ]; then
    case $(ldd --version 2>&1 | head -n 2) in
    *musl*) libc=musl ;;
    *GLIBC* | *glibc* | *GNU*) libc="glibc $(ldd --version 2>/dev/null | sed -n '1s/.* //p')" ;;
    esac
  fi
  if [ -z "$libc" ]; then
    for loader in /lib/ld-musl-*; do
      [ ! -e "$loader" ] || libc=musl
    done
  fi
  case $libc in
  musl)
    fail "this system uses musl (as Alpine does), and the daemon needs glibc 2.28. Run the image rookery in a container instead: docs/operate/install.md of Rookery, Docker: a node."
    ;;
  glibc\ *)
    libc=${libc#glibc }
    major=${libc%%.*}
    minor=${libc#*.}
    minor=${minor%%[!0-9]*}
    if [ "$major" -lt 2 ] || { [ "$major" -eq 2 ] && [ "$minor" -lt 28 ]; }; then
      fail "this system has glibc $libc, and the daemon needs 2.28 (Debian 10, Ubuntu 18.10, RHEL 8 or newer). Upgrade the system, or run the image rookery in a container: docs/operate/install.md of Rookery, Docker: a node."
    fi
    ;;
  esac
}

# The folder itself, or the nearest one above it that is there.
existing() {
  folder=$1
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  printf '%s' "$folder"
}

check_space() {
  place=$(existing "$base")
  free_kb=$(df -Pk "$place" | tail -n 1 | {
    read -r _ _ _ free _
    echo "$free"
  })
  needed_mb=400
  [ "$((free_kb / 1024))" -ge "$needed_mb" ] ||
    fail "$place has $((free_kb / 1024)) MB left, and the daemon needs $needed_mb MB while it is unpacked. Make room there and run this again."
}

check_place() {
  if [ -e "$base/.git" ] || [ -e "$base/package.json" ]; then
    fail "$base holds another installation of Rookery, made by hand. Move it away (its unit too), and run this again."
  fi
  for packaged in /usr/lib/systemd/system/rookery-daemon.service /lib/systemd/system/rookery-daemon.service; do
    if [ "$is_system" = yes ] && [ -e "$packaged" ]; then
      fail "Rookery is installed here as a package of this system. Join with it instead: echo 'ROOKERY_KEY=…' | rookery node enroll $PANEL_URL"
    fi
  done
  [ "$is_system" = yes ] || [ -w "$(existing "$base")" ] || fail "$(existing "$base") cannot be written by this user."
}

# The panel answers, and its clock and this one agree: certificates are dated.
check_panel() {
  [ -n "$PANEL_URL" ] || fail "this script came without the address of a panel. Paste the line that the panel shows."
  fetch "$PANEL_URL/api/health" "$work/health" || unreachable
  panel_time=$(sed -n 's/^[[:space:]]*[Dd][Aa][Tt][Ee]: *//p' "$work/headers" | tail -n 1 | tr -d '\r')
  panel_seconds=$(seconds_of "$panel_time") || return 0
  off=$(($(date -u +%s) - panel_seconds))
  direction=ahead
  [ "$off" -ge 0 ] || { off=$((-off)) direction=behind; }
  [ "$off" -lt 300 ] ||
    fail "the clock of this machine is $((off / 60)) minutes $direction of the panel's, and certificates would be refused. Correct it (timedatectl set-ntp true) and run this again."
}

unreachable() {
  reason=$(tail -n 1 "$work/error" 2>/dev/null | cut -c 1-200)
  fail "the panel at $PANEL_URL cannot be reached from this machine (${reason:-no answer}). Check its address and firewall; HTTP_HOST and HTTP_BIND_IP in its config.env must let others in."
}

# Seconds since 1970 of a date as HTTP writes it: Tue, 17 Nov 2026 08:14:25 GMT
seconds_of() {
  # shellcheck disable=SC2086 # the words of the date
  set -- ${1:-}
  [ $# -eq 6 ] || return 1
  case $3 in
  Jan) month=1 ;; Feb) month=2 ;; Mar) month=3 ;; Apr) month=4 ;; May) month=5 ;; Jun) month=6 ;;
  Jul) month=7 ;; Aug) month=8 ;; Sep) month=9 ;; Oct) month=10 ;; Nov) month=11 ;; Dec) month=12 ;;
  *) return 1 ;;
  esac
  day=${2#0} year=$4 clock=$5
  hours=${clock%%:*} seconds=${clock##*:} minutes=${clock#*:}
  minutes=${minutes%%:*}
  if [ "$month" -le 2 ]; then
    year=$((year - 1)) month=$((month + 12))
  fi
  days=$((365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day - 719469))
  printf '%s' "$((((days * 24 + ${hours#0}) * 60 + ${minutes#0}) * 60 + ${seconds#0}))"
}

explain() {
  step "Rookery daemon $DAEMON_VERSION for $PANEL_URL"
  say "This will"
  say "  - put the daemon into $base/$DAEMON_VERSION, with a Node of its own; nothing else is installed,"
  say "  - keep its settings in $config and its games in $data/games,"
  if has_systemd; then
    explain_upgrades
    say "  - run it now and at every start, as the unit rookery-daemon."
  else
    say "  - not start it: this machine does not run systemd."
  fi
  say "It takes the daemon from the panel alone. Undo: sh $base/current/install.sh uninstall"
  [ "$is_system" = yes ] || weaker
}

explain_upgrades() {
  if [ "$from_panel" = true ]; then
    say "  - let the panel upgrade it later: whoever controls the panel is $(id -un) on this machine. Without that:"
    say "    … | sudo sh -s -- --no-panel-upgrades, or later from_panel: false in $config,"
  else
    say "  - not let the panel upgrade it later: this line does that, run again,"
  fi
}

weaker() {
  say ""
  say "As a normal user this is weaker than as root (sudo):"
  say "  - all games run as $(id -un): one game can read and change the files of another, and of $(id -un),"
  say "  - limits of memory and processor are not enforced,"
  say "  - daemon and games end when $(id -un) logs out, unless an administrator runs: loginctl enable-linger $(id -un)"
}

is_current() {
  [ -x "$base/$DAEMON_VERSION/bin/node" ] && [ "$(cat "$base/$DAEMON_VERSION/.sha256" 2>/dev/null)" = "$sum" ]
}

install_files() {
  if is_current; then
    step "The daemon $DAEMON_VERSION is here already"
    report downloaded
    return 0
  fi
  archive=rookery-daemon-$DAEMON_VERSION-linux-$arch.tar.gz
  [ -n "$sum" ] ||
    fail "the panel has no daemon for $arch. Its administrator puts the file $archive of the release into the folder daemons of the panel; then run this again."
  step "Downloading $archive"
  # The panel sends few at once: whoever comes too early waits a little.
  tries=1
  until fetch "$PANEL_URL/install/daemon/$archive" "$work/$archive"; do
    tries=$((tries + 1))
    [ "$tries" -le 5 ] || unreachable
    sleep 5
  done
  (cd "$work" && printf '%s  %s\n' "$sum" "$archive" | sha256sum -c - >/dev/null 2>&1) ||
    fail "the archive from the panel is not the one that the panel announced (its SHA-256 is wrong): it was changed or cut off on its way. Run this again; if it stays so, do not trust the network between."
  report downloaded
  step "Unpacking"
  gzip -dc "$work/$archive" 2>"$work/error" | tar -x -f - -C "$work" 2>>"$work/error" || unpacked_badly
  rm -f "$work/$archive"
  unpacked=$work/rookery-daemon-$DAEMON_VERSION
  "$unpacked/bin/node" --version >/dev/null 2>"$work/error" </dev/null ||
    fail "the daemon's Node does not run on this system ($(tail -n 1 "$work/error" | cut -c 1-200))."
  printf '%s\n' "$sum" >"$unpacked/.sha256"
  if [ "$is_system" = yes ]; then chown -R 0:0 "$unpacked"; fi
  if [ -e "$base/$DAEMON_VERSION" ]; then
    mv "$base/$DAEMON_VERSION" "$work/replaced"
  fi
  mv "$unpacked" "$base/$DAEMON_VERSION"
  made_version=yes
}

unpacked_badly() {
  fail "the archive cannot be unpacked in $base ($(tail -n 1 "$work/error" | cut -c 1-200)). Is the disk full?"
}

# With the same key again there is nothing to do; with another one the machine joins anew.
enroll() {
  enrolled_with=$data/daemon/enrolled-with
  if [ -e "$config" ]; then
    if [ -z "$one_time_key" ] || [ "$(cat "$enrolled_with" 2>/dev/null)" = "$install_id" ]; then
      step "This machine is a node already"
      return 0
    fi
  fi
  step "Joining the panel"
  mkdir -p "$data/daemon"
  chmod 711 "$data" "$data/daemon"
  echo "$one_time_key" | DATA_DIR=$data DAEMON_CONFIG_FILE=$config "$base/$DAEMON_VERSION/bin/rookery" \
    node enroll "$PANEL_URL" --games "$data/games" >"$work/enroll" 2>"$work/error" ||
    fail "this machine could not join: $(tail -n 1 "$work/error" | sed 's/^daemon: //' | cut -c 1-300). A key works once and for an hour: create a new line in the panel under Nodes."
  (umask 077 && printf '%s\n' "$install_id" >"$enrolled_with")
  report enrolled
}

# A choice that is in the file already stays, unless it was asked to change.
write_upgrades() {
  if ! grep -q '^upgrades:' "$config"; then
    {
      echo "# Whether administrators of the panel may replace the daemon from its page. Whoever controls the panel is then"
      echo "# $(id -un) on this machine. false: they may not; restart rookery-daemon after a change."
      echo 'upgrades:'
      echo "  from_panel: $from_panel"
    } >>"$config"
  elif [ "$from_panel" = false ]; then
    (umask 077 && sed 's/^\([[:space:]]*from_panel:\).*/\1 false/' "$config" >"$work/daemon.yaml")
    cat "$work/daemon.yaml" >"$config"
  fi
}

start() {
  ln -sfn "$DAEMON_VERSION" "$base/current"
  # Beside the versions, because it goes back to the former one when a new one does not work.
  cp "$base/current/launcher.sh" "$work/launcher"
  mv -f "$work/launcher" "$base/launcher"
  rm -f "$base/upgrade" "$base/upgrade-failed"
  if ! has_systemd; then
    step "Not started: this machine does not run systemd"
    say "Have your init run this now and at every start:"
    say "  DATA_DIR=$data DAEMON_CONFIG_FILE=$config $base/current/bin/rookery daemon"
    return 0
  fi
  step "Starting rookery-daemon"
  mkdir -p "$(dirname "$unit")"
  if [ "$is_system" = yes ]; then
    sed "s|^ExecStart=.*|ExecStart=/bin/sh $base/launcher daemon|" "$base/current/rookery-daemon.service" >"$unit"
  else
    user_unit >"$unit"
  fi
  # Only the daemon is restarted: games go on.
  if ! { ctl daemon-reload && ctl enable rookery-daemon && ctl restart rookery-daemon; } >"$work/error" 2>&1; then
    fail "systemd does not start the daemon ($(tail -n 1 "$work/error" | cut -c 1-200)). $journal says why."
  fi
  tries=0
  until ctl is-active --quiet rookery-daemon; do
    tries=$((tries + 1))
    [ "$tries" -lt 20 ] || fail "the daemon does not stay up. $journal says why."
    sleep 1
  done
}

user_unit() {
  cat <<END
# The daemon of a user without root, as install.sh sets it up.
[Unit]
Description=Rookery daemon, runs the game servers of this user
ConditionPathExists=$config
StartLimitIntervalSec=0

[Service]
Type=exec
Environment="DATA_DIR=$data" "DAEMON_CONFIG_FILE=$config"
ExecStart=/bin/sh "$base/launcher" daemon
Restart=always
RestartSec=2
TimeoutStopSec=30
KillMode=process
OOMPolicy=continue
Delegate=yes

[Install]
WantedBy=default.target
END
}

# Versions that nothing runs from any more: a game keeps the one that it was started with.
remove_old_versions() {
  for folder in "$base"/*/; do
    folder=${folder%/}
    if [ -L "$folder" ] || [ "$folder" = "$base/$DAEMON_VERSION" ] || [ ! -e "$folder/rookery-daemon.service" ]; then
      continue
    fi
    is_used "$folder" || rm -rf "$folder"
  done
}

is_used() {
  for process in /proc/[0-9]*; do
    case $(readlink "$process/exe" 2>/dev/null) in
    "$1"/*) return 0 ;;
    esac
  done
  return 1
}

# What an installation that did not succeed has made; one that was here before stays as it was.
take_back() {
  status=$?
  trap - EXIT
  if [ "$status" -ne 0 ] && [ -z "${has_explained:-}" ]; then
    printf '\nNot installed: the step above has failed or was interrupted. Run this again.\n' >&2
  fi
  if [ "$status" -ne 0 ] && [ "${made_version:-no}" = yes ]; then
    if [ -e "$work/replaced" ]; then
      rm -rf "${base:?}/$DAEMON_VERSION"
      mv "$work/replaced" "$base/$DAEMON_VERSION"
    elif [ "$(readlink "$base/current")" != "$DAEMON_VERSION" ]; then
      rm -rf "${base:?}/$DAEMON_VERSION"
    fi
  fi
  if [ -n "${work:-}" ]; then rm -rf "$work"; fi
  if [ "$status" -ne 0 ] && [ ! -e "$config" ]; then
    rmdir "$data/daemon" "$data" "$(dirname "$config")" "$base" 2>/dev/null || :
  fi
  exit "$status"
}

# As the panel makes them; said before anything is downloaded.
is_whole_key() {
  case $1 in
  rk1_*[!A-Za-z0-9_-]*) return 1 ;;
  rk1_*) [ ${#1} -eq 112 ] ;;
  *) return 1 ;;
  esac
}

install() {
  from_panel=true
  case ${1:-} in
  '') ;;
  --no-panel-upgrades) from_panel=false ;;
  *)
    usage
    exit 2
    ;;
  esac
  # Children shall not find it in their environment.
  one_time_key=${ROOKERY_KEY:-}
  unset ROOKERY_KEY
  install_id=
  work=
  trap take_back EXIT
  trap 'exit 130' INT TERM HUP
  find_places
  check_machine
  if [ -n "$one_time_key" ]; then install_id=$(echo "rookery install $one_time_key" | sha256sum | cut -d ' ' -f 1); fi
  [ -n "$one_time_key" ] || [ -e "$config" ] ||
    fail "there is no key. Paste the whole line that the panel shows under Nodes, Add node; it begins with { echo 'ROOKERY_KEY=…"
  if [ -n "$one_time_key" ] && ! is_whole_key "$one_time_key"; then
    fail "this is not a whole key: one begins with rk1_ and has 112 characters, and this one has ${#one_time_key}. Paste the whole line that the panel shows under Nodes, Add node."
  fi
  check_space
  check_place
  mkdir -p "$base"
  work=$(mktemp -d "$base/.install-XXXXXX") || fail "$base cannot be written."
  check_panel
  explain
  report started
  install_files
  report installed
  enroll
  write_upgrades
  start
  remove_old_versions
  step "Done"
  say "The panel shows this machine as online in a moment. Its log: $journal"
}

# The program that holds the terminals of games, and stays a while after the last one.
find_keeper() {
  keeper=$(cut -d ' ' -f 1 "$data/daemon/keeper.sock.pid" 2>/dev/null) || keeper=
  if [ -n "$keeper" ] && ! grep -q keeper "/proc/$keeper/cmdline" 2>/dev/null; then keeper=; fi
}

game_units() { ctl list-units --plain --no-legend --state=running 'rookery-*-[0-9]*.service' 2>/dev/null || :; }

# Of docker or podman, where its socket is here: the daemon reaches it by that, and asking without one leaves traces.
game_containers() {
  if has "$1" && { [ -S "/run/$1.sock" ] || [ -S "/run/$1/$1.sock" ]; }; then "$1" ps --quiet --filter 'name=^rookery-.*-[0-9]+$' 2>/dev/null </dev/null || :; fi
}

has_games_running() {
  if [ -n "$keeper" ] && [ -n "$(cat "/proc/$keeper/task/$keeper/children" 2>/dev/null)" ]; then return 0; fi
  if has_systemd && [ -n "$(game_units)" ]; then return 0; fi
  [ -n "$(game_containers docker)$(game_containers podman)" ]
}

descendants() {
  children=$(cat "/proc/$1/task/$1/children" 2>/dev/null) || return 0
  for child in $children; do
    printf '%s\n' "$child"
    (descendants "$child")
  done
}

# Each of them, as far as it is still there.
signal_games() {
  for game in $games; do kill "-$1" "$game" 2>/dev/null || :; done
}

has_ended() {
  for game in $games; do
    if [ -e "/proc/$game" ]; then return 1; fi
  done
}

# The daemon ends first: it would start again what ends.
stop_games() {
  if has_systemd; then
    ctl stop rookery-daemon >/dev/null 2>&1 || :
    ctl stop 'rookery-*-[0-9]*.service' >/dev/null 2>&1 || :
  fi
  for engine in docker podman; do
    for container in $(game_containers "$engine"); do "$engine" stop "$container" >/dev/null 2>&1 </dev/null || :; done
  done
  [ -n "$keeper" ] || return 0
  games=$(descendants "$keeper")
  signal_games TERM
  seconds=0
  until has_ended; do
    if [ "$seconds" -ge 30 ]; then
      signal_games KILL
      return 0
    fi
    sleep 1
    seconds=$((seconds + 1))
  done
}

uninstall() {
  find_places
  [ -e "$unit" ] || [ -e "$base/current" ] || [ -e "$config" ] || {
    say "There is no daemon of Rookery here (looked for $base and $config)."
    return 0
  }
  find_keeper
  if has_games_running; then
    [ "${1:-}" = --stop-games ] || {
      say "Not removed: game servers are running on this machine. Stop them in the panel first, or end them now with: uninstall --stop-games" >&2
      exit 1
    }
    step "Ending game servers"
    stop_games
  fi
  step "Removing the daemon"
  if has_systemd && [ -e "$unit" ]; then
    ctl disable --now rookery-daemon >/dev/null 2>&1 || :
  fi
  if [ -n "$keeper" ]; then kill "$keeper" 2>/dev/null || :; fi
  rm -f "$unit"
  if has_systemd; then ctl daemon-reload || :; fi
  rm -f "$base/current" "$base/launcher" "$base/upgrade" "$base/upgrade-failed" "$base/.current-new" "$config"
  for folder in "$base"/*/; do
    folder=${folder%/}
    if [ -e "$folder/rookery-daemon.service" ]; then rm -rf "$folder"; fi
  done
  rm -rf "$base"/.install-* "$base"/.upgrade-* "$data/daemon" "$data/logs" "$data/cache"
  rmdir "$data/games" "$data" "$(dirname "$config")" "$base" 2>/dev/null || :
  if [ -e "$data/games" ]; then
    say "The files of games were left in $data/games. Remove them with: rm -rf $data/games"
  fi
  say "Removed. Delete the node in the panel too."
}

main() {
  set -eu
  umask 022
  case ${1:-install} in
  install)
    [ $# -eq 0 ] || shift
    install "$@"
    ;;
  --no-panel-upgrades) install "$@" ;;
  uninstall)
    shift
    uninstall "$@"
    ;;
  *)
    usage
    exit 2
    ;;
  esac
}

main "$@"
