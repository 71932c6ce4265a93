// Writes files into a folder as they will be packed: fixed modes and one time, whatever the umask and the clock say.

import {
  chmodSync,
  copyFileSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { PayloadFile } from './payload.ts'

export interface Link {
  path: string
  target: string
}

export function stageFiles(folder: string, files: readonly PayloadFile[], links: readonly Link[] = []): void {
  for (const { path, mode, from, content } of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    if (from === undefined) writeFileSync(target, content ?? '')
    else copyFileSync(from, target)
    chmodSync(target, mode)
  }
  for (const { path, target } of links) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(target, join(folder, path))
  }
}

/** After everything is there. `modes` are those of folders that are not for everybody. */
export function fixTimes(folder: string, epochSeconds: number, modes: Record<string, number> = {}): void {
  chmodSync(folder, 0o755)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, modes[path.slice(folder.length + 1)] ?? 0o755)
  }
  for (const entry of entries) lutimesSync(join(entry.parentPath, entry.name), epochSeconds, epochSeconds)
  lutimesSync(folder, epochSeconds, epochSeconds)
}
