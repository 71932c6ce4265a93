# After the files are gone. A purge removes what can be made again, and names what it leaves.

case $1 in
remove) reload_units ;;
purge)
  # The other of the two packages may be here, with the same folders.
  [ ! -e /usr/lib/rookery/bin/rookery ] || exit 0
  for folder in /var/lib/rookery /var/lib/rookery/panel /var/lib/rookery/daemon; do
    rm -rf "$folder/cache" "$folder/logs"
  done
  # Archives of the daemon, which the panel packs from its own files.
  rm -rf /var/lib/rookery/panel/daemons
  upgrade=/var/lib/rookery/upgrade
  rm -rf "$upgrade/previous" "$upgrade/program" "$upgrade/state.json" "$upgrade/rookery.lock" "$upgrade/rookery.pid"
  for folder in /etc/rookery /var/lib/rookery/games /var/lib/rookery/panel /var/lib/rookery/daemon "$upgrade/databases" "$upgrade" /var/lib/rookery; do
    [ ! -d "$folder" ] || rmdir "$folder" 2>/dev/null || :
  done
  left=
  for folder in /etc/rookery /var/lib/rookery/panel /var/lib/rookery/daemon "$upgrade/databases" /var/lib/rookery/games; do
    [ ! -d "$folder" ] || left="$left $folder"
  done
  if [ -n "$left" ]; then
    echo "Left in place (settings with their keys, the database, files of games):$left"
    user=
    if getent passwd rookery >/dev/null; then user=' && userdel rookery'; fi
    echo "To delete these for good: rm -r /etc/rookery /var/lib/rookery$user"
  elif getent passwd rookery >/dev/null; then
    userdel rookery || :
  fi
  ;;
esac
