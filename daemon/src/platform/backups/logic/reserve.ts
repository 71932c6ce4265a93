// How much of a disk backups leave free.

const gibibyte = 1024 ** 3

/** A gigabyte or a twentieth, whatever is more; of a small disk no more than a tenth. */
export function reserveBytes(diskBytes: number): number {
  return Math.min(Math.max(gibibyte, diskBytes * 0.05), diskBytes * 0.1)
}
