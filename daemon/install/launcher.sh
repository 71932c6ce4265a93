#!/bin/sh
# Starts the daemon of this machine from beside its versions, and belongs to none of them: install.sh puts it there. While
# an upgrade from the panel is under way, it goes back to the former version when the new one is not online in time, however
# broken that one is. The daemon writes the note `upgrade` before it switches, and removes it once the panel has welcomed it.

attempts_allowed=3

base=$(CDPATH='' cd -- "$(dirname "$0")" && pwd -P) || exit 1
note=$base/upgrade
failed=$base/upgrade-failed

field() { sed -n "s/^$1=//p" "$2" 2>/dev/null | head -n 1; }

number() {
  value=$(field "$1" "$note")
  case $value in
  '' | *[!0-9]*) value=0 ;;
  esac
  echo "$value"
}

# Of a clock that nobody sets.
uptime_seconds() {
  read -r up _ </proc/uptime
  echo "${up%%.*}"
}

is_version() {
  case $1 in
  '' | .* | *[!0-9A-Za-z.+~-]*) return 1 ;;
  esac
  [ -d "$base/$1" ]
}

current() { readlink "$base/current" 2>/dev/null || :; }

point_to() {
  rm -f "$base/.current-new"
  ln -s "$1" "$base/.current-new"
  # Where mv does not know -T, the link is gone for a moment; check_upgrade and finish_going_back repair that.
  mv -fT "$base/.current-new" "$base/current" 2>/dev/null || {
    rm -f "$base/.current-new"
    ln -sfn "$1" "$base/current"
  }
}

# The note is moved first: of this and of the daemon that removes it, one succeeds.
go_back() {
  mv "$note" "$failed" 2>/dev/null || return 1
  printf 'reason=%s\nat=%s\n' "$1" "$(date +%s)" >>"$failed"
  echo "rookery: the upgrade to $(field to "$failed") failed ($1): going back to $(field from "$failed")" >&2
  finish_going_back
}

finish_going_back() {
  former=$(field from "$failed")
  if is_version "$former" && { [ "$(current)" = "$(field to "$failed")" ] || [ ! -e "$base/current" ]; }; then
    point_to "$former"
  fi
  echo back=yes >>"$failed"
  sync
}

check_upgrade() {
  from=$(field from "$note")
  to=$(field to "$note")
  if ! is_version "$from"; then
    rm -f "$note"
    return 0
  fi
  if [ "$(current)" != "$to" ]; then
    [ -e "$base/current" ] || point_to "$from"
    go_back 'the machine or the daemon stopped before the new version was started' || :
    return 0
  fi
  attempts=$(($(number attempts) + 1))
  seconds=$(number seconds)
  [ "$seconds" -gt 0 ] || seconds=60
  deadline=$(number deadline)
  boot=$(cat /proc/sys/kernel/random/boot_id)
  now=$(uptime_seconds)
  # At its first start, and anew when the machine was restarted meanwhile.
  if [ "$(field boot "$note")" != "$boot" ]; then deadline=$((now + seconds)); fi
  if [ "$attempts" -gt "$attempts_allowed" ]; then
    go_back "it ended $attempts_allowed times before the panel saw it" || :
  elif [ "$now" -ge "$deadline" ]; then
    go_back "the panel did not see it within $seconds seconds" || :
  else
    {
      printf 'from=%s\nto=%s\nsince=%s\nseconds=%s\n' "$from" "$to" "$(number since)" "$seconds"
      printf 'attempts=%s\nboot=%s\ndeadline=%s\n' "$attempts" "$boot" "$deadline"
    } >"$note.new"
    mv "$note.new" "$note"
    watch_upgrade $$ &
  fi
}

watch_upgrade() {
  while [ -f "$note" ] && kill -0 "$1" 2>/dev/null; do
    if [ "$(uptime_seconds)" -ge "$deadline" ]; then
      go_back "the panel did not see it within $seconds seconds" || return 0
      kill "$1" 2>/dev/null
      rest=10
      while [ "$rest" -gt 0 ] && kill -0 "$1" 2>/dev/null; do
        rest=$((rest - 1))
        sleep 1
      done
      kill -9 "$1" 2>/dev/null
      return 0
    fi
    sleep 1
  done
}

if [ -f "$failed" ] && [ -z "$(field back "$failed")" ]; then finish_going_back; fi
if [ -f "$note" ]; then check_upgrade; fi

ROOKERY_LAUNCHER=1
export ROOKERY_LAUNCHER
exec "$base/current/bin/rookery" "$@"
