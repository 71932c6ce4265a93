// The pace of a console: viewers stay together, and one who stops reading holds the others no longer than patience lasts.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patienceMs } from './logic/lag-limit.ts'
import { ViewersPace, windowBytes } from './viewers-pace.ts'

const frame = Buffer.alloc(windowBytes / 2)
const short = Buffer.from('history')

/** A socket whose reader is this test. */
function viewer(isOpen = true) {
  const waiting: (() => void)[] = []
  return {
    sendEncoded: (_: Buffer, taken: () => void) => {
      if (isOpen) waiting.push(taken)
      return isOpen
    },
    sendBulk: (_: Buffer, taken: () => void) => void waiting.push(taken),
    take: () => waiting.shift()?.(),
    takeAll: () => {
      for (const taken of waiting.splice(0)) taken()
    },
  }
}

type TestViewer = ReturnType<typeof viewer>

async function hasRoom(pace: ViewersPace): Promise<boolean> {
  let isThere = false
  void pace.room().then(() => {
    isThere = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return isThere
}

function paceOf(viewers: TestViewer[], history = short): ViewersPace {
  const pace = new ViewersPace(Date.now)
  for (const each of viewers) pace.add(each, history)
  return pace
}

/** Until nobody who takes nothing could take more. */
function fill(pace: ViewersPace): void {
  for (let count = 0; count < 3; count++) pace.sendToAll(frame)
}

describe('T-079 the pace of viewers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a window may be under way, and the slowest makes room', async () => {
    const [one, other] = [viewer(), viewer()]
    const pace = paceOf([one, other])
    one.takeAll()
    other.takeAll()
    for (let count = 0; count < 3; count++) {
      expect(await hasRoom(pace)).toBe(true)
      pace.sendToAll(frame)
    }
    expect(await hasRoom(pace)).toBe(false)
    one.take()
    expect(await hasRoom(pace)).toBe(false)
    other.take()
    expect(await hasRoom(pace)).toBe(true)
  })

  test('who stops reading is waited for until patience is over, however many they are, and once only', async () => {
    const [reader, stopped] = [viewer(), Array.from({ length: 50 }, () => viewer())]
    const pace = paceOf([reader, ...stopped])
    fill(pace)
    reader.takeAll()
    expect(await hasRoom(pace)).toBe(false)
    await vi.advanceTimersByTimeAsync(patienceMs - 1)
    expect(await hasRoom(pace)).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await hasRoom(pace)).toBe(true)
    pace.sendToAll(frame)
    expect(await hasRoom(pace)).toBe(true)
  })

  test('who lags but gets on is waited for as long as it does', async () => {
    const [reader, slow] = [viewer(), viewer()]
    const pace = paceOf([reader, slow])
    for (let count = 0; count < 20; count++) pace.sendToAll(frame)
    reader.takeAll()
    for (let count = 0; count < 8; count++) {
      expect(await hasRoom(pace)).toBe(false)
      await vi.advanceTimersByTimeAsync(patienceMs / 3)
      slow.take()
      slow.take()
    }
    await vi.advanceTimersByTimeAsync(patienceMs * 2)
    expect(await hasRoom(pace)).toBe(true)
  })

  test('who was left behind and has caught up is waited for again', async () => {
    const [reader, late] = [viewer(), viewer()]
    const pace = paceOf([reader, late])
    fill(pace)
    reader.takeAll()
    await hasRoom(pace)
    await vi.advanceTimersByTimeAsync(patienceMs)
    expect(await hasRoom(pace)).toBe(true)
    late.takeAll()
    fill(pace)
    reader.takeAll()
    expect(await hasRoom(pace)).toBe(false)
  })

  test('when nobody reads, nothing is read from the node; patience begins with the first who does', async () => {
    const [first, second] = [viewer(), viewer()]
    const pace = paceOf([first, second])
    fill(pace)
    await hasRoom(pace)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await hasRoom(pace)).toBe(false)
    first.takeAll()
    expect(await hasRoom(pace)).toBe(false)
    await vi.advanceTimersByTimeAsync(patienceMs - 1)
    expect(await hasRoom(pace)).toBe(false)
    second.takeAll()
    expect(await hasRoom(pace)).toBe(true)
  })

  test('nobody waits for a newcomer that does not read its history, and one who is alone is not outrun', async () => {
    const [reader, newcomer] = [viewer(), viewer()]
    const history = Buffer.alloc(windowBytes * 8)
    const pace = paceOf([reader])
    reader.takeAll()
    pace.add(newcomer, history)
    fill(pace)
    reader.takeAll()
    expect(await hasRoom(pace)).toBe(true)
    const alone = paceOf([newcomer], history)
    expect(await hasRoom(alone)).toBe(false)
    newcomer.takeAll()
    expect(await hasRoom(alone)).toBe(true)
  })

  test('one who leaves, and closed connections, are not waited for', async () => {
    const [reader, leaving, closed] = [viewer(), viewer(), viewer(false)]
    const pace = paceOf([reader, leaving, closed])
    fill(pace)
    reader.takeAll()
    expect(await hasRoom(pace)).toBe(false)
    pace.remove(leaving)
    expect(await hasRoom(pace)).toBe(true)
    pace.remove(reader)
    pace.remove(closed)
    expect(await hasRoom(pace)).toBe(true)
  })
})
