// A folder in memory where there is one: room for a million names, and nobody waits for a disk.

import { accessSync, chmodSync, constants, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function openRoomyFolder(): string {
  const folder = mkdtempSync(join(hasMemoryDrive() ? '/dev/shm' : tmpdir(), 'rookery-'))
  chmodSync(folder, 0o755)
  return folder
}

function hasMemoryDrive(): boolean {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return true
  } catch {
    return false
  }
}
