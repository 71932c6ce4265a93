// The game that ships with the daemon: built, installed, played over its console and stopped.

import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shippedFromSource } from '../src/features/install/shipped-games.ts'
import { openTestNode, type TestNode } from './open-test-node.ts'

describe('the shipped arena', () => {
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  it('is installed from the daemon’s own files, runs under its own user and stops when asked', async () => {
    const { arena } = await shippedFromSource(resolve(import.meta.dirname, '../..'), node.folder)
    if (arena !== join(node.folder, 'arena.mjs')) copyFileSync(arena, join(node.folder, 'arena.mjs'))
    node.put(1, {
      command: ['{runtime.node}', 'arena.mjs', '--port', '0', '--ip', '127.0.0.1', '--name', 'Test arena'],
      install: [{ do: 'copy-shipped', game: 'arena', to: 'arena.mjs', words: 'copying the arena' }],
      ready: { pattern: null, grace_ms: 500 },
      stop: { method: { by: 'command', command: 'stop' }, grace_ms: 10_000 },
    })
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
    await node.type(1, 'help')
    const text = await node.consoleUntil(1, 'stop')
    expect(text).not.toContain('Error')
    expect(await node.run(1, 'stop')).toMatchObject({ status: 'success' })
    expect(node.app.gameServers.get(1)?.record).toMatchObject({ state: 'stopped', lastExit: { code: 0 } })
  })
})
