import { expect, test } from 'vitest'
import { type FileBurst, lineOfBurst, withWork } from './file-bursts.ts'

const minuteMs = 60_000
const work = (...paths: string[]) => ({ gameServerId: 1, userId: 5, deed: 'uploaded' as const, paths })

test('a hundred uploads in one go are one line, with the first few names and how many', () => {
  let burst: FileBurst | undefined
  for (let n = 1; n <= 100; n += 1) burst = withWork(burst, work(`maps/${n}.map`), n * 1_000)
  const line = burst && lineOfBurst(burst)
  expect(line?.details).toEqual({
    ...{ what: 'files', deed: 'uploaded', count: 100 },
    paths: ['maps/1.map', 'maps/2.map', 'maps/3.map'],
  })
  expect(line).toMatchObject({ fact: 'files uploaded 5 1000', atMs: 100_000 })
})

test('one file that is written again and again is one file', () => {
  const burst = withWork(withWork(undefined, work('a.cfg'), 0), work('a.cfg', 'a.cfg'), 1)
  expect(burst).toMatchObject({ count: 1, paths: ['a.cfg'] })
})

test('after a pause, or after an hour, another line begins', () => {
  const first = withWork(undefined, work('a'), 0)
  expect(withWork(first, work('b'), 6 * minuteMs)).toMatchObject({ count: 1, beganAtMs: 6 * minuteMs })
  let long = first
  for (let at = 0; at <= 61; at += 1) long = withWork(long, work(`n${at}`), at * minuteMs)
  expect(long.beganAtMs).toBe(61 * minuteMs)
})

test('what is remembered is bounded, whatever is sent', () => {
  const burst = withWork(
    undefined,
    work(...Array.from({ length: 5_000 }, (_, n) => `${'x'.repeat(900)}${n}`)),
    0,
  )
  expect(burst.paths).toHaveLength(200)
  expect(burst.count).toBe(5_000)
  expect(JSON.stringify(lineOfBurst(burst)).length).toBeLessThan(2_000)
})
