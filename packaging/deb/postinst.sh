# After the files are in place: the user, the folders, and running units with the new version.

case $1 in
configure)
  create_user
  prepare_folders
  reload_units
  restart_running_units
  say_next_step
  ;;
esac
