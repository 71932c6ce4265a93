// Resumable uploads on a real folder with a real disk limit: begun, cut off, taken up again, checked and refused.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileRequestOf, UploadPolicy, uploadAnswer } from '@rookery/contracts/daemon/file-request.ts'
import { limits } from '@rookery/contracts/limits.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod'
import { type ConfinedRoot, openRoot } from '../../../platform/confined-files.ts'
import { createDiskQuotas } from '../../files/disk-quota.ts'
import type { FileTalk, ServerFiles } from '../../files/logic/file-work.ts'
import { createUploads, type Uploads } from '../uploads.ts'

const policy: UploadPolicy = { allowed_types: [], allow_archives: false, allow_binary: false }
const kilobyte = Buffer.from('sixteen letters\n'.repeat(64))

let home = ''
let uuid = ''
let limitBytes: number | null = null
let nowMs = 0
let root: ConfinedRoot
let serverFiles: ServerFiles
let uploads: Uploads

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'rookery-uploads-'))
  uuid = randomUUID()
  limitBytes = null
  nowMs = 1_000_000
  await mkdir(join(home, uuid))
  root = await openRoot(join(home, uuid))
  const quotas = createDiskQuotas({
    limitOf: () => ({ uuid, limitBytes }),
    measure: () => root.measure(),
    monotonicMs: () => performance.now(),
  })
  serverFiles = { gameServerId: 1, uuid, root, quota: quotas.of(1), isProtected: () => false }
  uploads = await openUploads()
})
afterEach(async () => {
  uploads.close()
  await root.close()
  await rm(home, { recursive: true, force: true })
})

async function openUploads(isKnown: (uuid: string) => boolean = () => true): Promise<Uploads> {
  const opened = createUploads({
    folder: join(home, '.uploads'),
    isKnown,
    nowMs: () => nowMs,
    log: pino({ level: 'silent' }),
  })
  await opened.start()
  return opened
}

/** The panel's side of one request. */
function talkWith(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = []) {
  const answers: object[] = []
  const talk: FileTalk = {
    answer: async json => void answers.push(json),
    send: async () => {},
    incoming: async function* () {
      yield* bytes
    },
    signal: new AbortController().signal,
  }
  return { talk, last: <Answer>() => answers.at(-1) as Answer }
}

type Begin = FileRequestOf<'begin_upload'>
type Progress = z.output<typeof uploadAnswer>

async function begin(change: Partial<Begin> = {}): Promise<string> {
  const upload_id = randomBytes(16).toString('hex')
  const usual: Begin = {
    verb: 'begin_upload',
    upload_id,
    path: 'maps/dust.txt',
    size_bytes: 4 * kilobyte.length,
    limit_bytes: 1_000_000,
    user_id: 7,
    expect: { what: 'anything' },
    sha256: null,
    make_folders: true,
    metadata: 'path x',
  }
  const { talk } = talkWith()
  await uploads.serve.begin_upload(serverFiles, { ...usual, ...change }, talk)
  return upload_id
}

async function append(
  upload_id: string,
  offset: number,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  user_id = 7,
): Promise<Progress> {
  const { talk, last } = talkWith(bytes)
  await uploads.serve.append_upload(serverFiles, { verb: 'append_upload', upload_id, user_id, offset }, talk)
  return last()
}

async function read(upload_id: string, user_id = 7): Promise<Progress> {
  const { talk, last } = talkWith()
  await uploads.serve.read_upload(serverFiles, { verb: 'read_upload', upload_id, user_id }, talk)
  return last()
}

async function finish(upload_id: string, user_id = 7): Promise<object> {
  const { talk, last } = talkWith()
  const request = { verb: 'finish_upload' as const, upload_id, user_id, upload: policy }
  await uploads.serve.finish_upload(serverFiles, request, talk)
  return last()
}

async function removeUpload(upload_id: string, user_id = 7): Promise<void> {
  await uploads.serve.remove_upload(
    serverFiles,
    { verb: 'remove_upload', upload_id, user_id },
    talkWith().talk,
  )
}

const target = () => join(home, uuid, 'maps/dust.txt')
/** Parts that wait, beside the notes of uploads that have ended. */
const waiting = () =>
  existsSync(join(home, '.uploads', uuid))
    ? readdirSync(join(home, '.uploads', uuid)).filter(name => name.endsWith('.part'))
    : []

async function* cutOffAfter(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
  throw new Error('the panel has left')
}

test('8.3 an upload that is cut off goes on where it was, also with a new daemon, and appears at its end', async () => {
  const whole = Buffer.concat([kilobyte, kilobyte, kilobyte, kilobyte])
  const id = await begin({ sha256: createHash('sha256').update(whole).digest('hex') })
  await expect(append(id, 0, cutOffAfter([kilobyte, kilobyte]))).rejects.toThrow('left')
  expect(await read(id)).toMatchObject({ offset: 2 * kilobyte.length, metadata: 'path x' })
  expect(existsSync(target())).toBe(false)

  uploads.close()
  uploads = await openUploads()
  expect(await read(id)).toMatchObject({ offset: 2 * kilobyte.length })
  expect(await append(id, 2 * kilobyte.length, [kilobyte, kilobyte])).toMatchObject({ offset: whole.length })
  expect(await finish(id)).toMatchObject({ size_bytes: whole.length, detected_type: 'text/plain' })
  expect(readFileSync(target())).toEqual(whole)
  expect(statSync(target()).mode & 0o777).toBe(0o640)
  expect(waiting()).toEqual([])
})

test('8.3 whoever has not heard of the end may ask again', async () => {
  const id = await begin({ size_bytes: kilobyte.length })
  await append(id, 0, [kilobyte])
  const first = await finish(id)
  expect(await read(id)).toMatchObject({ offset: kilobyte.length })
  expect(await append(id, kilobyte.length, [])).toMatchObject({ offset: kilobyte.length })
  expect(await finish(id)).toEqual(first)
  nowMs += 60 * 60 * 1_000
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('8.3 parts are for the daemon alone, and outside of the folder of the game', async () => {
  const id = await begin()
  const folder = join(home, '.uploads', uuid)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(home, '.uploads')).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(home, uuid))).toEqual([])
  await removeUpload(id)
  expect(existsSync(folder)).toBe(false)
})

async function* oneThenSilence(begun: () => void): AsyncGenerator<Uint8Array> {
  yield kilobyte
  begun()
  await new Promise(() => {})
}

test('8.3 two at once: the newer one goes on, the other gets a conflict', async () => {
  const id = await begin({ size_bytes: 2 * kilobyte.length })
  const begun = Promise.withResolvers<void>()
  const first = expect(append(id, 0, oneThenSilence(begun.resolve))).rejects.toMatchObject({
    code: 'conflict',
  })
  await begun.promise
  await expect(finish(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await append(id, kilobyte.length, [kilobyte])).toMatchObject({ offset: 2 * kilobyte.length })
  await first
})

test('8.3 many at once: each byte is written once', async () => {
  const id = await begin({ size_bytes: 2 * kilobyte.length })
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => append(id, 0, [kilobyte])))
  // None, where the one who wrote it was ended by the next before it was told so.
  expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'conflict' })
  }
  expect(await read(id)).toMatchObject({ offset: kilobyte.length })
})

test('8.3 whoever asks where an upload stands ends the request of a client that is gone', async () => {
  const id = await begin()
  const begun = Promise.withResolvers<void>()
  const first = expect(append(id, 0, oneThenSilence(begun.resolve))).rejects.toMatchObject({
    code: 'conflict',
  })
  await begun.promise
  expect(await read(id)).toMatchObject({ offset: kilobyte.length })
  await first
})

test('8.3 giving an upload up ends the request that is writing to it', async () => {
  const id = await begin()
  const begun = Promise.withResolvers<void>()
  const writing = expect(append(id, 0, oneThenSilence(begun.resolve))).rejects.toMatchObject({
    code: 'not_found',
  })
  await begun.promise
  await removeUpload(id)
  await writing
  expect(waiting()).toEqual([])
  await removeUpload(id)
})

test("8.3 nobody goes on with another one's upload", async () => {
  const id = await begin()
  const attempts = [read(id, 8), append(id, 0, [kilobyte], 8), finish(id, 8), removeUpload(id, 8)]
  for (const attempt of await Promise.allSettled(attempts)) {
    expect(attempt).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } })
  }
  expect(await read(id)).toMatchObject({ offset: 0 })
})

test('8.3 a wrong offset, too many bytes and a missing rest are refused, and the upload stays', async () => {
  const id = await begin({ size_bytes: kilobyte.length + 5 })
  await expect(append(id, 5, [kilobyte])).rejects.toMatchObject({ code: 'conflict' })
  await expect(append(id, 0, [kilobyte, kilobyte])).rejects.toMatchObject({ code: 'too_large' })
  await expect(finish(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await read(id)).toMatchObject({ offset: kilobyte.length })
})

test('C321 an upload over the limit is not begun', async () => {
  await expect(begin({ size_bytes: 1_000_001 })).rejects.toMatchObject({ code: 'too_large' })
  expect(waiting()).toEqual([])
})

test('8.3 another hash than announced: nothing appears and nothing stays', async () => {
  const id = await begin({ size_bytes: kilobyte.length, sha256: '0'.repeat(64) })
  await append(id, 0, [kilobyte])
  await expect(finish(id)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
  expect([existsSync(join(home, uuid, 'maps')), waiting()]).toEqual([false, []])
})

test('C326 a refused type: nothing appears and nothing stays', async () => {
  const page = Buffer.from('<html><script>alert(1)</script>')
  const id = await begin({ size_bytes: page.length })
  await append(id, 0, [page])
  await expect(finish(id)).rejects.toMatchObject({ code: 'unsupported_media_type' })
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
  expect([existsSync(join(home, uuid, 'maps')), waiting()]).toEqual([false, []])
})

test('8.3 a name that is taken meanwhile is not overwritten unless that was wanted', async () => {
  const id = await begin({ path: 'a.txt', size_bytes: kilobyte.length, expect: { what: 'nothing' } })
  await append(id, 0, [kilobyte])
  writeFileSync(join(home, uuid, 'a.txt'), 'first', { mode: 0o600 })
  await expect(finish(id)).rejects.toMatchObject({ code: 'exists' })
  expect(readFileSync(join(home, uuid, 'a.txt'), 'utf8')).toBe('first')
  await expect(begin({ path: 'a.txt', expect: { what: 'nothing' } })).rejects.toMatchObject({
    code: 'exists',
  })

  const replacing = await begin({ path: 'a.txt', size_bytes: kilobyte.length })
  await append(replacing, 0, [kilobyte])
  await finish(replacing)
  expect(readFileSync(join(home, uuid, 'a.txt'))).toEqual(kilobyte)
  expect(statSync(join(home, uuid, 'a.txt')).mode & 0o777).toBe(0o600)
})

test('T-056 a path that leads out is refused at once', async () => {
  await expect(begin({ path: '../x' })).rejects.toMatchObject({
    code: expect.stringMatching(/escapes|invalid_path/),
  })
  await expect(begin({ path: '' })).rejects.toMatchObject({ code: expect.any(String) })
  expect(waiting()).toEqual([])
})

test('T-068 open uploads share the disk limit of the game server, to the byte', async () => {
  limitBytes = 10 * kilobyte.length
  const first = await begin({ path: 'a', size_bytes: 6 * kilobyte.length })
  await expect(begin({ path: 'b', size_bytes: 5 * kilobyte.length })).rejects.toMatchObject({
    code: 'no_space',
  })
  const second = await begin({ path: 'b', size_bytes: 4 * kilobyte.length })
  await expect(begin({ path: 'c', size_bytes: 1 })).rejects.toMatchObject({ code: 'no_space' })
  await append(first, 0, Array(6).fill(kilobyte))
  await finish(first)
  await expect(begin({ path: 'c', size_bytes: 1 })).rejects.toMatchObject({ code: 'no_space' })
  await removeUpload(second)
  await begin({ path: 'c', size_bytes: 4 * kilobyte.length })
})

test('T-068 after a restart the first one who goes on finds the room again, or the upload is removed', async () => {
  limitBytes = 10 * kilobyte.length
  const id = await begin({ size_bytes: 6 * kilobyte.length })
  await append(id, 0, [kilobyte])
  uploads.close()
  limitBytes = 5 * kilobyte.length
  uploads = await openUploads()
  await expect(append(id, kilobyte.length, [kilobyte])).rejects.toMatchObject({ code: 'no_space' })
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
  expect(waiting()).toEqual([])
})

test('8.3 an upload ends after a day, and with it what it has left', async () => {
  const id = await begin()
  await append(id, 0, [kilobyte])
  nowMs += 24 * 60 * 60 * 1_000 - 1
  expect(await read(id)).toMatchObject({ offset: kilobyte.length })
  nowMs += 1
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
  uploads.close()
  uploads = await openUploads()
  expect(readdirSync(join(home, '.uploads'))).toEqual([])
})

test('8.3 at its start a daemon removes what another has left in the middle, and of game servers it does not know', async () => {
  const id = await begin()
  const folder = join(home, '.uploads', uuid)
  const stray = 'f'.repeat(32)
  writeFileSync(join(folder, `${stray}.part`), 'left')
  writeFileSync(join(folder, `${stray}.json.new`), '{')
  uploads.close()
  uploads = await openUploads()
  expect(readdirSync(folder).toSorted()).toEqual([`${id}.json`, `${id}.part`].toSorted())
  uploads.close()
  uploads = await openUploads(known => known !== uuid)
  expect(existsSync(folder)).toBe(false)
})

test('8.3 with its game server an upload goes, and its room', async () => {
  limitBytes = 10 * kilobyte.length
  const id = await begin({ size_bytes: 10 * kilobyte.length })
  await uploads.removeAll(uuid)
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
  await begin({ size_bytes: 10 * kilobyte.length })
})

test('8.3 one person has at most 200 unfinished uploads in a game server; others still begin theirs', async () => {
  for (let count = 0; count < limits.openUploadsOfPerson; count++)
    await begin({ path: `many-${count}.txt`, size_bytes: 1 })
  const oneMore = { path: 'one-more.txt', size_bytes: 1 }
  await expect(begin(oneMore)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('200 unfinished uploads'),
  })
  await begin({ ...oneMore, user_id: 99 })
})
