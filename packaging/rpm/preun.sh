# Not for an upgrade, nor when the package with the panel has taken the place of the one without.
if [ "$1" -eq 0 ] && { [ "$KIND" = rookery ] || [ ! -e /usr/lib/rookery/dist/panel.mjs ]; }; then
  stop_units "$UNITS"
fi
