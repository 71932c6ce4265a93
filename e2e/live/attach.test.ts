// Attach: a person at the terminal of a running game, over panel and node.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { LiveWorld, rconPassword } from './live-world.ts'

let world: LiveWorld
beforeAll(async () => {
  world = await new LiveWorld({ inSharedProduct: true }).start()
})
afterAll(() => world.stop())

const base64 = (text: string) => Buffer.from(text).toString('base64')
const pathOf = (id: number) => `/api/ws/servers/${id}/attach`

describe('attach', () => {
  test('6.2 (C344, L10) what is typed reaches the terminal byte for byte, and its echo comes back', async () => {
    const id = await world.startGame(`stty raw -echo; echo ready; cat -v`)
    const { frames, send, bytes } = await world.open(`${pathOf(id)}?cols=90&rows=20`)
    await waitFor('it has started', () => frames.length > 0)
    expect(frames[0]).toMatchObject({ type: 'attach.started', payload: { cols: 90, rows: 20 } })
    expect(frames[0]?.payload.session_id).toMatch(/^[0-9a-f-]{36}$/)
    await waitFor('the earlier output is there', () => bytes().includes('ready'))
    const typed = Buffer.from([0x03, 0x1b, 0x5b, 0x41, 0x00, 0xff, 0x7f, 0x0d])
    send('attach.input', { data: typed.toString('base64') })
    await waitFor('it comes back', () => bytes().includes('^C^[[A^@M-^?^?^M'))
    await world.act(id, 'kill')
  })

  test('6.2 (C344) ls is answered by a shell', async () => {
    const id = await world.startGame('echo ready; PS1="> " exec sh -i')
    const { send, bytes } = await world.open(pathOf(id))
    send('attach.input', { data: base64('ls\n') })
    await waitFor('the folder is listed', () => /ls\r\n.*game\.sh/s.test(bytes().toString()))
    await world.act(id, 'kill')
  })

  test('6.2 a resize reaches the terminal', async () => {
    const id = await world.startGame(`trap 'stty size' WINCH; echo ready; while :; do sleep 0.05; done`)
    const { send, bytes, of } = await world.open(pathOf(id))
    send('attach.resize', { cols: 77, rows: 33 })
    await waitFor('the game sees it', () => bytes().includes('33 77'))
    for (const size of [{ cols: 0, rows: 10 }, { cols: 10, rows: 1001 }, { cols: 'x', rows: 1 }, {}]) {
      send('attach.resize', size)
    }
    await waitFor('wrong sizes are refused', () => of('error').length === 4)
    expect(of('error').map(({ payload }) => payload.code)).toEqual(Array(4).fill('invalid_input'))
    await world.act(id, 'kill')
  })

  test('6.2 (C265) detach closes the socket with 1000 and leaves the game running', async () => {
    const id = await world.startGame()
    const { send, closeCode } = await world.open(pathOf(id))
    send('attach.detach')
    await waitFor('it is closed', () => closeCode() !== null)
    expect(closeCode()).toBe(1000)
    expect(await world.state(id)).toBe('running')
    await world.act(id, 'kill')
  })

  test('6.2 (C268) the RCON password is masked in raw bytes too, split or echoed', async () => {
    const half = Math.floor(rconPassword.length / 2)
    // Two writes, one right after the other: the beginning of a secret is held back for a moment only.
    const script = `echo ready; printf 'rcon ${rconPassword.slice(0, half)}'
      printf '${rconPassword.slice(half)}.'; cat`
    const id = await world.startGame(script)
    const { send, bytes } = await world.open(pathOf(id))
    // The echo of what is typed would otherwise fall between the two halves.
    await waitFor('the printed line is whole', () => bytes().includes('.'))
    send('attach.input', { data: base64(`typed ${rconPassword} end\n`) })
    await waitFor('both lines are there', () => /typed .* end[\s\S]*typed .* end/.test(bytes().toString()))
    const masked = '*'.repeat(rconPassword.length)
    expect(bytes().toString()).toContain(`rcon ${masked}.`)
    expect(bytes().toString()).toContain(`typed ${masked} end`)
    expect(bytes().toString()).not.toContain(rconPassword.slice(0, half))
    await world.act(id, 'kill')
  })

  test('6.2 the session ends with the game, and tells how', async () => {
    const id = await world.startGame()
    const { send, of, closeCode } = await world.open(pathOf(id))
    send('attach.input', { data: base64('crash\n') })
    await waitFor('it is closed', () => closeCode() !== null)
    expect(of('attach.closed').map(({ payload }) => payload)).toEqual([
      { reason: 'the game has ended', exit_code: 7 },
    ])
    expect(closeCode()).toBe(1000)
    const late = await world.open(pathOf(id))
    await waitFor('there is nothing to attach to', () => late.closeCode() !== null)
    expect(late.of('attach.closed')[0]?.payload.reason).toBe('the game server is not running: start it first')
  })

  test('6.2 a session that comes back goes on where it was', async () => {
    const id = await world.startGame()
    const first = await world.open(pathOf(id))
    await waitFor('earlier output', () => first.bytes().includes('ready'))
    const { seq, stream_id } = (first.of('attach.output').at(-1)?.payload ?? {}) as Record<string, string>
    first.send('attach.input', { data: base64('one\n') })
    await waitFor('the answer', () => first.bytes().includes('you said: one'))
    first.send('attach.detach')
    const back = await world.open(`${pathOf(id)}?since=${seq}&stream=${stream_id}`)
    await waitFor('the rest', () => back.bytes().includes('you said: one'))
    expect(back.bytes().toString()).not.toContain('ready')
    await world.act(id, 'kill')
  })

  test('4.4 (C094) it needs both permissions, and ends when one of them is withdrawn', async () => {
    const id = await world.startGame()
    const statusFor = async (...permissions: Parameters<LiveWorld['person']>[1] & {}) => {
      const { sessionToken } = await world.person(id, ['game-server-common', ...permissions])
      return world.statusOf(pathOf(id), await world.shortLivedToken(sessionToken))
    }
    expect(await statusFor()).toBe(403)
    expect(await statusFor('game-server-console-view')).toBe(403)
    expect(await statusFor('game-server-console-send')).toBe(403)
    expect(await statusFor('game-server-console-view', 'game-server-console-send')).toBe(101)
    const person = await world.person(id)
    const { closeCode } = await world.open(pathOf(id), person.sessionToken)
    await world.withdrawAll(person, id)
    await waitFor('it is closed', () => closeCode() !== null)
    expect(closeCode()).toBe(4403)
    await world.act(id, 'kill')
  })

  test('6.1 (C269) what is no message of this channel is refused, and the session goes on', async () => {
    const id = await world.startGame()
    const { socket, send, of, bytes } = await world.open(pathOf(id))
    send('console.command', { command: 'x' })
    send('attach.input', { data: 'not base64!' })
    send('attach.input', { data: 'A'.repeat(30_000) })
    socket.send('{')
    socket.send(Buffer.from([1, 2]))
    await waitFor('all five are refused', () => of('error').length === 5)
    send('attach.input', { data: base64('still here\n') })
    await waitFor('it goes on', () => bytes().includes('you said: still here'))
    await world.act(id, 'kill')
  })
})
