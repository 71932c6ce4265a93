// Finds the file of a release and makes sure that it is the one that was released.

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Architecture, chooseFile, findChecksum, type InstallationKind } from './upgrade-rules.ts'

export function findReleaseFile(named: string, kind: InstallationKind, architecture: Architecture): string {
  const path = resolve(named)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`${path} does not exist`)
  if (!found.isDirectory()) return path
  const name = chooseFile(readdirSync(path), kind, architecture)
  if (name === null) {
    throw new Error(`${path} holds no release for this installation (${kind}, ${architecture})`)
  }
  return join(path, name)
}

/** Gives the checksum. Throws when it is not the expected one, and when none is known. */
export async function verifyChecksum(file: string, given: string | undefined): Promise<string> {
  const sumsFile = join(dirname(file), 'SHA256SUMS')
  const sums = existsSync(sumsFile) ? readFileSync(sumsFile, 'utf8') : ''
  const expected = given?.trim().toLowerCase() ?? findChecksum(sums, basename(file))
  if (expected === null) {
    throw new Error(
      `there is no SHA256SUMS beside ${file} that names it: put that of the release there, or give --sha256`,
    )
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const actual = hash.digest('hex')
  if (actual === expected) return actual
  throw new Error(
    `${file} is damaged or not the released one: its SHA-256 is ${actual}, expected ${expected}`,
  )
}
