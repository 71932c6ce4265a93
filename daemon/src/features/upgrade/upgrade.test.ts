// An upgrade from the panel in a folder as the install script makes it: what is right is switched to, everything else leaves
// the node as it was.

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header, type HeaderData } from 'tar'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { IncomingBody, OutgoingTransfer } from '../../platform/panel-link/outgoing-transfer.ts'
import { Upgrades, type UpgradesDeps } from './upgrade.ts'
import { parseNote } from './upgrade-rules.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-upgrade-'))
  mkdirSync(join(folder, '1.0.0'))
  symlinkSync('1.0.0', join(folder, 'current'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Entry extends Pick<HeaderData, 'type' | 'linkpath'> {
  path: string
  content?: string
}

/** A Node that answers as the new version does when it is tried. */
const node = '#!/bin/sh\ncase $1 in *rookery.mjs) echo 2.0.0 ;; *) echo "$@" >&2 ;; esac\n'
const daemonEntries = (version = '2.0.0', program = node): Entry[] =>
  Object.entries({
    'bin/node': program,
    'bin/rookery': '#!/bin/sh\n',
    'dist/daemon.mjs': '',
    'dist/rookery.mjs': '',
    'install.sh': '',
    'launcher.sh': '',
    'package.json': JSON.stringify({ version }),
  }).map(([path, content]) => ({ path: `rookery-daemon-2.0.0/${path}`, content }))

function pack(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = 'File', linkpath }) => {
    const header = new Header({ path, type, linkpath, size: content.length, mode: 0o755, uid: 0, gid: 0 })
    const block = Buffer.alloc(512)
    header.encode(block)
    return [block, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

function open(deps: Partial<UpgradesDeps> = {}) {
  const restart = vi.fn()
  const upgrades = new Upgrades({
    installation: {
      method: 'script',
      packageName: '',
      versions: { folder, own: '1.0.0' },
      isSupervised: true,
    },
    version: '1.0.0',
    isAllowed: true,
    checkArguments: ['--check-config'],
    whyBusy: () => null,
    restart,
    nowMs: () => 1_000_000,
    log: createLog('silent'),
    ...deps,
  })
  return { upgrades, restart }
}

async function send(
  archive: Buffer,
  { upgrades } = open(),
  order: { sha256?: string; sizeBytes?: number; end?: boolean; version?: string } = {},
): Promise<string[]> {
  const steps: string[] = []
  const bodies: IncomingBody[] = []
  for (let at = 0; at < archive.length; at += 65_536)
    bodies.push({ $case: 'fileBytes', value: { bytes: archive.subarray(at, at + 65_536) } })
  if (order.end !== false) bodies.push({ $case: 'fileEnd', value: {} })
  const transfer: OutgoingTransfer = {
    signal: new AbortController().signal,
    async write(body) {
      if (body.$case === 'fileAnswer') steps.push((JSON.parse(body.value.json) as { step: string }).step)
    },
    writeBytes: async () => {},
    async *incoming() {
      yield* bodies
    },
  }
  const sha256 = order.sha256 ?? createHash('sha256').update(archive).digest('hex')
  const { version = '2.0.0', sizeBytes = archive.length } = order
  await upgrades.serve({ version, sha256, sizeBytes }, transfer)
  return steps
}

/** Nothing has changed and nothing was left. */
function expectUntouched(): void {
  expect(readlinkSync(join(folder, 'current'))).toBe('1.0.0')
  expect(readdirSync(folder).toSorted()).toEqual(['1.0.0', 'current'])
}

describe('an upgrade from the panel', () => {
  test('is unpacked beside, tried, noted and switched to, and then the daemon starts anew', async () => {
    const opened = open()
    expect(await send(pack(daemonEntries()), opened)).toEqual(['receiving', 'checking', 'restarting'])
    expect(readlinkSync(join(folder, 'current'))).toBe('2.0.0')
    expect(readdirSync(folder).toSorted()).toEqual(['1.0.0', '2.0.0', 'current', 'upgrade'])
    expect(parseNote(readFileSync(join(folder, 'upgrade'), 'utf8'))).toEqual({
      from: '1.0.0',
      to: '2.0.0',
      sinceSeconds: 1000,
    })
    expect(readFileSync(join(folder, '2.0.0/.sha256'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    await expect.poll(() => opened.restart.mock.calls.length, { timeout: 10_000 }).toBe(1)
  })

  test('is confirmed once the panel has seen it, and then one former version stays', async () => {
    await send(pack(daemonEntries()))
    for (const version of ['0.8.0', '0.9.0']) {
      mkdirSync(join(folder, version))
      writeFileSync(join(folder, version, 'install.sh'), '')
    }
    writeFileSync(join(folder, 'upgrade-failed'), 'from=1.0.0\nto=2.0.0\n')
    const versions = { folder, own: '2.0.0' }
    const { upgrades } = open({
      installation: { method: 'script', packageName: '', versions, isSupervised: true },
    })
    await upgrades.online()
    expect(readdirSync(folder).toSorted()).toEqual(['1.0.0', '2.0.0', 'current'])
  })

  test('that failed is told to the panel, until the next one begins', async () => {
    writeFileSync(
      join(folder, 'upgrade-failed'),
      'from=1.0.0\nto=2.0.0\nsince=5\nreason=it ended\nat=9\nback=yes\n',
    )
    mkdirSync(join(folder, '.upgrade-left'))
    const opened = open()
    await opened.upgrades.start()
    expect(existsSync(join(folder, '.upgrade-left'))).toBe(false)
    expect(opened.upgrades.describe().failedUpgrade).toMatchObject({
      fromVersion: '1.0.0',
      toVersion: '2.0.0',
      reason: 'it ended',
      atMs: 9000,
    })
    mkdirSync(join(folder, '2.0.0'))
    await send(pack(daemonEntries()), opened)
    expect(opened.upgrades.describe().failedUpgrade).toBeUndefined()
    expect(existsSync(join(folder, '2.0.0/dist/daemon.mjs'))).toBe(true)
  })

  test.each<[string, Entry[], RegExp]>([
    ['a name that leads out', [...daemonEntries(), { path: '../evil' }], /leads out of the folder/],
    ['an absolute name', [...daemonEntries(), { path: '/etc/evil' }], /absolute path/],
    [
      'a symbolic link',
      [...daemonEntries(), { path: 'rookery-daemon-2.0.0/l', type: 'SymbolicLink', linkpath: '/etc' }],
      /is a link/,
    ],
    [
      'a hard link',
      [...daemonEntries(), { path: 'rookery-daemon-2.0.0/l', type: 'Link', linkpath: '/etc/passwd' }],
      /is a link/,
    ],
    [
      'something beside its folder',
      [...daemonEntries(), { path: 'other/file' }],
      /folder rookery-daemon-2\.0\.0 alone/,
    ],
    ['another version inside', daemonEntries('3.0.0'), /another version than 2\.0\.0/],
    ['no daemon', daemonEntries().filter(({ path }) => !path.endsWith('daemon.mjs')), /no dist\/daemon\.mjs/],
    [
      'a program that does not run here',
      daemonEntries('2.0.0', '#!/bin/sh\necho "no GLIBC_2.99" >&2; exit 1\n'),
      /does not run on this node, which stays as it is: no GLIBC_2\.99/,
    ],
    [
      'a program that cannot read daemon.yaml',
      daemonEntries('2.0.0', node.replace('echo "$@" >&2', 'echo "daemon.yaml: panel is missing"; exit 1')),
      /stays as it is: daemon\.yaml: panel is missing/,
    ],
  ])('with %s is refused and leaves nothing', async (_what, entries, reason) => {
    await expect(send(pack(entries))).rejects.toThrow(reason)
    expectUntouched()
  })

  test('with a wrong sum, cut off, too long or broken is refused and leaves nothing', async () => {
    const archive = pack(daemonEntries())
    await expect(send(archive, open(), { sha256: '0'.repeat(64) })).rejects.toThrow(/SHA-256 is wrong/)
    await expect(send(archive, open(), { end: false })).rejects.toThrow(/cut off/)
    await expect(send(archive, open(), { sizeBytes: archive.length + 1 })).rejects.toThrow(/cut off/)
    await expect(send(archive, open(), { sizeBytes: archive.length - 1 })).rejects.toThrow(
      /larger than announced/,
    )
    await expect(send(archive.subarray(0, -20))).rejects.toThrow()
    await expect(send(archive, open(), { version: '../x' })).rejects.toThrow(/no archive of a daemon/)
    expectUntouched()
  })

  test('is refused where daemon.yaml does not allow it, while work is running, and where nothing starts it again', async () => {
    const archive = pack(daemonEntries())
    const refused = async (deps: Partial<UpgradesDeps>) =>
      send(archive, open(deps)).then(
        () => 'taken',
        (error: unknown) => (error instanceof LinkRefusal ? error.message : String(error)),
      )
    expect(await refused({ isAllowed: false })).toContain('set upgrades.from_panel to true')
    expect(await refused({ whyBusy: () => '2 installations are running' })).toBe(
      '2 installations are running',
    )
    const versions = { folder, own: '1.0.0' }
    const installation = { method: 'script', packageName: '', versions, isSupervised: false } as const
    expect(await refused({ installation })).toContain('cannot replace itself')
    // What begins while the archive is on its way counts too.
    const work = [null, '1 archive is running']
    expect(await refused({ whyBusy: () => work.shift() ?? null })).toBe('1 archive is running')
    expectUntouched()
  })
})
