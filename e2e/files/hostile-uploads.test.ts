// Hostile and broken uploads: clients that leave, forms that lie, bodies that never end.

import { createConnection, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usualBodyTimes } from '../../panel/src/platform/http/logic/body-progress.ts'
import { proofDescribe, proofSize, proofTest } from '../../test-services/proof-size.ts'
import { waitFor } from '../wait-for.ts'
import { boundary, FilesWorld, formOf, formType, jsonOf, writeBody } from './files-world.ts'

const brokenOff = proofSize({ short: 20, proof: 200 })
/** The panel's patience is as it is shipped; its clock goes faster where a proof would wait for it. */
const world = new FilesWorld(proofSize({ short: { inSharedProduct: true }, proof: { opensInside: true } }))
let before: string[]
let aheadMs = 0
async function letTimePass(ms: number): Promise<void> {
  aheadMs += ms
  await world.panel.inside('stopwatchAheadMs', aheadMs)
  // Bodies are looked at more often than every second; the node is not.
  await world.panel.inside('runIntervals', 1_000)
}
beforeAll(() => world.start())
beforeEach(async () => {
  // An upload of the test before whose client has left may only now reach the node.
  await waitFor('no upload is under way', () => {
    before = world.everyName()
    return world.openFiles().length === 0 && !before.some(name => name.endsWith('.tmp'))
  })
})
afterAll(() => world.stop())

/** No half file, no temporary file, nothing open. */
async function nothingIsLeft(): Promise<void> {
  await waitFor('no file is left', () => world.everyName().join('\n') === before.join('\n'))
  await waitFor('no file is open', () => world.openFiles().length === 0)
}

const uploadForm = (body: Buffer | Iterable<Buffer>, contentType = formType) =>
  world.send(world.address('/upload'), { method: 'POST', headers: { 'content-type': contentType }, body })
const partHead = (disposition: string) =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n`)
const formEnd = Buffer.from(`\r\n--${boundary}--\r\n`)

describe('T-070 clients that leave', () => {
  test(`T-070 ${brokenOff} uploads are broken off in the middle: nothing stays on the node`, async () => {
    const half = Buffer.alloc(256 * 1024, 'text ')
    for (let count = 0; count < brokenOff; count += 1) {
      const { request, promise } = world.begin(world.address('/upload'), {
        method: 'POST',
        headers: { 'content-type': formType, 'content-length': String(half.length * 2) },
      })
      promise.catch(() => {})
      const sent = new Promise<void>(resolve => {
        request.write(partHead(`form-data; name="files"; filename="broken-${count}.txt"`))
        request.write(half, () => resolve())
      })
      await sent
      request.destroy()
    }
    await nothingIsLeft()
    const whole = await world.upload([{ name: 'after.txt', content: 'fine' }])
    expect(whole.status).toBe(201)
  })

  test('T-070 the same with the editor', async () => {
    for (let count = 0; count < brokenOff / 10; count += 1) {
      const { request, promise } = world.begin(world.address('/content', { path: 'edited.txt' }), {
        method: 'PUT',
        headers: { 'content-length': '200000' },
      })
      promise.catch(() => {})
      await new Promise<void>(resolve => {
        request.write(Buffer.alloc(100_000, 'x'), () => resolve())
      })
      request.destroy()
    }
    await nothingIsLeft()
  })
})

describe('T-071 forms that lie', () => {
  // A thousand of them are stored before the refusal; the same parser has a quick test of its own.
  test.runIf(proofSize({ short: false, proof: true }))('T-071 10,000 parts are too many', async () => {
    const parts = Array.from({ length: 10_000 }, (_, n) => ({ name: `many/${n}.txt`, content: 'x' }))
    const answer = await uploadForm(formOf(parts))
    expect([answer.status, jsonOf(answer).code]).toEqual([413, 'too_large'])
  })

  test('T-071 a part name of 1 MB is too long, and costs no memory', async () => {
    const name = 'n'.repeat(1024 * 1024)
    const long = Buffer.concat([
      partHead(`form-data; name="${name}"; filename="a"`),
      Buffer.from('x'),
      formEnd,
    ])
    expect((await uploadForm(long)).status).toBe(413)
    const file = Buffer.concat([partHead(`form-data; name="files"; filename="${name}"`), formEnd])
    expect((await uploadForm(file)).status).toBe(413)
    await nothingIsLeft()
  })

  test.each([
    ['no boundary', 'multipart/form-data', 400],
    ['an empty boundary', 'multipart/form-data; boundary=', 400],
    ['another boundary', 'multipart/form-data; boundary=other', 400],
    ['two boundaries', `${formType}; boundary=b`, 400],
    ['JSON', 'application/json', 415],
    ['another multipart', `multipart/mixed; boundary=${boundary}`, 415],
  ])('T-071 %s', async (_, contentType, status) => {
    const form = Buffer.concat([...formOf([{ name: 'a.txt', content: 'x' }])])
    expect((await uploadForm(form, contentType)).status).toBe(status)
    await nothingIsLeft()
  })

  test.each([
    ['nested field names', 'form-data; name="files[a][b]"; filename="a.txt"'],
    ['filename*=', 'form-data; name="files"; filename*=UTF-8\'\'a.txt'],
    ['filename and filename*=', 'form-data; name="files"; filename="a.txt"; filename*=UTF-8\'\'b.txt'],
    ['two filenames', 'form-data; name="files"; filename="a.txt"; filename="b.txt"'],
    ['no filename', 'form-data; name="files"'],
    ['not form-data', 'attachment; filename="a.txt"'],
  ])('T-071 %s', async (_, disposition) => {
    const answer = await uploadForm(Buffer.concat([partHead(disposition), Buffer.from('x'), formEnd]))
    expect([answer.status, jsonOf(answer).code]).toEqual([400, 'malformed_request'])
    await nothingIsLeft()
  })

  test('T-071 a form that ends in the middle leaves nothing', async () => {
    const form = Buffer.concat([...formOf([{ name: 'a.txt', content: 'x'.repeat(1_000) }])])
    for (const length of [0, 20, 100, 500, form.length - 20, form.length - 5]) {
      expect((await uploadForm(form.subarray(0, length))).status, String(length)).toBe(400)
    }
    await nothingIsLeft()
  })
})

/** What the panel answers on the wire until it hangs up. */
async function wire(write: (socket: Socket) => void, isOverSoon = true): Promise<string> {
  const { hostname, port } = new URL(world.url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  let text = ''
  socket.on('data', piece => {
    text += piece.toString()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => {
    socket.once('close', () => resolve())
  })
  write(socket)
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  // Less than a silence may last at once, so that a body that comes along is never taken for a silent one.
  if (!isOverSoon) {
    await waitFor('the panel hangs up', async () => {
      await letTimePass(usualBodyTimes.silenceMs / 5)
      return isClosed
    })
  }
  await closed
  return text
}

const requestHead = (method: string, address: string, headers: string[]) =>
  [
    `${method} ${address} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${world.sessionToken}`,
    ...headers,
    '',
    '',
  ].join('\r\n')

describe('T-072 bodies that do not come as they say', () => {
  const form = () => Buffer.concat([...formOf([{ name: 'slow.txt', content: 'x'.repeat(2_000) }])])
  const statusIn = (text: string) => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]

  proofTest(
    'T-072 less than Content-Length promises is 408, and nothing appears, not even a whole form',
    async () => {
      const bytes = form()
      const text = await wire(socket => {
        const length = `Content-Length: ${bytes.length + 100}`
        socket.write(requestHead('POST', world.address('/upload'), [`Content-Type: ${formType}`, length]))
        socket.write(bytes)
      }, false)
      expect([statusIn(text), text]).toEqual(['408', expect.stringContaining('too_slow')])
      await nothingIsLeft()
    },
  )

  test('T-072 more than Content-Length promises is cut: 400, and nothing appears', async () => {
    const bytes = form()
    const text = await wire(socket => {
      const length = `Content-Length: ${bytes.length - 100}`
      socket.write(requestHead('POST', world.address('/upload'), [`Content-Type: ${formType}`, length]))
      socket.write(bytes)
    })
    expect(statusIn(text)).toBe('400')
    await nothingIsLeft()
  })

  test('T-072 chunked with a trailer is an upload like any other, and the trailer says nothing', async () => {
    const bytes = form()
    const text = await wire(socket => {
      const headers = [
        `Content-Type: ${formType}`,
        'Transfer-Encoding: chunked',
        'Trailer: X-More',
        'Connection: close',
      ]
      socket.write(requestHead('POST', world.address('/upload'), headers))
      socket.write(`${bytes.length.toString(16)}\r\n`)
      socket.write(bytes)
      socket.write('\r\n0\r\nX-More: yes\r\nAuthorization: Bearer other\r\n\r\n')
    })
    expect(statusIn(text)).toBe('201')
    expect(world.onDisk('slow.txt').length).toBe(2_000)
  })

  test('T-072 chunks that are no chunks are 400', async () => {
    const text = await wire(socket => {
      const headers = [`Content-Type: ${formType}`, 'Transfer-Encoding: chunked']
      socket.write(requestHead('POST', world.address('/upload'), headers))
      socket.write('ZZ\r\nhello\r\n')
    })
    expect(statusIn(text)).toBe('400')
    await nothingIsLeft()
  })

  proofTest.each([
    ['an upload', 'POST', '/upload', [`Content-Type: ${formType}`]],
    ['the editor', 'PUT', '/content?path=slow-editor.txt', []],
    ['a JSON body', 'POST', '/mkdir', ['Content-Type: application/json']],
  ])('T-072 a byte now and then is 408: %s', async (_, method, tail, headers) => {
    const [path = '', query = ''] = tail.split('?')
    const address = `${world.address(path)}${query === '' ? '' : `?${query}`}`
    const bytes = form()
    let at = 0
    let timer: NodeJS.Timeout | undefined
    const text = await wire(socket => {
      socket.write(requestHead(method, address, [...headers, 'Content-Length: 2000']))
      timer = setInterval(() => {
        socket.write(bytes.subarray(at, at + 1))
        at += 1
      }, 20)
    }, false)
    clearInterval(timer)
    expect([statusIn(text), text]).toEqual(['408', expect.stringContaining('too_slow')])
    expect(text.toLowerCase()).toContain('connection: close')
    await nothingIsLeft()
  })

  test('T-072 after a refusal the connection serves the next request', async () => {
    const large = Buffer.concat([
      partHead('form-data; name="wrong"; filename="a"'),
      Buffer.alloc(3_000_000),
      formEnd,
    ])
    const text = await wire(socket => {
      const headers = [`Content-Type: ${formType}`, `Content-Length: ${large.length}`]
      socket.write(requestHead('POST', world.address('/upload'), headers))
      socket.write(large)
      socket.write(requestHead('GET', '/api/health', ['Connection: close']))
    })
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
  })
})

proofDescribe('T-072 an honest slow line', () => {
  test('T-072 is not cut off, though it takes longer than a JSON body may', async () => {
    const { request, promise } = world.begin(world.address('/upload'), {
      method: 'POST',
      headers: { 'content-type': formType },
    })
    const started = aheadMs
    const content = 'x'.repeat(16 * usualBodyTimes.windowBytes)
    async function* slowly(): AsyncGenerator<Buffer> {
      const bytes = Buffer.concat([...formOf([{ name: 'honest.txt', content }])])
      for (let piece = 0; piece < 16; piece += 1) {
        yield bytes.subarray((piece * bytes.length) / 16, ((piece + 1) * bytes.length) / 16)
        // Once the panel has answered this, it has read what came before.
        await world.ask('GET', '/api/health')
        await letTimePass(usualBodyTimes.silenceMs / 2)
      }
    }
    writeBody(request, slowly()).catch(() => {})
    expect((await promise).status).toBe(201)
    expect(aheadMs - started).toBeGreaterThan(usualBodyTimes.wholeMs)
    expect(world.onDisk('honest.txt').length).toBe(content.length)
  })
})
