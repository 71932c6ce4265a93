// The file manager as a person uses it: look, write, move, copy, delete, search, pack and unpack.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileEntry, FileMatch } from '@rookery/contracts/http/files.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FilesWorld, jsonOf } from './files-world.ts'

const world = new FilesWorld({ inSharedProduct: true })
beforeAll(async () => {
  await world.start()
  mkdirSync(join(world.root, 'maps'))
  writeFileSync(join(world.root, 'maps/dust.txt'), 'first line\nthe needle is here\n')
  writeFileSync(join(world.root, 'server.cfg'), 'port = 1\n')
})
afterAll(() => world.stop())

const get = (tail: string, query: Record<string, string> = {}) => world.ask('GET', world.address(tail, query))
const post = (action: string, body: object) => world.ask('POST', world.address(`/${action}`), body)

describe('8.3 looking', () => {
  test('8.3 a folder: folders first, then by name, in pages', async () => {
    const answer = await get('')
    expect(answer.status).toBe(200)
    const entries = answer.json as FileEntry[]
    expect(entries.map(({ name, type }) => [name, type])).toEqual([
      ['maps', 'directory'],
      ['game.sh', 'file'],
      ['server.cfg', 'file'],
    ])
    expect(entries[2]).toMatchObject({
      path: 'server.cfg',
      size: 9,
      mode: expect.stringMatching(/^0[0-7]{3}$/),
    })
    expect(answer.headers.get('x-total-count')).toBe('3')
    const second = await get('', { page: '2', per_page: '2' })
    expect((second.json as FileEntry[]).map(({ name }) => name)).toEqual(['server.cfg'])
    expect(((await get('', { path: 'maps' })).json as FileEntry[])[0]?.path).toBe('maps/dust.txt')
  })

  test('8.3 hash, room and search', async () => {
    const sha256 = createHash('sha256').update(world.onDisk('server.cfg')).digest('hex')
    expect((await get('/hash', { path: 'server.cfg' })).json).toEqual({ algorithm: 'sha256', hash: sha256 })
    expect((await get('/usage')).json).toMatchObject({ files: expect.any(Number), limit_bytes: null })
    const named = (await get('/search', { name: 'dust' })).json as { matches: FileMatch[] }
    expect(named.matches.map(({ path }) => path)).toEqual(['maps/dust.txt'])
    const found = (await get('/search', { content: 'NEEDLE' })).json as {
      matches: FileMatch[]
      is_cut: boolean
    }
    expect(found).toEqual({
      matches: [{ path: 'maps/dust.txt', type: 'file', line: { number: 2, text: 'the needle is here' } }],
      is_cut: false,
    })
  })
})

describe('8.3 the editor', () => {
  test('8.3 reads with an ETag and writes only over what it has read', async () => {
    const read = await world.send(world.address('/content', { path: 'server.cfg' }))
    const { etag = '' } = read.headers
    expect([read.status, read.bytes.toString()]).toEqual([200, 'port = 1\n'])
    const known = await world.send(world.address('/content', { path: 'server.cfg' }), {
      headers: { 'if-none-match': etag },
    })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const written = await world.write('server.cfg', 'port = 2\n', { 'if-match': etag })
    expect(written.status).toBe(204)
    expect(written.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(written.headers.etag).not.toBe(etag)
    const stale = await world.write('server.cfg', 'port = 3\n', { 'if-match': etag })
    expect([stale.status, jsonOf(stale).code]).toEqual([412, 'precondition_failed'])
    expect(world.onDisk('server.cfg').toString()).toBe('port = 2\n')
    expect((await world.write('server.cfg', 'port = 4\n', { 'if-match': '*' })).status).toBe(204)
    expect((await world.write('nothing.cfg', 'x', { 'if-match': '*' })).status).toBe(412)
    expect((await world.write('server.cfg', 'x', { 'if-none-match': '*' })).status).toBe(409)
    expect((await world.write('new.cfg', 'x', { 'if-none-match': '*' })).status).toBe(204)
    expect((await world.write('new.cfg', 'x', { 'if-match': etag, 'if-none-match': '*' })).status).toBe(400)
  })

  test('8.3 writes text of at most 5 MB, in UTF-8 or UTF-16', async () => {
    const limitBytes = 5 * 1024 * 1024
    expect((await world.write('large.txt', Buffer.alloc(limitBytes, 'a'))).status).toBe(204)
    expect((await world.write('large.txt', Buffer.alloc(limitBytes + 1, 'a'))).status).toBe(413)
    const unannounced = await world.send(world.address('/content', { path: 'large.txt' }), {
      method: 'PUT',
      body: Array.from({ length: 6 }, () => Buffer.alloc(1024 * 1024, 'a')),
    })
    expect(unannounced.status).toBe(413)
    expect(world.onDisk('large.txt').length).toBe(limitBytes)
    const wide = Buffer.from('\uFEFFGröße', 'utf16le')
    expect((await world.write('wide.txt', wide)).status).toBe(204)
    expect(world.onDisk('wide.txt').equals(wide)).toBe(true)
    for (const bytes of [
      Buffer.from('a\0b'),
      Buffer.from('Größe', 'latin1'),
      Buffer.from('€').subarray(0, 2),
    ]) {
      const refused = await world.write('binary.txt', bytes)
      expect([refused.status, jsonOf(refused).code]).toEqual([415, 'unsupported_media_type'])
    }
    expect(existsSync(join(world.root, 'binary.txt'))).toBe(false)
    writeFileSync(join(world.root, 'larger.txt'), Buffer.alloc(limitBytes + 1))
    expect((await world.send(world.address('/content', { path: 'larger.txt' }))).status).toBe(413)
  })
})

describe('8.3 actions', () => {
  test('8.3 folders are made, things are moved, copied, locked and deleted', async () => {
    expect((await post('mkdir', { path: 'actions' })).status).toBe(204)
    expect((await post('mkdir', { path: 'actions' })).status).toBe(409)
    expect((await post('copy', { from: 'maps', to: 'actions/maps' })).status).toBe(204)
    expect((await post('rename', { from: 'actions/maps/dust.txt', to: 'actions/sand.txt' })).status).toBe(204)
    expect(world.onDisk('actions/sand.txt').toString()).toContain('needle')
    expect((await post('rename', { from: 'actions/nothing', to: 'actions/x' })).status).toBe(404)
    expect((await post('rename', { from: 'actions/maps', to: 'actions/sand.txt' })).status).toBe(409)
    expect((await post('chmod', { path: 'actions/sand.txt', mode: '0640' })).status).toBe(204)
    expect(statSync(join(world.root, 'actions/sand.txt')).mode & 0o777).toBe(0o640)
    expect((await post('chmod', { path: 'actions/sand.txt', mode: '888' })).status).toBe(422)
    expect((await post('delete', { paths: ['actions/sand.txt', 'actions'] })).status).toBe(204)
    expect(existsSync(join(world.root, 'actions'))).toBe(false)
    for (const path of ['', '.', '/', 'maps/..']) {
      expect([400, 403], path).toContain((await post('delete', { paths: [path] })).status)
    }
  })

  test('8.3 archives are packed and unpacked as tasks', async () => {
    const packed = await post('archive', { paths: ['maps'], format: 'zip', target: 'maps.zip' })
    expect(packed.status).toBe(202)
    const task = await world.ended((packed.json as { task_id: number }).task_id)
    expect([task.kind, task.status, task.message]).toEqual(['archive', 'success', expect.anything()])
    const unpacked = await post('extract', { path: 'maps.zip', target: 'again' })
    expect((await world.ended((unpacked.json as { task_id: number }).task_id)).status).toBe('success')
    expect(world.onDisk('again/maps/dust.txt').equals(world.onDisk('maps/dust.txt'))).toBe(true)
  })
})
