// Uploads as a form sends them: size, each file checked by itself, and nothing left of what is refused.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofTest } from '../../test-services/proof-size.ts'
import { waitFor } from '../wait-for.ts'
import { boundary, FilesWorld, type FormPart, formType, jsonOf } from './files-world.ts'

const limitBytes = 104_857_600
const world = new FilesWorld({ inSharedProduct: true })
beforeAll(() => world.start())
afterAll(() => world.stop())

interface Reported {
  name: string
  path: string
  size: number
  status: number
  message?: string
}

/** Refused in every setting. */
const webPage = Buffer.from('<!doctype html><script>alert(1)</script>')

/** A form whose one file has so many bytes of text. */
function* formOfSize(name: string, bytes: number): Generator<Buffer> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`,
  )
  const piece = Buffer.alloc(1024 * 1024, 'line of text\n')
  for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

const uploadOfSize = (name: string, bytes: number) =>
  world.send(world.address('/upload'), {
    method: 'POST',
    headers: { 'content-type': formType },
    body: formOfSize(name, bytes),
  })

describe('C321 the size of an upload', () => {
  proofTest('8.2 C321 104,857,600 bytes are taken', async () => {
    const taken = await uploadOfSize('large.txt', limitBytes)
    expect([taken.status, jsonOf<Reported[]>(taken)]).toEqual([
      201,
      [{ name: 'large.txt', path: 'large.txt', size: limitBytes, status: 201 }],
    ])
    expect(world.onDisk('large.txt').length).toBe(limitBytes)
  })

  test('8.2 C321 one byte more than 104,857,600 is 413 and leaves nothing', async () => {
    const before = world.everyName()
    const refused = await uploadOfSize('larger.txt', limitBytes + 1)
    expect([refused.status, jsonOf(refused).code]).toEqual([413, 'too_large'])
    await waitFor('nothing is left of it', () => world.everyName().join('\n') === before.join('\n'))
  })

  proofTest('8.2 C321 no memory grows with the size', async () => {
    global.gc?.()
    const before = process.memoryUsage.rss()
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 20)
    expect((await uploadOfSize('large.txt', limitBytes)).status).toBe(201)
    clearInterval(timer)
    // Client, panel and daemon together; the file alone would be 100 MB in each.
    expect(most - before).toBeLessThan(150 * 1024 * 1024)
  })
})

describe('C327 several files', () => {
  test('8.3 C327 each is checked; the answer tells which one was refused', async () => {
    const parts: FormPart[] = [
      { name: 'one.txt', content: 'one' },
      { name: 'two.txt', content: webPage, type: 'text/plain' },
      { name: 'maps/three.txt', content: 'three' },
    ]
    const answer = await world.upload(parts, { path: 'several' })
    expect(answer.status).toBe(207)
    expect(jsonOf<Reported[]>(answer)).toEqual([
      { name: 'one.txt', path: 'several/one.txt', size: 3, status: 201 },
      {
        name: 'two.txt',
        path: 'several/two.txt',
        size: webPage.length,
        status: 415,
        message: expect.any(String),
      },
      { name: 'three.txt', path: 'several/maps/three.txt', size: 5, status: 201 },
    ])
    expect(world.onDisk('several/maps/three.txt').toString()).toBe('three')
    expect(world.everyName().join('\n')).not.toContain('two.txt')
  })

  test('8.3 C327 names that are taken: replaced, or refused where that is asked for', async () => {
    const again = (overwrite: string) =>
      world.upload([{ name: 'one.txt', content: 'again' }], { path: 'several', overwrite })
    const refused = await again('false')
    expect([refused.status, jsonOf(refused).code]).toEqual([409, 'conflict'])
    expect(world.onDisk('several/one.txt').toString()).toBe('one')
    expect((await again('true')).status).toBe(201)
    expect(world.onDisk('several/one.txt').toString()).toBe('again')
  })

  test('8.3 C327 a large refused file in the middle does not stop the others', async () => {
    const content = Buffer.concat([webPage, Buffer.alloc(8 * 1024 * 1024, ' ')])
    const answer = await world.upload([
      { name: 'a.txt', content: 'a' },
      { name: '../outside', content },
      { name: 'bad.bin', content },
      { name: 'z.txt', content: 'z' },
    ])
    expect(answer.status).toBe(207)
    const statuses = jsonOf<Reported[]>(answer).map(({ status }) => status)
    expect([statuses[0], statuses[2], statuses[3]]).toEqual([201, 415, 201])
    expect([400, 403]).toContain(statuses[1])
    expect(world.onDisk('z.txt').toString()).toBe('z')
  })
})

describe('C326 a refused upload', () => {
  test('8.3 C326 nothing is on the node, and the audit log tells type and reason', async () => {
    const before = world.everyName()
    const answer = await world.upload([
      { name: 'new/folder/picture.png', content: webPage, type: 'image/png' },
    ])
    expect([answer.status, jsonOf(answer).code]).toEqual([415, 'unsupported_media_type'])
    expect(world.everyName()).toEqual(before)
    const audited = () =>
      world.auditLines('upload.refused').filter(({ game_server_id, file }) => {
        return game_server_id === world.gameServer && file === 'new/folder/picture.png'
      })
    await waitFor('it has its line', () => audited().length > 0)
    expect(audited()[0]).toMatchObject({
      component: 'audit',
      category: 'file',
      outcome: 'denied',
      actor_login: world.login,
      method: 'POST',
      path: `/api/servers/${world.gameServer}/files/upload`,
      game_server_id: world.gameServer,
      file: 'new/folder/picture.png',
      detected_type: 'text/html',
      reason: expect.stringMatching(/./),
    })
  })
})
