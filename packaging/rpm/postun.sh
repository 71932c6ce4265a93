reload_units
if [ "$1" -ge 1 ]; then restart_running_units; fi
