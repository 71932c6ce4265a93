// Every byte finds its number again after a time without a listener, whatever was lost of the log.

import { array, assert, constantFrom, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { type KnownOutput, locateLive, locateLog } from './align-output.ts'

const numbered = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, index) => `line ${index} of the game\r\n`).join(''))

function knownAt(output: Buffer, endSeq: number, tailBytes = 4096) {
  return { endSeq, tail: output.subarray(Math.max(0, endSeq - tailBytes), endSeq) }
}

/** The number of the log's first byte, where it is one piece. */
function seqOf(log: Buffer, known: KnownOutput): number | null {
  const pieces = locateLog(log, known)
  if (pieces === null) return null
  expect(pieces).toHaveLength(1)
  return pieces[0].seq
}

test('6.2 a log that is whole begins at byte 0, also when its last line is not there yet', () => {
  const output = numbered(1000)
  expect(seqOf(output, knownAt(output, 0))).toBe(0)
  expect(seqOf(output, knownAt(output, 5000))).toBe(0)
  expect(seqOf(output.subarray(0, 9000), knownAt(output, 9010))).toBe(0)
  expect(seqOf(Buffer.alloc(0), knownAt(output, 7))).toBe(7)
  expect(seqOf(Buffer.alloc(0), knownAt(output, 5000))).toBeNull()
})

test('6.2 a log that has lost its beginning is found by what was read last', () => {
  const output = numbered(4000)
  assert(
    property(nat(output.length), nat(20_000), nat(9000), (endSeq, lost, more) => {
      const known = knownAt(output, endSeq)
      const first = Math.max(0, endSeq - Math.min(lost, 4000))
      const log = output.subarray(first, Math.min(output.length, endSeq + more + 40))
      const logSeq = seqOf(log, known)
      if (endSeq - first >= 16 || first === 0) expect(logSeq).toBe(first)
      else expect([first, null]).toContain(logSeq)
    }),
  )
})

test('6.2 lines that are alike at both ends are not taken for an overlap', () => {
  const output = numbered(4000)
  const endSeq = 47_660
  const log = output.subarray(endSeq, endSeq + 9030)
  expect([endSeq, null]).toContain(seqOf(log, knownAt(output, endSeq)))
})

test('6.2 a log that has nothing of what was known any more says so', () => {
  const output = numbered(4000)
  expect(seqOf(output.subarray(60_000), knownAt(output, 40_000))).toBeNull()
})

test('T-095 lines that a killed engine never wrote down neither double nor lose a byte', () => {
  const output = numbered(400)
  const lineEnd = (byte: number) => output.lastIndexOf('\n', byte) + 1
  assert(
    property(nat(8000), nat(1500), nat(2600), nat(3000), (before, lost, readSince, newer) => {
      const holeSeq = lineEnd(400 + before)
      const afterSeq = lineEnd(holeSeq + 30 + lost)
      const endSeq = Math.min(output.length, afterSeq + readSince)
      const log = Buffer.concat([output.subarray(0, holeSeq), output.subarray(afterSeq, endSeq + 30 + newer)])
      const known = knownAt(output, endSeq)
      for (const { seq, bytes } of locateLog(log, known) ?? [{ seq: -1, bytes: log }]) {
        // What is numbered beyond what was known is what the game has printed there.
        const fresh = bytes.subarray(Math.max(0, endSeq - seq))
        if (fresh.length > 0) expect(fresh.equals(output.subarray(endSeq, endSeq + fresh.length))).toBe(true)
        if (fresh.length > 0) expect(seq).toBeLessThanOrEqual(endSeq)
      }
      expect(locateLog(log, known)).not.toBeNull()
    }),
  )
})

test('T-095 a line that was cut by the kill goes on where it was cut', () => {
  const tail = Buffer.from('the first line\r\nthe second line\r\nthe third ')
  const known = { endSeq: tail.length, tail }
  const log = Buffer.from('the first line\r\nthe second line\r\nline\r\nmore\r\n')
  expect(locateLog(log, known)?.[1]).toEqual({ seq: known.endSeq, bytes: Buffer.from('line\r\nmore\r\n') })
})

test('T-085 live bytes join the log at the right byte, for every moment of attaching', () => {
  const output = numbered(600)
  assert(
    property(nat(output.length - 200), nat(2000), nat(300), (attachedAt, logged, behind) => {
      const logEnd = output.lastIndexOf('\n', Math.min(output.length, attachedAt + logged)) + 1
      const live = output.subarray(attachedAt, Math.min(output.length, logEnd + behind))
      const least = Math.max(0, attachedAt - 500)
      const liveSeq = locateLive({ log: output.subarray(0, logEnd), logSeq: 0, live, leastSeq: least })
      const firstLine = live.indexOf('\n') + 1
      // A log that has not caught up with the first line cannot tell; the caller asks twice.
      if (logEnd - attachedAt >= firstLine && firstLine > 0) expect(liveSeq).toBe(attachedAt)
    }),
  )
})

test('T-085 equal lines are told apart by their number once the log has caught up', () => {
  assert(
    property(array(constantFrom('tick\r\n', 'tock\r\n'), { minLength: 3 }), nat(), (lines, at) => {
      const output = Buffer.from(lines.join(''))
      const attachedAt = 6 * (at % lines.length)
      const live = output.subarray(attachedAt)
      expect(locateLive({ log: output, logSeq: 0, live, leastSeq: 0 })).toBe(attachedAt)
    }),
  )
})

test('6.2 without an overlap nothing is guessed', () => {
  const log = Buffer.from('one\r\ntwo\r\n')
  expect(locateLive({ log, logSeq: 0, live: Buffer.from('three\r\n'), leastSeq: 0 })).toBeNull()
  expect(locateLive({ log, logSeq: 0, live: Buffer.alloc(0), leastSeq: 0 })).toBeNull()
})
