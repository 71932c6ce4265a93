// The disk limit of a game server and the end of the disk itself: nobody passes them, and nothing half-done stays.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestFolder, openTestNode, type TestNode } from '../open-test-node.ts'
import { askForFiles, openFileAsk, refusedWith, writeRequest } from './ask-for-files.ts'
import { canMount } from './can-mount.ts'
import { contentsBelow } from './tree-snapshot.ts'

const kib = 1024
const chunk = Buffer.alloc(64 * kib, 'x')

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(found => found.isFile())
    .map(found => statSync(join(found.parentPath, found.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0)
}

describe('the disk limit', () => {
  let node: TestNode | undefined
  afterEach(async () => {
    await node?.end()
    node = undefined
  })

  async function openLimited(diskBytes: number, workPath?: string) {
    const opened = await openTestNode(openTestFolder(), workPath === undefined ? {} : { workPath })
    node = opened
    const limits = { memory_bytes: null, cpu_percent: null, disk_bytes: diskBytes }
    const { uuid } = opened.put(1, { limits })
    const folder = join(workPath ?? join(opened.folder, 'servers'), uuid)
    const ask = (request: FileRequest, content: Buffer[] = []) => askForFiles(opened.app, 1, request, content)
    return { app: opened.app, folder, ask }
  }

  test('T-068 five who write at once stay below the limit together, and those refused leave nothing', async () => {
    const limit = 3 * 1024 * kib
    const { app, folder, ask } = await openLimited(limit)
    await ask(writeRequest('source'), Array(16).fill(chunk))
    let largest = 0
    const write = async (index: number) => {
      const open = openFileAsk(app, 1, writeRequest(`written-${index}`))
      for (let sent = 0; sent < 24; sent += 1) {
        await open.send(chunk)
        largest = Math.max(largest, sizeOf(folder))
      }
      open.sentAll()
      return open.ended
    }
    const upload = { upload_id: randomBytes(16).toString('hex'), user_id: 1 }
    const works = [
      write(1),
      write(2),
      write(3),
      ask({ verb: 'copy', from: 'source', to: 'copied' }),
      ask({
        verb: 'begin_upload',
        ...upload,
        path: 'uploaded',
        size_bytes: 16 * chunk.length,
        limit_bytes: limit,
        expect: { what: 'anything' },
        sha256: null,
        make_folders: false,
        metadata: '',
      }).then(() => ask({ verb: 'append_upload', ...upload, offset: 0 }, Array(16).fill(chunk))),
    ]
    const outcomes = await Promise.allSettled(works)
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toEqual(refusedWith('no_space'))
    expect(largest).toBeLessThanOrEqual(limit + chunk.length)
    expect(sizeOf(folder)).toBeLessThanOrEqual(limit)
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
    const { answers } = await ask({ verb: 'usage' })
    expect(answers).toMatchObject([{ limit_bytes: limit }])
  })

  test('T-068 a copy of a folder over the limit leaves nothing, and what was deleted makes room at once', async () => {
    const { folder, ask } = await openLimited(1024 * kib)
    for (const name of ['a', 'b', 'c'])
      await ask(writeRequest(`tree/${name}`, { make_folders: true }), Array(4).fill(chunk))
    await expect(ask({ verb: 'copy', from: 'tree', to: 'copied' })).rejects.toEqual(refusedWith('no_space'))
    expect(readdirSync(folder)).toEqual(['tree'])
    const more = () => ask(writeRequest('more'), Array(6).fill(chunk))
    await expect(more()).rejects.toEqual(refusedWith('no_space'))
    await ask({ verb: 'delete', paths: ['tree/a'] })
    await more()
    for (let turn = 0; turn < 5; turn += 1) {
      await ask({ verb: 'delete', paths: ['more'] })
      await more()
    }
    expect(sizeOf(folder)).toBe(14 * chunk.length)
    // Old and new content are on the disk for a moment, and there is no room for both.
    await expect(more()).rejects.toEqual(refusedWith('no_space'))
  })

  test('T-068 what the game itself writes counts too', async () => {
    const { folder, ask } = await openLimited(1024 * kib)
    await ask({ verb: 'mkdir', path: 'logs' })
    writeFileSync(join(folder, 'logs/game.log'), Buffer.alloc(1_000 * kib))
    await expect(ask(writeRequest('a'), [chunk])).rejects.toEqual(refusedWith('no_space'))
    expect((await ask({ verb: 'usage' })).answers).toMatchObject([{ used_bytes: 1_000 * kib, files: 1 }])
  })

  test.skipIf(!canMount)(
    'T-069 the disk is full in the middle: a clean refusal, the old content, no half file',
    async () => {
      const workPath = openTestFolder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=755', 'none', workPath])
      try {
        const { folder, ask } = await openLimited(1024 ** 3, workPath)
        await ask(writeRequest('config'), [Buffer.from('the old content')])
        const large = Array(100).fill(chunk)
        for (const path of ['config', 'new', 'x/y/new'])
          await expect(ask(writeRequest(path, { make_folders: true }), large), path).rejects.toEqual(
            refusedWith('no_space'),
          )
        expect(readdirSync(folder)).toEqual(['config'])
        expect(readFileSync(join(folder, 'config'), 'utf8')).toBe('the old content')
        await ask(writeRequest('tree/large', { make_folders: true }), Array(40).fill(chunk))
        await expect(ask({ verb: 'copy', from: 'tree', to: 'copied' })).rejects.toEqual(
          refusedWith('no_space'),
        )
        expect(readdirSync(folder).sort()).toEqual(['config', 'tree'])
        await ask({ verb: 'delete', paths: ['tree'] })
        await ask(writeRequest('config'), [Buffer.from('new content')])
        expect(contentsBelow(folder).map(String)).toEqual(['new content'])
        await node?.end()
        node = undefined
      } finally {
        execFileSync('umount', ['--lazy', workPath])
        rmSync(workPath, { recursive: true })
      }
    },
  )
})
