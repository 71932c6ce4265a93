// The keeper against clients that send rubbish, vanish or never greet: each loses its own connection only.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProcessManager } from '../../platform/process-managers/process/process.ts'
import {
  type Fixture,
  launchOf,
  openFixture,
  outputUntil,
} from '../../platform/process-managers/process/test/process-manager-fixture.ts'
import { startKeeper } from '../keeper.ts'
import { FrameReader, inputFrame, requestFrame } from '../keeper-frames.ts'
import { type KeeperReply, type KeeperRequest, replyFrameLimitBytes } from '../keeper-protocol.ts'

describe('keeper robustness', () => {
  let fixture: Fixture
  beforeEach(async () => {
    fixture = openFixture()
    await fixture.manager.start(launchOf(1, ['cat']))
  })
  afterEach(() => fixture.end())

  const expectAlive = async (word: string) => {
    const another = fixture.openAnother()
    const [running] = await another.adopt()
    if (!running) throw new Error('the game is gone')
    await running.write(Buffer.from(`${word}\n`))
    await outputUntil(running, `${word}\r\n${word}`)
    await another.close()
  }

  test('K8 rubbish ends the connection that sent it and nothing else', async () => {
    const rubbish = [
      randomBytes(300_000),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([0xff, 0xff, 0xff, 0xff, 1]),
      Buffer.from([0, 0, 0, 0]),
      Buffer.from([0, 0, 0, 3, 1, 0x7b, 0x7b]),
      Buffer.from([0, 0, 0, 5, 1, ...Buffer.from('null')]),
      Buffer.from([0, 0, 0, 2, 9, 0]),
      inputFrame(1, 1, Buffer.from('not greeted\n')),
      Buffer.concat([hello(), Buffer.from([0, 0, 0, 2, 5, 0])]),
    ]
    for (const bytes of rubbish) {
      const socket = connect(fixture.socketFile)
      socket.on('error', () => {})
      socket.resume()
      socket.write(bytes)
      await new Promise(resolve => socket.once('close', resolve))
    }
    await expectAlive('rubbish')
  })

  test('K1 a client that vanishes in the middle of a frame leaves nothing behind', async () => {
    const frame = requestFrame({ n: 1, verb: 'hello', version: 1 })
    for (let length = 0; length < frame.length; length += 1) {
      const socket = connect(fixture.socketFile)
      await once(socket, 'connect')
      socket.write(frame.subarray(0, length), () => socket.destroy())
      await once(socket, 'close')
    }
    await expectAlive('vanished')
  })

  test('K1 frames cut into single bytes are read all the same', async () => {
    const socket = connect(fixture.socketFile)
    for (const byte of hello()) socket.write(Buffer.from([byte]))
    expect(await nextReply(socket)).toMatchObject({ n: 7, ok: true, version: 1 })
    socket.destroy()
  })

  test('K2 K3 K4 wrong requests are refused with a reason', async () => {
    const socket = connect(fixture.socketFile)
    const ask = async (request: object) => {
      socket.write(requestFrame({ ...(request as KeeperRequest), n: 5 }))
      return nextReply(socket)
    }
    expect(await ask({ verb: 'list' })).toMatchObject({ n: 5, ok: false, message: 'say hello first' })
    await ask({ verb: 'hello', version: 99 })
    const spawn = { verb: 'spawn', id: 9, streamId: 'x', cols: 80, rows: 24, label: '' }
    const launch = { argv: ['ls'], cwd: '/', env: {} }
    const wrong: [object, string][] = [
      [{ verb: 'hello', version: 0 }, 'invalid'],
      [{ verb: 'dance', id: 1, streamId: 'x' }, 'invalid'],
      [{ verb: 'forget', id: -1, streamId: 'x' }, 'invalid'],
      [{ verb: 'forget', id: 2 ** 32, streamId: 'x' }, 'invalid'],
      [{ verb: 'forget', id: 77, streamId: 'x' }, 'unknown_pty'],
      [{ verb: 'forget', id: 1, streamId: 'x' }, 'other_stream'],
      [{ verb: 'signal', id: 1, streamId: 'x', signal: 'SIGNONSENSE' }, 'invalid'],
      [{ verb: 'resize', id: 1, streamId: 'x', cols: 0, rows: 5 }, 'invalid'],
      [{ ...spawn }, 'invalid'],
      [{ ...spawn, launch: { ...launch, argv: [] } }, 'invalid'],
      [{ ...spawn, launch: { ...launch, argv: [5] } }, 'invalid'],
      [{ ...spawn, launch: { ...launch, cwd: 'relative' } }, 'invalid'],
      [{ ...spawn, launch: { ...launch, env: { 'A=B': 'x' } } }, 'invalid'],
      [{ ...spawn, launch: { ...launch, uid: 0xffffffff } }, 'invalid'],
      [{ ...spawn, launch: { ...launch, uid: 1.5 } }, 'invalid'],
      [{ ...spawn, launch: { ...launch, env: { A: 'x'.repeat(140_000) } } }, 'invalid'],
      [{ ...spawn, id: 1, launch }, 'id_taken'],
    ]
    for (const [request, code] of wrong)
      expect(await ask(request), JSON.stringify(request)).toMatchObject({ ok: false, code })
    socket.destroy()
    await expectAlive('refused')
  })

  test('who has come while the keeper was held up is let in, though its time to end is over', async () => {
    const socketFile = join(fixture.folder, 'held-up.sock')
    const keeper = startKeeper({ socketFile, launcherFile: '', lingerMs: 50, onEnd: () => {} })
    const socket = connect(socketFile)
    for (const began = performance.now(); performance.now() - began < 100; );
    socket.write(hello())
    expect(await nextReply(socket)).toMatchObject({ n: 7, ok: true, ptys: [] })
    socket.destroy()
    await once(keeper, 'close')
  })

  test('socket, lock and pid file belong to the daemon alone', () => {
    for (const ending of ['', '.lock', '.pid']) {
      expect((statSync(`${fixture.socketFile}${ending}`).mode & 0o777).toString(8)).toBe('600')
    }
  })

  test('a socket path of 107 bytes is refused with a reason', () => {
    const socketFile = `/${'x'.repeat(106)}`
    expect(() => openProcessManager({ socketFile, useCgroups: false })).toThrow(/107 bytes.*at most 106/)
  })
})

function hello(): Buffer {
  return requestFrame({ n: 7, verb: 'hello', version: 1 })
}

function nextReply(socket: Socket): Promise<KeeperReply> {
  const frames = new FrameReader(replyFrameLimitBytes)
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer | string) => {
      const [frame] = frames.push(chunk as Buffer)
      if (!frame) return
      socket.off('data', take)
      socket.off('close', fail)
      resolve(JSON.parse(frame.payload.toString()) as KeeperReply)
    }
    const fail = () => reject(new Error('the keeper closed the connection'))
    socket.on('data', take)
    socket.once('close', fail)
  })
}
