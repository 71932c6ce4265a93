// A stand-in for SteamCMD, which cannot be had in tests: reads the same arguments, prints the same lines, writes files.

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What it does is told by the number of the app: 740 works, 741 works at the third try, 742 has no subscription, 743 has
 * no space, 744 goes on for ever.
 */
const script = `#!/bin/sh
app=; folder=
echo "$@" >> "$HOME/.steamcmd-calls"
echo "uid=$(id -u) home=$HOME" > "$HOME/.steamcmd-user"
printf 'Redirecting stderr to logs\\r\\n[  0%%] Checking for available updates...\\r\\n[----] Verifying installation...\\r\\n'
while [ $# -gt 0 ]; do
  case "$1" in
    +force_install_dir) folder=$2; shift ;;
    +app_update) app=$2; shift ;;
  esac
  shift
done
printf 'Connecting anonymously to Steam Public...\\033[32mOK\\033[0m\\r\\n'
state() { printf ' Update state (0x%s) %s, progress: %s (%s / 8000000)\\r\\n' "$@"; }
case "$app" in
  740)
    state 61 downloading 12.34 987200
    state 61 downloading 50.00 4000000
    mkdir -p "$folder/bin" && echo server > "$folder/bin/server"
    sleep 0.4
    state 81 'verifying update' 99.00 7920000
    printf "Success! App '740' fully installed.\\r\\n" ;;
  741)
    tries=$(grep -c 741 "$HOME/.steamcmd-calls")
    if [ "$tries" -lt 3 ]; then
      printf "Error! App '741' state is 0x602 after update job. Timed out\\r\\n"; exit 8
    fi
    echo server > "$folder/server"
    printf "Success! App '741' fully installed.\\r\\n" ;;
  742) printf "ERROR! Failed to install app '742' (No subscription)\\r\\n"; exit 8 ;;
  743) printf "Error! App '743' state is 0x202 after update job.\\r\\n"; exit 8 ;;
  744)
    echo half > "$folder/half"
    state 61 downloading 25.00 2000000
    sleep 600 ;;
esac
`

export function writeSteamcmd(folder: string): string {
  const file = join(folder, 'steamcmd.sh')
  writeFileSync(file, script)
  chmodSync(file, 0o755)
  return file
}
