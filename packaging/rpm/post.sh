prepare_folders
reload_units
if [ "$1" -eq 1 ]; then say_next_step; fi
