# Before the files go. Nothing stops for an upgrade; when the package without a panel takes over, only the panel does.

if [ "$1" = remove ]; then
  if [ "${2:-}" != in-favour ]; then
    stop_units "$UNITS"
  elif [ "$KIND" = rookery ]; then
    stop_units rookery-panel.service
  fi
fi
