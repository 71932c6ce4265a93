// The shell script that sets up the sandbox: it runs as root in a mount namespace of its own, then becomes the program.

/**
 * Arguments: the folder that becomes the root, the program, any number of triples, `--`, arguments of the program.
 * A triple is `read|write SOURCE NAME`, `file BYTES NAME` (from standard input, in this order) or `ssh PROGRAM ''`.
 * What is mounted here is gone with the last process in it. What comes from the machine is libraries, certificates and
 * how names are resolved; nothing else.
 */
export const sandboxScript = String.raw`
set -eu
umask 077
root=$1 program=$2
shift 2
mount -t tmpfs -o mode=0755,size=64m,nosuid sandbox "$root"
cd "$root"
mkdir -m 0755 etc dev usr engine
: > engine/program
mount --bind "$program" engine/program
mount -o remount,bind,ro,nosuid engine/program
: > dev/null
mount --bind /dev/null dev/null
: > dev/urandom
mount --bind /dev/urandom dev/urandom
share() {
  for place in "$@"; do
    [ -e "/$place" ] || continue
    if [ -L "/$place" ]; then
      target=$(readlink "/$place")
      [ -e "$place" ] || [ -L "$place" ] || ln -s "$target" "$place"
      continue
    fi
    mkdir -p -m 0755 "$place"
    mount --bind "/$place" "$place"
    mount -o remount,bind,ro,nosuid,nodev "$place"
  done
}
share lib lib64 usr/lib usr/lib64 usr/lib32 nix/store
share etc/ssl/certs etc/pki/tls/certs etc/pki/ca-trust usr/share/ca-certificates usr/local/share/ca-certificates etc/ca-certificates
for file in resolv.conf hosts nsswitch.conf; do
  if [ -r "/etc/$file" ]; then cat "/etc/$file" > "etc/$file"; fi
done
printf 'root:x:0:0:root:/nonexistent:/bin/false\n' > etc/passwd
while [ "$1" != -- ]; do
  kind=$1 source=$2 name=$3
  shift 3
  case $kind in
    file)
      mkdir -p "./$name"
      rmdir "./$name"
      head -c "$source" > "./$name"
      ;;
    ssh)
      mkdir -p -m 0755 usr/bin
      : > usr/bin/ssh
      mount --bind "$source" usr/bin/ssh
      mount -o remount,bind,ro,nosuid usr/bin/ssh
      ;;
    *)
      mkdir -p "./$name"
      mount --bind "$source" "./$name"
      if [ "$kind" = read ]; then mount -o remount,bind,ro,nosuid,nodev "./$name"; fi
      ;;
  esac
done
shift
export PATH=/usr/bin:/bin
exec "$(PATH=/usr/sbin:/usr/bin:/sbin:/bin command -v chroot)" "$root" /engine/program "$@"
`
