// A game server becomes a copy of another one: every file, links as links, its own user; or nothing at all.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gameUserIdBase, isRoot, openTestNode, shellGame, type TestNode, until } from '../open-test-node.ts'
import { shareKeeper } from '../share-keeper.ts'

describe('clone', () => {
  shareKeeper()
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const folderOf = (uuid: string) => join(node.folder, 'servers', uuid)
  const messages = () =>
    node.sent.flatMap(message => (message.$case === 'taskUpdate' ? [message.value.message] : []))

  it('the copy has all files, belongs to its own user, and starts', async () => {
    const source = node.put(1)
    await node.run(1, 'install')
    const from = folderOf(source.uuid)
    mkdirSync(join(from, 'world/deep'), { recursive: true })
    writeFileSync(join(from, 'world/deep/level.dat'), Buffer.alloc(2_000_000, 7))
    chmodSync(join(from, 'world/deep/level.dat'), 0o600)
    symlinkSync('deep/level.dat', join(from, 'world/link'))
    symlinkSync('/etc', join(from, 'out'))
    const { uuid } = node.put(2)
    expect(await node.run(2, 'clone', '{"from":1}')).toMatchObject({
      status: 'success',
      message: 'it is installed',
    })
    const to = folderOf(uuid)
    expect(readFileSync(join(to, 'world/deep/level.dat')).equals(Buffer.alloc(2_000_000, 7))).toBe(true)
    expect(statSync(join(to, 'world/deep/level.dat')).mode & 0o777).toBe(0o600)
    expect(readlinkSync(join(to, 'world/link'))).toBe('deep/level.dat')
    expect(readlinkSync(join(to, 'out'))).toBe('/etc')
    for (const path of ['', 'world', 'world/deep/level.dat', 'world/link', 'game.sh']) {
      if (isRoot) expect(lstatSync(join(to, path)).uid).toBe(gameUserIdBase + 2)
    }
    if (isRoot) expect(statSync('/etc').uid).toBe(0)
    expect(await node.run(2, 'start')).toMatchObject({ status: 'success' })
    await node.run(2, 'stop')
  })

  it('canceled in the middle it is empty and not installed', async () => {
    const source = node.put(1)
    await node.run(1, 'install')
    for (let index = 0; index < 600; index += 1) {
      writeFileSync(join(folderOf(source.uuid), `file-${index}`), 'x')
    }
    const { uuid } = node.put(2)
    const task = node.ask(2, 'clone', '{"from":1}')
    await until(() => messages().some(text => text.startsWith('copying the files: ')), 'it copies')
    node.app.tasks.cancel({ taskId: task })
    expect(await node.ended(task)).toMatchObject({ status: 'canceled' })
    expect(node.state(2)).toBe('install_failed')
    expect(readdirSync(folderOf(uuid))).toEqual([])
    expect(await node.run(2, 'clone', '{"from":1}')).toMatchObject({ status: 'success' })
    expect(readdirSync(folderOf(uuid)).length).toBe(601)
  })

  it('what cannot be copied is refused with a reason', async () => {
    node.put(1, { install: [{ do: 'run-program', command: ['sleep', '600'], words: 'waiting' }] })
    node.put(2)
    expect(await node.run(2, 'clone', '{"from":1}')).toMatchObject({
      message: 'the game server to copy from is not installed: install it first',
    })
    const install = node.ask(1, 'install')
    await until(() => node.state(1) === 'installing', 'the other one is being installed')
    expect(await node.run(2, 'clone', '{"from":1}')).toMatchObject({
      message: 'the game server to copy from is being installed: wait for the end of that',
    })
    node.app.tasks.cancel({ taskId: install })
    await node.ended(install)
    expect(await node.run(2, 'clone', '{"from":9}')).toMatchObject({
      message: expect.stringContaining('does not know the game server to copy'),
    })
    expect(await node.run(2, 'clone', '{"from":2}')).toMatchObject({
      message: expect.stringContaining('itself'),
    })
    expect(await node.run(2, 'clone', 'nonsense')).toMatchObject({
      message: expect.stringContaining('not understood'),
    })
    expect(node.state(2)).toBe('not_installed')
    node.put(3, shellGame('echo ready'))
    await node.run(3, 'install')
    await node.run(2, 'install')
    expect(await node.run(2, 'clone', '{"from":3}')).toMatchObject({
      message: expect.stringContaining('it is installed already'),
    })
    expect(node.state(2)).toBe('stopped')
  })
})
