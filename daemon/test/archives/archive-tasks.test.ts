// Packing and unpacking as tasks of a whole daemon: progress, cancel, refusals, and a daemon that is killed meanwhile.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  endKeeper,
  gameUserIdBase,
  isRoot,
  openTestFolder,
  openTestNode,
  plainDefinition,
  type TestNode,
  until,
} from '../open-test-node.ts'

const pack = (target: string, paths = [''], format = 'zip') => JSON.stringify({ paths, format, target })
const unpack = (path: string, target: string) => JSON.stringify({ path, target })

describe('8.2 archive tasks', () => {
  let node: TestNode
  let uuid: string
  beforeEach(async () => {
    node = await openTestNode()
    uuid = node.put(1).uuid
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
  })
  afterEach(() => node.end())

  const inFolder = (path: string) => join(node.folder, 'servers', uuid, path)
  const updatesOf = (id: number) =>
    node.sent.flatMap(message =>
      message.$case === 'taskUpdate' && message.value.taskId === id ? [message.value] : [],
    )
  const outputOf = (id: number) =>
    node.sent
      .flatMap(message =>
        message.$case === 'taskOutput' && message.value.taskId === id ? [message.value] : [],
      )
      .map(({ chunk }) => chunk.toString())
      .join('')

  it.each(['zip', 'tar.xz'])('8.2 %s: packed and unpacked, with words, for the game itself', async format => {
    writeFileSync(inFolder('data'), 'x'.repeat(200_000))
    const packed = await node.run(1, 'archive', pack('backup/all.bin', ['data', 'game.sh'], format))
    expect(packed).toMatchObject({ status: 'success', progress: 1 })
    expect(packed.message).toMatch(/^backup\/all\.bin holds 2 files and folders in /)
    expect(outputOf(packed.taskId)).toMatch(/^packing backup\/all\.bin\nbackup\/all\.bin holds/)
    const unpacked = await node.run(1, 'extract', unpack('backup/all.bin', 'out/here'))
    expect(unpacked).toMatchObject({ status: 'success', message: '2 entries unpacked' })
    expect(readFileSync(inFolder('out/here/game.sh'))).toEqual(readFileSync(inFolder('game.sh')))
    if (isRoot) {
      for (const path of ['backup', 'backup/all.bin', 'out/here', 'out/here/data']) {
        expect(statSync(inFolder(path)).uid).toBe(gameUserIdBase + 1)
      }
    }
    expect(existsSync(join(node.folder, 'servers/.unpacking', uuid))).toBe(false)
  })

  it('8.2 tells how far it is, can be canceled, and the game can be started meanwhile', async () => {
    writeFileSync(inFolder('huge'), '')
    truncateSync(inFolder('huge'), 1024 ** 4)
    const id = node.ask(1, 'archive', pack('huge.tar.gz', ['huge'], 'tar.gz'))
    await until(
      () => updatesOf(id).some(({ message }) => /of 1\.1 TB packed \(0 %\)/.test(message)),
      'it has words',
    )
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'kill')).toMatchObject({ status: 'success' })
    expect(updatesOf(id).at(-1)).toMatchObject({ status: 'working' })
    node.app.tasks.cancel({ taskId: id })
    expect(await node.ended(id)).toMatchObject({
      status: 'canceled',
      message: 'canceled: everything is as it was before',
    })
    expect(readdirSync(inFolder('')).toSorted()).toEqual(['game.sh', 'huge'])
  })

  it('8.2 refusals and faults in words', async () => {
    const message = async (kind: 'archive' | 'extract', payload: string) =>
      (await node.run(1, kind, payload)).message
    expect(await message('archive', pack('game.sh'))).toMatch(/game\.sh is there already/)
    expect(await message('archive', pack('a.zip', ['missing']))).toMatch(/"missing": there is no such file/)
    expect(await message('archive', '{}')).toMatch(/not understood/)
    expect(await message('extract', unpack('game.sh', 'out'))).toMatch(/no archive that can be unpacked/)
    node.put(1, { uuid, limits: { ...plainDefinition().limits, disk_bytes: 1_000 } }, 2)
    writeFileSync(inFolder('data'), 'x'.repeat(900))
    expect(await message('archive', pack('a.tar', ['data'], 'tar'))).toMatch(
      /^the disk limit of this game server/,
    )
    expect(readdirSync(inFolder('')).toSorted()).toEqual(['data', 'game.sh'])
  })

  it('8.2 is refused while the game server is being installed', async () => {
    const script = 'touch begun; while [ ! -e go ]; do sleep 0.1; done'
    const install = [{ do: 'run-program' as const, command: ['sh', '-c', script], words: 'working' }]
    node.put(1, { uuid, install }, 2)
    const id = node.ask(1, 'install')
    await until(() => readdirSync(inFolder('')).includes('begun'), 'the installation is at work')
    expect(await node.run(1, 'archive', pack('a.zip'))).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/^the game server is being installed/),
    })
    writeFileSync(inFolder('go'), '')
    expect(await node.ended(id)).toMatchObject({ status: 'success' })
  })
})

it('8.2 kill -9 while files are packed: the task has failed, and nothing of it is left', async () => {
  const folder = openTestFolder()
  const definition = plainDefinition()
  const game = join(folder, 'servers', definition.uuid)
  mkdirSync(game, { recursive: true })
  writeFileSync(join(game, 'huge'), '')
  truncateSync(join(game, 'huge'), 1024 ** 4)
  if (isRoot)
    for (const path of [game, join(game, 'huge')]) chownSync(path, gameUserIdBase + 1, gameUserIdBase + 1)
  const program = join(import.meta.dirname, 'archiving-daemon.ts')
  const args = [
    JSON.stringify(definition),
    JSON.stringify({ gameUserIdBase }),
    pack('a.tar.gz', [''], 'tar.gz'),
  ]
  const child = spawn(process.execPath, [program, folder, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await until(() => readdirSync(game).some(name => name.startsWith('.rookery-')), 'it packs')
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const node = await openTestNode(folder)
    expect(readdirSync(game)).toEqual(['huge'])
    expect((await node.app.hooks.describe()).tasks).toMatchObject([
      { taskId: 1, status: 'error', message: expect.stringContaining('no archive was made') },
    ])
    await node.end()
  } finally {
    child.kill('SIGKILL')
    await endKeeper(folder)
    rmSync(folder, { recursive: true, force: true })
  }
})
