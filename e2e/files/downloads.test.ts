// Downloads over the real panel and a real node: tokens in the address, ranges, names, and headers that keep browsers calm.

import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../panel/test/tokens/people.ts'
import { waitFor } from '../wait-for.ts'
import { FilesWorld, jsonOf, type WireAnswer } from './files-world.ts'

const world = new FilesWorld({ inSharedProduct: true })
const content = randomBytes(1_000_003)
beforeAll(async () => {
  await world.start()
  mkdirSync(join(world.root, 'maps'))
  writeFileSync(join(world.root, 'data.bin'), content)
  writeFileSync(join(world.root, 'maps/dust.txt'), 'dust')
  writeFileSync(join(world.root, 'empty'), '')
})
afterAll(() => world.stop())

const download = (path: string | string[], headers: Record<string, string> = {}, query = {}) =>
  world.send(world.address('/download', { path, ...query }), { headers })

const harmless = {
  'content-type': 'application/octet-stream',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
}

describe('C123 a download with a short-lived token', () => {
  const withToken = (token: string, headers: Record<string, string> = {}) =>
    world.send(world.address('/download', { path: 'data.bin', token }), { sessionToken: null, headers })

  test('5.4.3 C123 the first time 200 as an attachment, the second time 401, and no log shows the token', async () => {
    const token = await world.shortLivedToken()
    const first = await withToken(token)
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({
      ...harmless,
      'content-disposition': 'attachment; filename="data.bin"',
      'content-length': String(content.length),
    })
    expect(first.bytes.equals(content)).toBe(true)
    const second = await withToken(token)
    expect([second.status, jsonOf(second).code]).toEqual([401, 'not_signed_in'])
    expect(world.logLines.join('')).not.toContain(token)
  })

  test('5.4.3 C123 fifty at once: one gets it', async () => {
    const token = await world.shortLivedToken()
    const answers = await Promise.all(Array.from({ length: 50 }, () => withToken(token)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 401)])
  })

  test('5.4.3 C123 access tokens, session tokens and nonsense in the address are 401', async () => {
    const accessToken = await createToken(world, world.sessionToken, ['server:list'])
    for (const token of [accessToken, world.sessionToken, '', 'glst_nonsense', '%']) {
      expect((await withToken(token)).status).toBe(401)
    }
    const twice = world.address('/download', { path: 'data.bin', token: ['glst_a', 'glst_b'] })
    expect((await world.send(twice, { sessionToken: null })).status).toBe(401)
  })

  test('5.4.3 C123 the token opens downloads alone, and is not spent elsewhere', async () => {
    const token = await world.shortLivedToken()
    for (const tail of ['', '/content', '/hash', '/usage', '/search']) {
      const address = world.address(tail, { path: 'data.bin', token })
      expect((await world.send(address, { sessionToken: null })).status, tail).toBe(401)
    }
    expect((await withToken(token)).status).toBe(200)
  })

  test('5.6 C123 the token carries the rights of its person and no others', async () => {
    const stranger = await world.person(world.gameServer, ['game-server-common', 'game-server-console-view'])
    expect((await withToken(await world.shortLivedToken(stranger.sessionToken))).status).toBe(403)
    const allowed = await world.person(world.gameServer, ['game-server-common', 'game-server-files'])
    expect((await withToken(await world.shortLivedToken(allowed.sessionToken))).status).toBe(200)
  })
})

describe('T-077 ranges', () => {
  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=100-299999', 100, 299_999],
    ['bytes=-5', content.length - 5, content.length - 1],
    ['bytes=1000000-', 1_000_000, content.length - 1],
    ['bytes=999999-99999999', 999_999, content.length - 1],
  ])('T-077 %s', async (range, start, end) => {
    const answer = await download('data.bin', { range })
    expect(answer.status).toBe(206)
    expect(answer.headers).toMatchObject({
      ...harmless,
      'content-range': `bytes ${start}-${end}/${content.length}`,
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
    })
    expect(answer.bytes.equals(content.subarray(start, end + 1))).toBe(true)
  })

  test('T-077 beyond the end is 416 and tells the size', async () => {
    for (const [path, size] of [
      ['data.bin', content.length],
      ['empty', 0],
    ] as const) {
      const answer = await download(path, { range: `bytes=${size}-` })
      expect([answer.status, jsonOf(answer).code]).toEqual([416, 'range_not_satisfiable'])
      expect(answer.headers['content-range']).toBe(`bytes */${size}`)
    }
  })

  test('T-077 many ranges bring the file once, never more than it has', async () => {
    for (const range of ['bytes=0-1,5-6', `bytes=${'0-,'.repeat(1_300)}0-`, 'bytes=5-2', 'bytes=x']) {
      const answer = await download('data.bin', { range })
      expect([answer.status, answer.bytes.length]).toEqual([200, content.length])
    }
  })

  test('T-077 If-Range: a range of this state, the whole of any other', async () => {
    const { etag = '' } = (await download('data.bin')).headers
    expect(etag).toMatch(/^"[\w-]+"$/)
    const range = 'bytes=0-9'
    expect((await download('data.bin', { range, 'if-range': etag })).status).toBe(206)
    expect((await download('data.bin', { range, 'if-range': '"older"' })).bytes.length).toBe(content.length)
    const known = await download('data.bin', { 'if-none-match': etag })
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, etag])
  })

  test('8.3 HEAD tells the same and sends nothing', async () => {
    const answer = await world.send(world.address('/download', { path: 'data.bin' }), { method: 'HEAD' })
    expect([answer.status, answer.bytes.length]).toEqual([200, 0])
    expect(answer.headers).toMatchObject({ ...harmless, 'content-length': String(content.length) })
    const folder = await world.send(world.address('/download', { path: 'maps' }), { method: 'HEAD' })
    expect(folder.headers['content-disposition']).toBe('attachment; filename="maps.zip"')
    await waitFor('everything is closed', () => world.openFiles().length === 0)
  })
})

describe('T-076 names of downloads', () => {
  test.each([
    ['say "hi".txt', `attachment; filename="say _hi_.txt"; filename*=UTF-8''say%20%22hi%22.txt`],
    [
      'a\r\nSet-Cookie: x=1',
      `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`,
    ],
    [
      'Größe 😀.txt',
      `attachment; filename="Gr__e __.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%F0%9F%98%80.txt`,
    ],
    [
      '-rf $(id) %2e%2e',
      `attachment; filename="-rf $(id) _2e_2e"; filename*=UTF-8''-rf%20%24%28id%29%20%252e%252e`,
    ],
  ])('T-076 %j: one well-formed header', async (name, header) => {
    writeFileSync(join(world.root, name), 'x')
    const answer = await download(name)
    expect([answer.status, answer.bytes.toString()]).toEqual([200, 'x'])
    const reported = answer.rawHeaders.filter((_, index) =>
      /^content-disposition$/i.test(answer.rawHeaders[index - 1] ?? ''),
    )
    expect(reported).toEqual([header])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('T-074 whatever comes back is harmless', () => {
  test.each([
    ['gifjs.gif', 'GIF89a/*\x00*/=1;alert(1)'],
    ['pdf.pdf', '%PDF-1.4\n<html><script>alert(1)</script></html>'],
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ])('T-074 %s is an attachment without a type of its own', async (name, text) => {
    writeFileSync(join(world.root, name), text, 'latin1')
    expect((await download(name)).headers).toMatchObject({
      ...harmless,
      'content-disposition': `attachment; filename="${name}"`,
    })
    const visible = await world.send(world.address('/content', { path: name }))
    expect([visible.status, visible.bytes.toString('latin1')]).toEqual([200, text])
    expect(visible.headers).toMatchObject(harmless)
  })
})

describe('8.3 folders and several paths', () => {
  const isZip = ({ bytes }: WireAnswer) => bytes.subarray(0, 2).toString() === 'PK'
  const isGzip = ({ bytes }: WireAnswer) => bytes.readUInt16BE(0) === 0x1f_8b

  test('8.3 a folder comes as an archive with its name', async () => {
    const zip = await download('maps')
    expect([zip.status, isZip(zip)]).toEqual([200, true])
    expect(zip.headers).toMatchObject({
      ...harmless,
      'content-disposition': 'attachment; filename="maps.zip"',
    })
    const tar = await download('maps', {}, { format: 'tar.gz' })
    expect([tar.status, isGzip(tar)]).toEqual([200, true])
  })

  test('8.3 several paths, and everything, come with the name of the game server', async () => {
    for (const path of [['maps', 'data.bin'], '']) {
      const answer = await download(path)
      expect([answer.status, isZip(answer)]).toEqual([200, true])
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="${world.gameName}.zip"`)
    }
  })

  test('8.3 what is not there is 404, also in an archive', async () => {
    for (const path of ['nothing', 'maps/nothing', ['maps', 'nothing']]) {
      const answer = await download(path)
      expect([answer.status, jsonOf(answer).code]).toEqual([404, 'not_found'])
      expect(answer.headers['content-disposition']).toBeUndefined()
    }
  })

  test('T-063 who leaves in the middle of a download leaves nothing open', async () => {
    const large = join(world.root, 'large.bin')
    writeFileSync(large, Buffer.alloc(64 * 1024 * 1024))
    for (let count = 0; count < 20; count += 1) {
      const { request, promise } = world.begin(world.address('/download', { path: 'large.bin' }), {})
      promise.catch(() => {})
      const begun = new Promise<void>(resolve => {
        request.on('response', answer => answer.once('data', () => resolve()))
      })
      request.end()
      await begun
      request.destroy()
    }
    await waitFor('nothing is open', () => world.openFiles().length === 0)
  })
})
