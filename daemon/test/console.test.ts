// Consoles of real games: history and its mark, live output, restarts, gaps, masked secrets.

import type { OutputChunk } from '@rookery/contracts/daemon/generated/link.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchConsole } from '../src/features/console/watch-console.ts'
import { LinkRefusal } from '../src/platform/panel-link/link-hooks.ts'
import { gameScript, openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

describe('console', () => {
  shareKeeper()
  let node: TestNode
  const leave: AbortController[] = []
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(async () => {
    for (const one of leave.splice(0)) one.abort()
    await node.end()
  })

  /** Collects a watch in the background. */
  function watch(id: number, sinceSeq = 0, streamId = '') {
    const chunks: OutputChunk[] = []
    const stop = new AbortController()
    leave.push(stop)
    const ended = (async () => {
      const request = { gameServerId: id, sinceSeq, streamId }
      for await (const chunk of watchConsole(node.app.consoles, request, stop.signal)) chunks.push(chunk)
    })()
    const text = () => Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()
    return { chunks, text, stop, ended }
  }

  async function startGame(change: Parameters<TestNode['put']>[1] = {}) {
    const definition = node.put(1, change)
    await node.run(1, 'install')
    await node.run(1, 'start')
    return definition
  }

  it('6.2 gives what is kept, a mark where it ends, then what comes', async () => {
    await startGame()
    await node.type(1, 'one')
    await node.consoleUntil(1, 'you said: one')
    const seen = watch(1)
    await until(() => seen.chunks.length > 0, 'the history is there')
    expect(seen.text()).toContain('you said: one')
    expect(seen.chunks.filter(({ endOfHistory }) => endOfHistory)).toEqual([seen.chunks.at(-1)])
    await node.type(1, 'two')
    await until(() => seen.text().includes('you said: two'), 'the live output is there')
    expect(seen.chunks.filter(({ endOfHistory }) => endOfHistory)).toHaveLength(1)

    const { seq, bytes, streamId } = seen.chunks[0] as OutputChunk
    const rest = watch(1, seq + bytes.length, streamId)
    await until(() => rest.text().includes('you said: two'), 'the rest is there')
    expect(rest.text()).not.toContain('you said: one')
    expect(rest.chunks[0]).toMatchObject({ seq: seq + bytes.length, gapBytes: 0 })
  })

  it('of a game that never ran is empty, and the same watch shows its first run and the next', async () => {
    node.put(1)
    const seen = watch(1)
    await until(() => seen.chunks.length === 1, 'the empty history is there')
    expect(seen.chunks[0]).toMatchObject({ streamId: '', endOfHistory: true, gapBytes: 0 })
    await node.run(1, 'install')
    await node.run(1, 'start')
    await until(() => seen.text().includes('ready'), 'the first run is seen')
    await node.run(1, 'restart')
    await until(() => seen.text().split('ready').length === 3, 'the second run is seen')
    const streams = [...new Set(seen.chunks.map(({ streamId }) => streamId))]
    expect(streams).toHaveLength(3)
    expect(seen.text()).toMatch(/ready.*bye.*ready/s)
    for (const streamId of streams) {
      const own = seen.chunks.filter(chunk => chunk.streamId === streamId)
      let end = 0
      for (const { seq, bytes } of own) {
        expect(seq).toBe(end)
        end += bytes.length
      }
    }
    seen.stop.abort()
    await seen.ended
  })

  it('marks what was overwritten as a gap, and is never behind the ring', async () => {
    await startGame(
      shellGame('echo ready; read -r go; head -c 3000000 /dev/zero | tr "\\\\0" x; echo; echo end; cat'),
    )
    await node.type(1, 'go')
    const last = await node.consoleUntil(1, 'end')
    expect(last.length).toBeLessThanOrEqual(3_000_100)
    const late = watch(1)
    await until(() => late.text().includes('end'), 'the kept part is there')
    const [first] = late.chunks
    expect(first?.gapBytes).toBeGreaterThan(1_900_000)
    expect(first?.gapBytes).toBe(first?.seq)
    expect(late.text().length).toBeGreaterThan(1_000_000)
  })

  it('T-079 a flood is fetched to its end though its one reader has stopped, and every gap is marked', async () => {
    await startGame(
      shellGame('echo ready; read -r go; head -c 8000000 /dev/zero | tr "\\\\0" x; echo end; cat'),
    )
    const stop = new AbortController()
    leave.push(stop)
    const request = { gameServerId: 1, sinceSeq: 0, streamId: '' }
    const reader = watchConsole(node.app.consoles, request, stop.signal)
    const first = (await reader.next()).value as OutputChunk
    await node.type(1, 'go')
    await until(() => (node.app.consoles.current(1)?.endSeq ?? 0) > 8_000_000, 'all of it was fetched')

    let [end, gapBytes, text] = [first.seq + first.bytes.length, 0, '']
    while (!text.endsWith('end\r\n')) {
      const chunk = (await reader.next()).value as OutputChunk
      expect(chunk.seq - chunk.gapBytes).toBe(end)
      end = chunk.seq + chunk.bytes.length
      gapBytes += chunk.gapBytes
      text = (text + chunk.bytes.toString()).slice(-100)
    }
    expect(gapBytes).toBeGreaterThan(6_000_000)
  })

  it('after a restart of the daemon the mark stands exactly behind what was there before it', async () => {
    await startGame(shellGame('echo ready; seq 1 60000; echo last; read -r go; echo later; cat'))
    const before = await node.consoleUntil(1, 'last\r\n')
    await node.close()
    await node.open()
    // Asked for at once, before anything has been read again.
    const again = watch(1)
    await until(() => again.chunks.some(({ endOfHistory }) => endOfHistory), 'the history is there')
    const mark = again.chunks.findIndex(({ endOfHistory }) => endOfHistory)
    const history = Buffer.concat(again.chunks.slice(0, mark + 1).map(({ bytes }) => bytes)).toString()
    expect(history).toBe(before)
    await node.type(1, 'go')
    await until(() => again.text().includes('later'), 'live output follows')
  })

  it('T-103 never shows a secret, also after a change of the definition and a restart of the daemon', async () => {
    const secrets = ['old-password']
    const { uuid } = await startGame({
      secrets,
      ...shellGame(`printf 'rcon old-pass'; sleep 0.03; printf 'word.\\n'; ${gameScript}`),
    })
    node.put(1, { uuid, secrets: ['new-password'] }, 2)
    // The echo of what is typed would otherwise fall between the two halves.
    await node.consoleUntil(1, /rcon .*\./)
    await node.type(1, 'new-password and old-password')
    const visible = await node.consoleUntil(1, /said: .* and/)
    expect(visible).toContain('rcon ************.')
    await node.close()
    await node.open()
    const again = await node.consoleUntil(1, /said: .* and .*\r\n/)
    for (const text of [visible, again]) expect(text).not.toMatch(/old-pass|word\b|new-pass/)
    expect(again).toContain('you said: ************ and ************')
  })

  it('refuses input with a reason: not running, too long, control characters', async () => {
    node.put(1)
    const answer = (line: string) =>
      node.app.hooks.answer({ $case: 'consoleInput', value: { gameServerId: 1, line: Buffer.from(line) } })
    await expect(answer('x')).rejects.toEqual(
      new LinkRefusal('conflict', 'the game server is not running: start it first'),
    )
    await node.run(1, 'install')
    await node.run(1, 'start')
    await expect(answer('\u0003')).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(answer('x'.repeat(4_001))).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await answer('y'.repeat(4_000))).toEqual({})
    await node.consoleUntil(1, `you said: ${'y'.repeat(4_000)}`)
  })

  it('a slow reader holds nobody up', async () => {
    await startGame(shellGame('echo ready; read -r go; seq 1 100000; echo end; cat'))
    const slow = watchConsole(
      node.app.consoles,
      { gameServerId: 1, sinceSeq: 0, streamId: '' },
      new AbortController().signal,
    )
    await slow.next()
    const quick = watch(1)
    await node.type(1, 'go')
    await until(() => quick.text().includes('end'), 'the quick reader has all of it')
    const rest = await slow.next()
    expect(rest.done).toBe(false)
    await slow.return()
  })
})
