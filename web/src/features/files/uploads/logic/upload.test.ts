// Tests of the queue of uploads: order, names that are taken, sums, speed and refusals.

import { type UploadRules, uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import { describe, expect, test } from 'vitest'
import { isTransient, isUploadThere, retryDelaysMs } from './is-transient.ts'
import { bytesPerSecond, type SpeedSample, withSample } from './sending-speed.ts'
import { joinPath, nextToBegin, numberedPath, type Upload, type UploadState, whenTaken } from './upload.ts'
import { refusalOf, refusedBeforeSending } from './upload-refusal.ts'
import { refusedByRule, summaryOf, visibleFirst } from './upload-summary.ts'

const upload = (id: number, state: UploadState, sizeBytes = 1_000): Upload => ({
  id,
  batchId: 1,
  gameServerId: 1,
  path: `maps/${id}.txt`,
  sizeBytes,
  copyNumber: 0,
  mayReplace: false,
  way: 'upload',
  state,
})
const queued: UploadState = { kind: 'queued' }
const sending = (bytes: number): UploadState => ({ kind: 'sending', bytes, bytesPerSecond: 100 })

describe('8.3 the queue', () => {
  test('lets three go at once, in the order they were chosen', () => {
    const uploads = [1, 2, 3, 4, 5].map(id => upload(id, queued))
    expect(nextToBegin(uploads, 3).map(({ id }) => id)).toEqual([1, 2, 3])
    const begun = [upload(1, sending(5)), upload(2, { kind: 'waiting', bytes: 3, because: 'node' })]
    expect(nextToBegin([...begun, ...uploads.slice(2)], 3).map(({ id }) => id)).toEqual([3])
    expect(nextToBegin([{ ...upload(1, queued), way: null }], 3)).toEqual([])
    expect(nextToBegin([...begun, upload(3, { kind: 'checking', bytes: 0 }), upload(4, queued)], 3)).toEqual(
      [],
    )
  })

  test('one answer settles a name that is taken', () => {
    const taken = upload(1, { kind: 'taken' })
    expect(whenTaken(taken, undefined).state.kind).toBe('taken')
    expect(whenTaken(taken, 'skip').state.kind).toBe('skipped')
    expect(whenTaken(taken, 'replace')).toMatchObject({ mayReplace: true, state: queued })
    const second = whenTaken(taken, 'keep')
    expect(second).toMatchObject({ copyNumber: 2, mayReplace: false, state: queued })
    expect(whenTaken(second, 'keep').copyNumber).toBe(3)
    expect(whenTaken({ ...taken, copyNumber: 100 }, 'keep').state.kind).toBe('refused')
  })

  test('a second copy keeps its ending', () => {
    expect(numberedPath('maps/dust.txt', 0)).toBe('maps/dust.txt')
    expect(numberedPath('maps/dust.txt', 2)).toBe('maps/dust (2).txt')
    expect(numberedPath('a.b/world.tar.gz', 3)).toBe('a.b/world (3).tar.gz')
    expect(numberedPath('a.b/readme', 2)).toBe('a.b/readme (2)')
    expect(numberedPath('.env', 2)).toBe('.env (2)')
    expect(joinPath('', 'a/b.txt')).toBe('a/b.txt')
    expect(joinPath('maps', 'b.txt')).toBe('maps/b.txt')
  })
})

describe('8.3 the summary', () => {
  test('counts bytes, and what was given up no longer', () => {
    const uploads = [
      upload(1, { kind: 'done' }),
      upload(2, sending(500)),
      upload(3, queued),
      upload(4, { kind: 'refused', refusal: { kind: 'noSpace' } }),
      upload(5, { kind: 'canceled' }),
    ]
    const summary = summaryOf(uploads)
    expect(summary).toMatchObject({ total: 5, done: 1, refused: 1, left: 2, bytesPerSecond: 100 })
    expect(summary.secondsLeft).toBe(15)
    expect(summary.fraction).toBeCloseTo((2024 + 500) / 6072, 5)
    expect(summaryOf([])).toMatchObject({ fraction: 1, secondsLeft: null, isWaiting: false })
    const waiting: UploadState = { kind: 'waiting', bytes: 1, because: 'connection' }
    expect(summaryOf([upload(1, waiting), upload(2, queued)]).isWaiting).toBe(true)
    expect(summaryOf([upload(1, waiting), upload(2, sending(1))]).isWaiting).toBe(false)
    expect(summaryOf([upload(1, { kind: 'done' }, 0)]).fraction).toBe(1)
  })

  test('what needs the person comes first', () => {
    const uploads = [
      upload(1, { kind: 'done' }),
      upload(2, queued),
      upload(3, sending(1)),
      upload(4, { kind: 'taken' }),
      upload(5, { kind: 'refused', refusal: { kind: 'damaged' } }),
    ]
    expect(visibleFirst(uploads, 4).map(({ id }) => id)).toEqual([5, 4, 3, 2])
  })

  test('files that are refused by what they are have one row for all', () => {
    const uploads = [
      upload(1, { kind: 'refused', refusal: { kind: 'archives' } }),
      upload(2, { kind: 'refused', refusal: { kind: 'noSpace' } }),
      upload(3, { kind: 'refused', refusal: { kind: 'markup' } }),
      upload(4, { kind: 'done' }),
    ]
    expect(refusedByRule(uploads).map(({ upload: { id }, refusal }) => [id, refusal.kind])).toEqual([
      [1, 'archives'],
      [3, 'markup'],
    ])
    expect(visibleFirst(uploads, 9).map(({ id }) => id)).toEqual([2, 4])
    expect(summaryOf(uploads).refused).toBe(3)
  })

  test('speed is that of the last seconds, also after a resumed start', () => {
    let samples: SpeedSample[] = []
    expect(bytesPerSecond(samples)).toBeNull()
    for (const second of [0, 1, 2, 3, 4, 5, 6]) {
      samples = withSample(samples, { atMs: second * 1000, bytes: second < 3 ? 0 : (second - 2) * 1000 })
    }
    expect(bytesPerSecond(samples)).toBe(1000)
    samples = withSample(samples, { atMs: 7000, bytes: 500 })
    expect(samples.map(({ atMs }) => atMs)).toEqual([7000])
    expect(bytesPerSecond(samples)).toBeNull()
  })
})

describe('8.2 refusals', () => {
  const answer = (status: number, message = '', fields: Record<string, string[]> = {}) =>
    refusalOf({ status, message, fields })

  test('each status has words of its own', () => {
    expect(answer(415, 'another type')).toEqual({ kind: 'other', message: 'another type' })
    expect(answer(413).kind).toBe('tooLarge')
    expect(answer(507).kind).toBe('noSpace')
    expect(answer(422, 'the SHA-256 differs').kind).toBe('damaged')
    expect(answer(422, '', { sha256: ['does not fit'] }).kind).toBe('damaged')
    expect(answer(422, 'x', { path: ['is too deep'] })).toEqual({
      kind: 'other',
      message: 'path is too deep',
    })
    expect(answer(409, 'a folder has this name')).toEqual({
      kind: 'other',
      message: 'a folder has this name',
    })
    expect(answer(0).kind).toBe('unreachable')
  })

  test('a refused type says what was found and what an administrator can change', () => {
    const reported = (message: string) => answer(415, message)
    expect(
      reported('the content is an archive (application/zip): … FILES_UPLOAD_ALLOW_ARCHIVES=true'),
    ).toEqual({ kind: 'archives' })
    expect(reported('the content is application/x-elf, … FILES_UPLOAD_ALLOW_BINARY=true').kind).toBe(
      'binaries',
    )
    expect(reported('the content is text/html: SVG and HTML are accepted in no setting').kind).toBe('markup')
    expect(reported('the content is image/svg+xml').kind).toBe('markup')
    expect(reported('the content is audio/mpeg')).toEqual({ kind: 'type', found: 'audio/mpeg' })
    expect(answer(409, 'transfers are off: … FILES_LARGE_TRANSFERS=true').kind).toBe('transfersOff')
  })

  test('a file over the limit goes through a transfer, or is not sent at all', () => {
    const text = new TextEncoder().encode('a text')
    const refusal = (sizeBytes: number, enabled: boolean, rules: Partial<UploadRules> = {}, head = text) =>
      refusedBeforeSending(sizeBytes, head, {
        allowed_types: [],
        allow_archives: false,
        allow_binary: false,
        limit_bytes: uploadLimitBytes,
        transfers: { enabled, limit_bytes: 2 * uploadLimitBytes },
        ...rules,
      })
    expect(refusal(uploadLimitBytes, false)).toBeNull()
    expect(refusal(uploadLimitBytes + 1, false)).toEqual({ kind: 'transfersOff' })
    expect(refusal(uploadLimitBytes + 1, true)).toBeNull()
    const huge = { kind: 'tooLarge', limitBytes: 2 * uploadLimitBytes }
    expect(refusal(2 * uploadLimitBytes + 1, true)).toEqual(huge)
    const gzip = new Uint8Array([0x1f, 0x8b, 8, 0])
    const zip = new Uint8Array([0x50, 0x4b, 3, 4])
    const elf = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])
    expect(refusal(9, false, {}, gzip)).toEqual({ kind: 'archives' })
    expect(refusal(9, false, { allow_archives: true }, gzip)).toBeNull()
    expect(refusal(9, false, { allow_binary: true }, gzip)).toEqual({ kind: 'archives' })
    expect(refusal(9, false, {}, elf)).toEqual({ kind: 'binaries' })
    expect(refusal(9, false, { allow_binary: true }, elf)).toBeNull()
    const listed = { allowed_types: ['application/java-archive'] }
    expect([refusal(9, false, listed, zip), refusal(9, false, listed, elf)]).toEqual([null, null])
    expect(refusal(9, false, listed, gzip)).toEqual({ kind: 'archives' })
  })

  test('an outage is tried again for minutes, a refusal never', () => {
    for (const status of [0, 423, 500, 502, 503]) expect(isTransient({ method: 'PATCH', status })).toBe(true)
    for (const status of [401, 403, 413, 415, 422, 507]) {
      expect(isTransient({ method: 'PATCH', status })).toBe(false)
    }
    for (const status of [404, 409, 410]) {
      expect(isTransient({ method: 'PATCH', status })).toBe(true)
      expect(isTransient({ method: 'POST', status })).toBe(false)
    }
    for (const status of [409, 503]) expect(isUploadThere({ method: 'HEAD', status })).toBe(true)
    for (const status of [200, 404]) expect(isUploadThere({ method: 'HEAD', status })).toBe(false)
    expect(retryDelaysMs.reduce((sum, delay) => sum + delay)).toBeGreaterThan(5 * 60_000)
  })
})
