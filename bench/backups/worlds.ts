// What is backed up: a world of large files, as games of blocks keep them, and one of very many small ones.

import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const megabyte = 1024 * 1024
const sector = 4096
const smallFilesPerFolder = 500

export interface World {
  name: string
  folder: string
  bytes: number
  /** Writes into a fiftieth of it: a few neighbors at a time, as players do. */
  change(day: number): void
}

/** Regions of two megabytes; every fifth sector is empty, the others do not get smaller. */
export function createLargeFiles(folder: string, megabytes: number): World {
  mkdirSync(folder, { recursive: true })
  const regions = Math.max(1, Math.round(megabytes / 2))
  const content = () => {
    const bytes = randomBytes(2 * megabyte)
    for (let at = 0; at < bytes.length; at += 5 * sector) bytes.fill(0, at, at + sector)
    return bytes
  }
  for (let region = 0; region < regions; region += 1)
    writeFileSync(join(folder, `r.${region}.mca`), content())
  return {
    ...{ name: `${megabytes.toLocaleString('en')} MB`, folder, bytes: regions * 2 * megabyte },
    change(day) {
      const changed = Math.max(1, Math.round(regions / 25))
      for (let at = 0; at < changed; at += 1) {
        const file = openSync(join(folder, `r.${(day * changed + at) % regions}.mca`), 'r+')
        // Half of a region, somewhere.
        writeSync(file, content(), 0, megabyte, ((day % 2) * megabyte) / 2)
        closeSync(file)
      }
    },
  }
}

export function createSmallFiles(folder: string, files: number): World {
  const pathOf = (at: number) => join(folder, String(Math.floor(at / smallFilesPerFolder)), `${at}.json`)
  const contentOf = (at: number, day: number) => JSON.stringify({ at, day, seen: 'x'.repeat(at % 1000) })
  let bytes = 0
  for (let at = 0; at < files; at += 1) {
    if (at % smallFilesPerFolder === 0) mkdirSync(join(pathOf(at), '..'), { recursive: true })
    const content = contentOf(at, 0)
    bytes += content.length
    writeFileSync(pathOf(at), content)
  }
  return {
    ...{ name: `${files.toLocaleString('en')} files`, folder, bytes },
    change(day) {
      const changed = Math.max(1, Math.round(files / 50))
      for (let at = 0; at < changed; at += 1) {
        const file = (day * changed + at) % files
        writeFileSync(pathOf(file), contentOf(file, day))
      }
    },
  }
}
