// What the panel may ask about backups (L25): browse, search, read, pack, compare, forget, refresh, and try a storage.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { repositoryReport } from '@rookery/contracts/backups.ts'
import type { BackupRequest } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import ssh2 from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newPrivateKey } from '../../src/features/sftp/host-key.ts'
import type { OutgoingTransfer } from '../../src/platform/panel-link/outgoing-transfer.ts'
import { openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { countingGameOf, openStorageFolder, storageIn } from './backed-up-game.ts'
import { type CopyingEngine, createCopyingEngine } from './copying-engine.ts'

describe('looking into backups', () => {
  let node: TestNode
  let engine: CopyingEngine
  let storage: string
  let definition: GameServerDefinition
  let snapshot: string

  beforeEach(async () => {
    storage = openStorageFolder()
    engine = createCopyingEngine()
    node = await openTestNode(openTestFolder(), {}, { backupEngines: [engine] })
    definition = node.put(1, { ...countingGameOf, backup_storages: [storageIn(storage)] })
    await node.run(1, 'install')
    mkdirSync(serverFile('world'))
    writeFileSync(serverFile('world/level.dat'), 'level')
    writeFileSync(serverFile('world/Region.mca'), 'region')
    await node.run(1, 'backup')
    snapshot = lastReport().backups[0]?.snapshot ?? ''
  })
  afterEach(async () => {
    await node.end()
    rmSync(storage, { recursive: true, force: true })
  })

  const serverFile = (name: string) => join(node.folder, 'servers', definition.uuid, name)
  const lastReport = () => {
    const told = node.sent.findLast(message => message.$case === 'backupReport')
    if (told?.$case !== 'backupReport') throw new Error('nothing was reported')
    return repositoryReport.parse(JSON.parse(told.value.report))
  }

  async function ask(request: BackupRequest, gameServerId = 1) {
    const answers: unknown[] = []
    const bytes: Uint8Array[] = []
    const transfer: OutgoingTransfer = {
      write: async body => {
        if (body.$case === 'fileAnswer') answers.push(JSON.parse(body.value.json))
      },
      writeBytes: async piece => void bytes.push(Buffer.from(piece)),
      incoming: () => {
        throw new Error('nothing comes')
      },
      signal: new AbortController().signal,
    }
    const value = { gameServerId, request: JSON.stringify(request), byBytesLine: false }
    await node.app.hooks.transfer({ $case: 'backupWork', value }, transfer)
    return { answers, bytes: Buffer.concat(bytes) }
  }
  const within = () => ({ storage_id: 3, snapshot })

  it('browses folders first, page by page, and finds names by parts and by patterns', async () => {
    const browse = { verb: 'browse', ...within(), path: '', offset: 0, limit: 10 } as const
    const { answers } = await ask(browse)
    expect(answers).toMatchObject([
      { total: 2, entries: [{ name: 'world', type: 'directory' }, { name: 'game.mjs' }] },
    ])
    const second = await ask({ ...browse, path: 'world', offset: 1, limit: 1 })
    expect(second.answers).toMatchObject([
      { total: 2, entries: [{ path: 'world/level.dat', size_bytes: 5 }] },
    ])
    const search = { verb: 'search', ...within(), limit: 10 } as const
    for (const name of ['region', '*gion.m?a']) {
      expect((await ask({ ...search, name })).answers).toMatchObject([
        { entries: [{ path: 'world/Region.mca' }], is_cut: false },
      ])
    }
    expect((await ask({ ...search, name: '?' })).answers).toMatchObject([{ entries: [], is_cut: false }])
  })

  it('reads a file, packs one, and refuses what is too large, not there, or leads out', async () => {
    const read = { verb: 'read', ...within(), path: 'world/level.dat', limit_bytes: 100 } as const
    const { answers, bytes } = await ask(read)
    expect(answers).toMatchObject([{ name: 'level.dat', path: 'world/level.dat', size_bytes: 5 }])
    expect(bytes.toString()).toBe('level')
    const packed = await ask({ verb: 'pack', ...within(), path: 'world/level.dat', format: 'zip' })
    expect(packed.bytes.subarray(0, 2).toString()).toBe('PK')
    expect(packed.bytes.includes('level.dat')).toBe(true)
    await expect(ask({ ...read, limit_bytes: 4 })).rejects.toMatchObject({ code: 'too_large' })
    await expect(ask({ ...read, path: 'world/none' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask({ ...read, path: '../x' })).rejects.toMatchObject({ code: 'malformed_request' })
    await expect(ask({ ...read, storage_id: 9 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask(read, 7)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('compares with the files as they are now, with sizes of both', async () => {
    writeFileSync(serverFile('world/level.dat'), 'level two')
    writeFileSync(serverFile('world/new'), 'new')
    rmSync(serverFile('world/Region.mca'))
    const { answers } = await ask({ verb: 'compare', ...within(), path: '', limit: 10 })
    expect(answers).toEqual([
      {
        is_cut: false,
        changes: [
          { path: 'world/new', change: 'added', type: 'file', then_bytes: null, now_bytes: 3 },
          { path: 'world/level.dat', change: 'changed', type: 'file', then_bytes: 5, now_bytes: 9 },
          { path: 'world/Region.mca', change: 'removed', type: 'file', then_bytes: 6, now_bytes: null },
        ],
      },
    ])
  })

  it('forgets a backup and reports what is left, but no locked one', async () => {
    const locked = [storageIn(storage, { locked: [snapshot] })]
    node.put(1, { ...definition, backup_storages: locked }, 2)
    const forget: BackupRequest = { verb: 'forget', storage_id: 3, snapshots: [snapshot] }
    await expect(ask(forget)).rejects.toMatchObject({ code: 'conflict' })
    node.put(1, definition, 3)
    expect((await ask(forget)).answers).toEqual([{}])
    expect(lastReport().backups).toEqual([])
  })

  it('finds backups again that another node has taken, by what is stored with them', async () => {
    const elsewhere = await openTestNode(openTestFolder(), {}, { backupEngines: [engine] })
    try {
      elsewhere.put(1, definition)
      const value = {
        ...{ gameServerId: 1, byBytesLine: false },
        request: JSON.stringify({ verb: 'refresh', storage_id: 3 }),
      }
      const transfer = { write: async () => {}, signal: new AbortController().signal }
      await elsewhere.app.hooks.transfer({ $case: 'backupWork', value }, transfer as never)
      const told = elsewhere.sent.findLast(message => message.$case === 'backupReport')
      const report = told?.$case === 'backupReport' ? JSON.parse(told.value.report) : null
      expect(report.backups).toMatchObject([
        { snapshot, kind: 'manual', consistency: 'stopped', run_key: 'id:2' },
      ])
    } finally {
      await elsewhere.end()
    }
  })

  describe('while the disk of a storage is not mounted', () => {
    const place = () => join(storage, definition.uuid)
    const elsewhere = () => `${storage}-unmounted`
    const refresh: BackupRequest = { verb: 'refresh', storage_id: 3 }
    const gone = 'the backup of this server is no longer in '
    beforeEach(() => renameSync(place(), elsewhere()))
    afterEach(() => rmSync(elsewhere(), { recursive: true, force: true }))

    it('the list stays, and no backup is taken in its place', async () => {
      await expect(ask(refresh)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(gone),
      })
      expect(lastReport()).toMatchObject({ backups: [{ snapshot }], problem: expect.stringContaining(gone) })
      expect(await node.run(1, 'backup')).toMatchObject({
        status: 'error',
        message: expect.stringContaining(gone),
      })
      expect(existsSync(place())).toBe(false)
      renameSync(elsewhere(), place())
      await ask(refresh)
      expect(lastReport()).toMatchObject({ backups: [{ snapshot }], problem: '' })
      expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
      expect(lastReport().backups).toHaveLength(2)
    })

    it('what is deleted leaves the list, and then there is room for new ones', async () => {
      await ask({ verb: 'forget', storage_id: 3, snapshots: [snapshot] })
      expect(lastReport()).toMatchObject({ backups: [], is_listed: true })
      expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
      expect(lastReport().backups).toHaveLength(1)
    })

    it('a storage that was moved on purpose takes backups at its new place', async () => {
      const moved = openStorageFolder()
      try {
        node.put(1, { ...definition, backup_storages: [storageIn(moved)] }, 2)
        expect(await node.run(1, 'backup')).toMatchObject({ status: 'success' })
        expect(readdirSync(moved)).toEqual([definition.uuid])
      } finally {
        rmSync(moved, { recursive: true, force: true })
      }
    })
  })

  it('tries a storage out, and says why it does not work', async () => {
    const place = { kind: 'folder', path: storage } as const
    expect((await ask({ verb: 'test', place, secret: '' }, 0)).answers).toMatchObject([
      { is_good: true, problem: '' },
    ])
    engine.problem = 'denied'
    expect((await ask({ verb: 'test', place, secret: '' }, 0)).answers).toMatchObject([
      { is_good: false, problem: 'the storage says denied' },
    ])
  })

  it.for([
    ['unreachable', 'unavailable'],
    ['no_space', 'no_space'],
    ['locked', 'conflict'],
    ['wrong_password', 'conflict'],
  ] as const)('what the storage calls %s is %s for the panel', async ([problem, code]) => {
    engine.problem = problem
    await expect(ask({ verb: 'refresh', storage_id: 3 })).rejects.toMatchObject({
      code,
      message: `the storage says ${problem}`,
    })
    expect(lastReport().problem).toBe(`the storage says ${problem}`)
  })

  it('reads the host key of an SSH server, and says when nobody shows one', async () => {
    const privateKey = newPrivateKey(ssh2.utils)
    const key = ssh2.utils.parseKey(privateKey) as ssh2.ParsedKey
    const sshServer = new ssh2.Server({ hostKeys: [privateKey] }, client => client.on('error', () => {}))
    await new Promise<void>(resolve => sshServer.listen(0, '127.0.0.1', resolve))
    const port = (sshServer.address() as { port: number }).port
    try {
      const { answers } = await ask({ verb: 'host_key', host: '127.0.0.1', port }, 0)
      expect(answers).toEqual([{ host_key: `${key.type} ${key.getPublicSSH().toString('base64')}` }])
    } finally {
      sshServer.close()
    }
    const mute = createServer(socket => socket.destroy())
    await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
    const { port: mutePort } = mute.address() as { port: number }
    try {
      await expect(ask({ verb: 'host_key', host: '127.0.0.1', port: mutePort }, 0)).rejects.toMatchObject({
        code: 'unavailable',
      })
    } finally {
      mute.close()
    }
  })
})
