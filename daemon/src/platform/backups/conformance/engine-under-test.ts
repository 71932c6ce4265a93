// What the conformance suite must know about an engine and a storage to try them, and the folder that it backs up.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BackupEngine, BackupStorage } from '../backup-engine.ts'

export interface EngineFixture {
  engine: BackupEngine
  storage: BackupStorage
  /** A folder for whatever a test needs. */
  folder: string
  /** Puts an empty repository there that opens quickly with these passwords; nothing where creating one is quick. */
  prepare(name: string): void
  end(): Promise<void>
}

export interface EngineUnderTest {
  name: string
  open(): Promise<EngineFixture>
  /** Only its passwords open it. */
  isEncrypting: boolean
  /** What is there already is not stored again. */
  isIncremental: boolean
  /** Names that are no text come back as they were. */
  storesAnyName: boolean
  /** The same place with keys that are not right, and one where nobody listens. */
  wrong?: ((storage: BackupStorage) => { denied: BackupStorage; away: BackupStorage }) | undefined
  /** Before a change lands it is tried only in short; `npm run prove` has all of it. */
  isShort?: boolean
}

export const isRoot = process.getuid?.() === 0

/** A small world with everything odd in it that a game may leave behind. */
export function createWorld(folder: string): void {
  mkdirSync(join(folder, 'world/region'), { recursive: true })
  mkdirSync(join(folder, 'logs'))
  mkdirSync(join(folder, 'plugins/shop'), { recursive: true })
  writeFileSync(join(folder, 'server.properties'), 'motd=hello\n')
  writeFileSync(join(folder, 'world/level.dat'), 'level 1\n')
  writeFileSync(join(folder, 'world/region/r.0.0.mca'), Buffer.alloc(300_000, 'terrain '))
  writeFileSync(join(folder, 'plugins/shop/config.yml'), 'price: 3\n')
  writeFileSync(join(folder, 'logs/latest.log'), 'a line\n')
  symlinkSync('world/level.dat', join(folder, 'level-link'))
  symlinkSync('/etc/passwd', join(folder, 'outside-link'))
  linkSync(join(folder, 'server.properties'), join(folder, 'second-name'))
  writeFileSync(join(folder, '-dash'), 'dash')
  writeFileSync(join(folder, 'two\nlines'), 'newline')
  writeFileSync(join(folder, 'a [b] *c? $HOME'), 'pattern')
  writeFileSync(join(folder, 'hole'), '')
  truncateSync(join(folder, 'hole'), 8 * 1024 * 1024)
  writeFileSync(join(folder, 'tool'), '#!/bin/sh\n')
  chmodSync(join(folder, 'tool'), 0o4755)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  utimesSync(join(folder, 'world/level.dat'), 1_700_000_000, 1_700_000_000)
}

export function addInvalidName(folder: string): void {
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff, 0xfe])]), 'bytes')
}

/** One line for everything below a folder: name, kind, mode, time of change, content. */
export function describeTree(folder: string | Buffer, prefix = ''): string[] {
  const top = Buffer.from(folder)
  return readdirSync(top, { encoding: 'buffer' })
    .toSorted(Buffer.compare)
    .flatMap(name => {
      const path = Buffer.concat([top, Buffer.from('/'), name])
      const displayed = `${prefix}${name.toString('latin1')}`
      const stats = lstatSync(path)
      if (stats.isSymbolicLink()) return [`${displayed} -> ${readlinkSync(path)}`]
      const mode = (stats.mode & 0o7777).toString(8)
      if (stats.isDirectory()) return [`${displayed}/ ${mode}`, ...describeTree(path, `${displayed}/`)]
      if (!stats.isFile()) return [`${displayed} special`]
      const content = readFileSync(path)
      return [
        `${displayed} ${mode} ${Math.trunc(stats.mtimeMs / 1_000)} ${content.length} ${digest(content)}`,
      ]
    })
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
