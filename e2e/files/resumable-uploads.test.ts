// The protocol of resumable uploads (tus 1.0) over the real panel and a real node, header by header, and its refusals.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { FilesWorld, jsonOf, type WireAnswer } from './files-world.ts'

const world = new FilesWorld()
beforeAll(() => world.start())
afterAll(() => world.stop())

const text = Buffer.from('a line of words\n'.repeat(2_000))
const version = { 'tus-resumable': '1.0.0' }
const encode = (value: string) => Buffer.from(value).toString('base64')

function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${encode(value)}`)
    .join(',')
}

function begin(
  values: Record<string, string>,
  size: number | string = text.length,
  sessionToken = world.sessionToken,
): Promise<WireAnswer> {
  const headers = { ...version, 'upload-length': String(size), 'upload-metadata': metadata(values) }
  return world.send(world.address('/uploads'), { method: 'POST', headers, sessionToken })
}

async function begun(values: Record<string, string>, size = text.length): Promise<string> {
  const answer = await begin(values, size)
  expect([answer.status, jsonIfAny(answer)]).toEqual([201, null])
  return String(answer.headers.location)
}

function patch(
  location: string,
  offset: number | string,
  body: Buffer,
  change: { sessionToken?: string; headers?: Record<string, string> } = {},
): Promise<WireAnswer> {
  const headers = {
    ...version,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    'content-length': String(body.length),
    ...change.headers,
  }
  return world.send(location, {
    method: 'PATCH',
    headers,
    body: [body],
    sessionToken: change.sessionToken ?? world.sessionToken,
  })
}

const head = (location: string, sessionToken = world.sessionToken) =>
  world.send(location, { method: 'HEAD', headers: version, sessionToken })
const drop = (location: string, sessionToken = world.sessionToken) =>
  world.send(location, { method: 'DELETE', headers: version, sessionToken })

function jsonIfAny(answer: WireAnswer) {
  return answer.bytes.length === 0 ? null : jsonOf(answer)
}

const partsFolder = () => join(world.nodeFolder, 'servers', '.uploads')
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
    const answer = await begin(values)
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
    const location = await begun({ path: 'late.txt' })
    await patch(location, 0, text.subarray(0, 100))
    const [part = ''] = parts()
    writeFileSync(join(partsFolder(), part), text)
    expect((await head(location)).headers['upload-offset']).toBe(String(text.length))
    expect(readFileSync(join(world.root, 'late.txt'))).toEqual(text)
  })

  test('8.2 given up, it is gone', async () => {
    const location = await begun({ path: 'never.txt' })
    await patch(location, 0, text.subarray(0, 100))
    expect((await drop(location)).status).toBe(204)
    expect([(await head(location)).status, (await drop(location)).status]).toEqual([404, 404])
    expect([existsSync(join(world.root, 'never.txt')), parts()]).toEqual([false, []])
  })

  test('8.2 a body that breaks off leaves what has arrived', async () => {
    const location = await begun({ path: 'broken.txt' })
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

  test('8.3 another version is told which one there is', async () => {
    const answer = await world.send(world.address('/uploads'), { method: 'POST' })
    expect([answer.status, answer.headers['tus-version']]).toEqual([412, '1.0.0'])
  })

  test('8.3 bytes at the wrong place, of the wrong kind or too many', async () => {
    const location = await begun({ path: 'strict.txt' })
    expect((await patch(location, 5, text)).status).toBe(409)
    expect((await patch(location, 'x', text)).status).toBe(400)
    expect((await patch(location, 0, text, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await patch(location, 0, Buffer.concat([text, text]))).status).toBe(413)
    expect((await patch(location.replace(/.{32}$/, '0'.repeat(32)), 0, text)).status).toBe(404)
    expect((await patch(location.replace(/.{32}$/, 'nonsense'), 0, text)).status).toBe(404)
    expect((await drop(location)).status).toBe(204)
  })

  test('8.3 another hash than announced: 422, and nothing is left', async () => {
    const location = await begun({ path: 'damaged.txt', sha256: '0'.repeat(64) })
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
    await waitFor('it has its line', () => world.auditLines('upload.refused').length > 0)
    expect(world.auditLines('upload.refused').at(-1)).toMatchObject({
      category: 'file',
      outcome: 'denied',
      actor_login: 'admin',
      file: 'page.png',
      detected_type: 'text/html',
      reason: expect.any(String),
    })
  })

  test('8.3 a name that is taken, when it must not be overwritten: 409 at once, or at the end', async () => {
    const location = await begun({ path: 'mine.txt', overwrite: 'false' })
    writeFileSync(join(world.root, 'mine.txt'), 'somebody was faster')
    expect((await begin({ path: 'mine.txt', overwrite: 'false' })).status).toBe(409)
    expect((await patch(location, 0, text)).status).toBe(409)
    expect(readFileSync(join(world.root, 'mine.txt'), 'utf8')).toBe('somebody was faster')
    expect(parts()).toEqual([])
  })

  test("8.3 another one's upload is 403 for everybody else, whatever their rights", async () => {
    const other = await world.person(world.gameServer, ['game-server-common', 'game-server-files'])
    const location = await begun({ path: 'private.txt' })
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
    const location = await begun({ path: 'old.txt' })
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

describe('transfers of large files, and settings of the panel', () => {
  const settings = (body: object) =>
    world.send('/api/settings', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: [Buffer.from(JSON.stringify(body))],
    })
  const transfer = (path: string, size: number) =>
    world.send(world.address('/transfers'), {
      method: 'POST',
      headers: { ...version, 'upload-length': String(size), 'upload-metadata': metadata({ path }) },
    })

  test('a transfer begins only where it is on, and has the filter and the audit lines of an upload', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect((await transfer('page.txt', page.length)).status).toBe(409)
    expect((await settings({ large_transfers: true })).status).toBe(200)
    const large = await transfer('world.tar', 104_857_601)
    const location = String(large.headers.location)
    expect([large.status, location]).toEqual([201, expect.stringContaining('/files/transfers/')])
    expect((await head(location)).headers['upload-length']).toBe('104857601')
    expect((await drop(location)).status).toBe(204)
    const refused = await transfer('hidden-page.txt', page.length)
    expect((await patch(String(refused.headers.location), 0, page)).status).toBe(415)
    const lines = () => world.auditLines('upload.refused').filter(({ file }) => file === 'hidden-page.txt')
    await waitFor('it has its line', () => lines().length > 0)
    expect(lines()).toMatchObject([{ detected_type: 'text/html' }])
    expect(existsSync(join(world.root, 'hidden-page.txt'))).toBe(false)
  })

  test('8.3 what the setting allows is taken by the node at once, and no longer when it is off', async () => {
    const archive = gzipSync('a world')
    const send = async (path: string) =>
      (await patch(await begun({ path }, archive.length), 0, archive)).status
    expect(await send('first.gz')).toBe(415)
    await settings({ upload_archives: true })
    expect(await send('second.gz')).toBe(204)
    expect(readFileSync(join(world.root, 'second.gz')).equals(archive)).toBe(true)
    await settings({ upload_archives: null })
    expect(await send('third.gz')).toBe(415)
  })
})
