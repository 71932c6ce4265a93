// The protocol of resumable uploads (tus 1.0) over the real panel and a real node, header by header, and its refusals.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { FilesWorld, jsonOf } from './files-world.ts'
import { createTusClient, metadata, version } from './tus-client.ts'

const world = new FilesWorld({ inSharedProduct: true })
beforeAll(() => world.start())
afterAll(() => world.stop())

const text = Buffer.from('a line of words\n'.repeat(2_000))
const { begin, begun, patch, head, drop } = createTusClient(world)

/** Of the game server of this test. */
const partsFolder = () => join(world.nodeFolder, 'servers', '.uploads', basename(world.root))
function parts(): string[] {
  if (!existsSync(partsFolder())) return []
  return readdirSync(partsFolder(), { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.part'))
}

describe('8.2 tus 1.0', () => {
  test('8.2 says what it can do', async () => {
    const answer = await world.send(world.address('/uploads'), { method: 'OPTIONS' })
    expect([answer.status, answer.headers]).toMatchObject([
      204,
      {
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,termination,expiration',
        'tus-max-size': '104857600',
      },
    ])
  })

  test('8.2 begins, stops, tells where it stands, goes on, and the file appears at the end', async () => {
    const values = { path: 'new/folder/words ä.txt', sha256: createHash('sha256').update(text).digest('hex') }
    const answer = await begin(values, text.length)
    expect([answer.status, answer.headers]).toMatchObject([
      201,
      {
        'tus-resumable': '1.0.0',
        location: expect.stringMatching(/^\/api\/servers\/\d+\/files\/uploads\/[0-9a-f]{32}$/),
        'upload-expires': expect.stringMatching(/ GMT$/),
      },
    ])
    const location = String(answer.headers.location)
    const first = await patch(location, 0, text.subarray(0, 10_000))
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '10000'])
    const stands = await head(location)
    expect([stands.status, stands.headers]).toMatchObject([
      200,
      {
        'tus-resumable': '1.0.0',
        'upload-offset': '10000',
        'upload-length': String(text.length),
        'upload-metadata': metadata(values),
        'cache-control': 'no-store',
      },
    ])
    expect(existsSync(join(world.root, 'new'))).toBe(false)
    const last = await patch(location, 10_000, text.subarray(10_000))
    expect([last.status, last.headers['upload-offset']]).toEqual([204, String(text.length)])
    expect(readFileSync(join(world.root, values.path))).toEqual(text)
    expect((await head(location)).headers['upload-offset']).toBe(String(text.length))
    expect(parts()).toEqual([])
  })

  test('8.2 an empty file is there as soon as it is begun', async () => {
    await begun({ path: 'empty.txt' }, 0)
    expect(readFileSync(join(world.root, 'empty.txt')).length).toBe(0)
  })

  test('8.2 a file that was whole before the node could finish it appears when somebody asks', async () => {
    const location = await begun({ path: 'late.txt' }, text.length)
    await patch(location, 0, text.subarray(0, 100))
    const [part = ''] = parts()
    writeFileSync(join(partsFolder(), part), text)
    expect((await head(location)).headers['upload-offset']).toBe(String(text.length))
    expect(readFileSync(join(world.root, 'late.txt'))).toEqual(text)
  })

  test('8.2 given up, it is gone', async () => {
    const location = await begun({ path: 'never.txt' }, text.length)
    await patch(location, 0, text.subarray(0, 100))
    expect((await drop(location)).status).toBe(204)
    expect([(await head(location)).status, (await drop(location)).status]).toEqual([404, 404])
    expect([existsSync(join(world.root, 'never.txt')), parts()]).toEqual([false, []])
  })

  test('8.2 a body that breaks off leaves what has arrived', async () => {
    const location = await begun({ path: 'broken.txt' }, text.length)
    const headers = {
      ...version,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': String(text.length),
    }
    const { promise, request } = world.begin(location, { method: 'PATCH', headers })
    request.write(text.subarray(0, 20_000))
    await waitFor('the bytes are on the node', () => parts().some(name => sizeOf(name) === 20_000))
    request.destroy()
    await promise.catch(() => {})
    expect(await offset(location)).toBe(20_000)
    expect((await patch(location, 20_000, text.subarray(20_000))).status).toBe(204)
    expect(readFileSync(join(world.root, 'broken.txt'))).toEqual(text)
  })
})

const sizeOf = (part: string) => statSync(join(partsFolder(), part)).size

async function offset(location: string): Promise<number> {
  return Number((await head(location)).headers['upload-offset'])
}

describe('8.3 refusals', () => {
  test.each([
    ['without a version', {}, { 'tus-resumable': '0.2.2' }, 412, 'precondition_failed'],
    ['without a length', {}, { 'upload-length': '' }, 400, 'malformed_request'],
    ['with a length that is none', {}, { 'upload-length': '-1' }, 400, 'malformed_request'],
    ['C321 with a byte too many', {}, { 'upload-length': '104857601' }, 413, 'too_large'],
    ['with broken metadata', {}, { 'upload-metadata': 'a b c' }, 400, 'malformed_request'],
    ['without a path', {}, { 'upload-metadata': 'name eA==' }, 422, 'invalid_input'],
    ['with a hash that is none', { path: 'x', sha256: 'zz' }, {}, 422, 'invalid_input'],
    ['T-056 with a path that leads out', { path: '../x' }, {}, 400, 'malformed_request'],
    ['T-059 on the folder itself', { path: '.' }, {}, 400, 'malformed_request'],
  ])('8.3 %s', async (_, values, change, status, code) => {
    const headers = {
      ...version,
      'upload-length': '5',
      'upload-metadata': metadata({ path: 'x', ...values }),
      ...change,
    }
    const answer = await world.send(world.address('/uploads'), { method: 'POST', headers })
    expect([answer.status, jsonOf(answer).code]).toEqual([status, code])
    expect(answer.headers['tus-resumable']).toBe('1.0.0')
  })

  test('8.2 C321 104,857,600 bytes may come', async () => {
    expect((await drop(await begun({ path: 'x' }, 104_857_600))).status).toBe(204)
  })

  test('8.3 another version is told which one there is', async () => {
    const answer = await world.send(world.address('/uploads'), { method: 'POST' })
    expect([answer.status, answer.headers['tus-version']]).toEqual([412, '1.0.0'])
  })

  test('8.3 bytes at the wrong place, of the wrong kind or too many', async () => {
    const location = await begun({ path: 'strict.txt' }, text.length)
    expect((await patch(location, 5, text)).status).toBe(409)
    expect((await patch(location, 'x', text)).status).toBe(400)
    expect((await patch(location, 0, text, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await patch(location, 0, Buffer.concat([text, text]))).status).toBe(413)
    expect((await patch(location.replace(/.{32}$/, '0'.repeat(32)), 0, text)).status).toBe(404)
    expect((await patch(location.replace(/.{32}$/, 'nonsense'), 0, text)).status).toBe(404)
    expect((await drop(location)).status).toBe(204)
  })

  test('8.3 another hash than announced: 422, and nothing is left', async () => {
    const location = await begun({ path: 'damaged.txt', sha256: '0'.repeat(64) }, text.length)
    const answer = await patch(location, 0, text)
    expect([answer.status, jsonOf(answer).code]).toEqual([422, 'invalid_input'])
    expect([(await head(location)).status, existsSync(join(world.root, 'damaged.txt')), parts()]).toEqual([
      404,
      false,
      [],
    ])
  })

  test('C326 a refused type: 415, nothing is left, and the audit log tells type and reason', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    const location = await begun({ path: 'page.png' }, page.length)
    const answer = await patch(location, 0, page)
    expect([answer.status, jsonOf(answer).code]).toEqual([415, 'unsupported_media_type'])
    expect([(await head(location)).status, existsSync(join(world.root, 'page.png')), parts()]).toEqual([
      404,
      false,
      [],
    ])
    const lines = () =>
      world.auditLines('upload.refused').filter(line => line.game_server_id === world.gameServer)
    await waitFor('it has its line', () => lines().length > 0)
    expect(lines().at(-1)).toMatchObject({
      category: 'file',
      outcome: 'denied',
      actor_login: world.login,
      file: 'page.png',
      detected_type: 'text/html',
      reason: expect.any(String),
    })
  })

  test('8.3 a name that is taken, when it must not be overwritten: 409 at once, or at the end', async () => {
    const location = await begun({ path: 'mine.txt', overwrite: 'false' }, text.length)
    writeFileSync(join(world.root, 'mine.txt'), 'somebody was faster')
    expect((await begin({ path: 'mine.txt', overwrite: 'false' }, text.length)).status).toBe(409)
    expect((await patch(location, 0, text)).status).toBe(409)
    expect(readFileSync(join(world.root, 'mine.txt'), 'utf8')).toBe('somebody was faster')
    expect(parts()).toEqual([])
  })

  test("8.3 another one's upload is 403 for everybody else, whatever their rights", async () => {
    const other = await world.person(world.gameServer, ['game-server-common', 'game-server-files'])
    const location = await begun({ path: 'private.txt' }, text.length)
    const statuses = [
      (await head(location, other.sessionToken)).status,
      (await patch(location, 0, text, { sessionToken: other.sessionToken })).status,
      (await drop(location, other.sessionToken)).status,
    ]
    expect(statuses).toEqual([403, 403, 403])
    expect((await begin({ path: 'own.txt' }, 5, other.sessionToken)).status).toBe(201)
    expect(await offset(location)).toBe(0)
    expect((await drop(location)).status).toBe(204)
  })

  test('4.3 without the right to files nothing begins', async () => {
    const stranger = await world.person(world.gameServer, ['game-server-common'])
    expect((await begin({ path: 'x' }, 5, stranger.sessionToken)).status).toBe(403)
  })

  test('8.3 after a day an upload is gone', async () => {
    const location = await begun({ path: 'old.txt' }, text.length)
    const id = location.slice(-32)
    const note = readdirSync(partsFolder(), { recursive: true })
      .map(String)
      .find(name => name.endsWith(`${id}.json`))
    const file = join(partsFolder(), note ?? '')
    const reported = JSON.parse(readFileSync(file, 'utf8')) as { begun_at_ms: number }
    writeFileSync(file, JSON.stringify({ ...reported, begun_at_ms: reported.begun_at_ms - 86_400_000 }))
    expect([(await head(location)).status, (await patch(location, 0, text)).status]).toEqual([404, 404])
  })
})
