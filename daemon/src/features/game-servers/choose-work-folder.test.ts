// Where games live, tried with real folders, real users and the real Node binary.

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseWorkFolder, keeperSocketFile } from './choose-work-folder.ts'

const isRoot = process.getuid?.() === 0

describe.runIf(isRoot)('work place of a root daemon', () => {
  let open: string
  let sharedFolder: string

  beforeEach(() => {
    open = mkdtempSync(join(tmpdir(), 'rookery-place-'))
    chmodSync(open, 0o755)
    sharedFolder = join(open, 'shared')
  })
  afterEach(() => rmSync(open, { recursive: true, force: true }))

  const decide = (dataFolder: string, nodeBinary = process.execPath) =>
    chooseWorkFolder({
      dataFolder,
      workPath: join(dataFolder, 'servers'),
      nodeBinary,
      userIdBase: 700_000,
      sharedFolder,
    })

  it('is the data folder where everybody can get there, whatever the umask', async () => {
    const before = process.umask(0o077)
    const place = await decide(join(open, 'data')).finally(() => process.umask(before))
    expect(place.serversFolder).toBe(join(open, 'data/servers'))
    expect(statSync(place.serversFolder).mode & 0o777).toBe(0o711)
    expect(place.userIdOf(7)).toBe(700_007)
    expect(place.notes).toEqual([])
  })

  it('moves out of a closed folder, leaves that folder closed and says so once', async () => {
    const closed = join(open, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const place = await decide(join(closed, 'data'))
    expect(place.serversFolder).toMatch(new RegExp(`^${sharedFolder}/[0-9a-f]{10}/servers$`))
    expect(place.notes).toHaveLength(1)
    expect(place.notes[0]?.message).toContain(`${closed} has mode 0700`)
    expect(statSync(closed).mode & 0o777).toBe(0o700)
    expect((await decide(join(closed, 'data'))).serversFolder).toBe(place.serversFolder)
    expect((await decide(join(closed, 'other'))).serversFolder).not.toBe(place.serversFolder)
  })

  it('gives games a Node binary that a stranger can really run', async () => {
    const closed = join(open, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    execFileSync('cp', [process.execPath, join(closed, 'node')])
    const { nodeBinary } = await decide(join(open, 'data'), join(closed, 'node'))
    const strangers = { uid: 700_001, gid: 700_001, cwd: '/', encoding: 'utf8' as const }
    expect(() => execFileSync(join(closed, 'node'), ['-p', '1'], strangers)).toThrow(/EACCES/)
    expect(execFileSync(nodeBinary, ['-p', 'process.getuid()'], strangers)).toBe('700001\n')
    expect((await decide(join(open, 'data'), join(closed, 'node'))).nodeBinary).toBe(nodeBinary)
  })
})

describe('work place', () => {
  it('of a daemon that is not root stays where it is, with a warning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rookery-place-'))
    const place = await chooseWorkFolder({
      dataFolder: folder,
      workPath: join(folder, 'servers'),
      nodeBinary: process.execPath,
      userIdBase: null,
      sharedFolder: join(folder, 'never'),
    })
    expect(place.serversFolder).toBe(join(folder, 'servers'))
    expect(place.userIdOf(1)).toBeUndefined()
    expect(place.notes).toEqual([{ level: 'warn', message: expect.stringContaining('not root') }])
    rmSync(folder, { recursive: true })
  })

  it('keeps the keeper’s socket path short', () => {
    expect(keeperSocketFile('/var/lib/x')).toBe('/var/lib/x/keeper.sock')
    const moved = keeperSocketFile(`/${'long/'.repeat(30)}`)
    expect(Buffer.byteLength(moved)).toBeLessThan(107)
    rmSync(join(moved, '..'), { recursive: true })
  })
})
