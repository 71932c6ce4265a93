// The log of an engine that is behind with writing it, and of one that has lost what was known.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { takeLog } from '../join-output.ts'
import { OutputRecord } from '../output-record.ts'

const output = randomBytes(300_000)
const known = { endSeq: output.length, tail: output.subarray(-4096) }

/** Answers with one log after the other, and then always with the last. */
function engineWith(...logs: Buffer[]) {
  const left = [...logs]
  return {
    left,
    readLog: async () => (left.length > 1 ? left.shift() : left[0]) ?? Buffer.alloc(0),
  }
}

async function taken(engine: ReturnType<typeof engineWith>) {
  const record = new OutputRecord('stream')
  await takeLog({ engine, containerId: 'game', record }, known)
  record.finish()
  const chunks: Uint8Array[] = []
  let gaps = 0
  for await (const { bytes, gapBytes } of record.watch(0, new AbortController().signal)) {
    chunks.push(bytes)
    gaps += gapBytes
  }
  return { bytes: Buffer.concat(chunks), gaps, endSeq: record.endSeq }
}

test('T-080 a log that is behind what was heard last is waited for: no byte is lost, none comes twice', async () => {
  const engine = engineWith(
    ...[0, 10_000, 150_000, 150_000, 290_000, 299_000].map(at => output.subarray(0, at)),
  )
  const { bytes, gaps, endSeq } = await taken(engine)
  expect([bytes.equals(output), gaps, endSeq]).toEqual([true, 0, output.length])
  expect(engine.left).toHaveLength(1)
})

test('T-102 a log that has lost what was known is taken as it is, behind a gap', async () => {
  const log = randomBytes(50_000)
  const { bytes, gaps, endSeq } = await taken(engineWith(log))
  expect([bytes.equals(log), gaps > 0, endSeq]).toEqual([true, true, known.endSeq + 1 + log.length])
})
