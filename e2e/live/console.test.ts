// Consoles over panel and node: what a viewer sees, who may type, and what a hostile game or viewer cannot do.

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../test-services/proof-size.ts'
import { waitFor } from '../wait-for.ts'
import { echoGame, LiveWorld, rconPassword } from './live-world.ts'

const joining = proofSize({ short: 200, proof: 1_000 })

let world: LiveWorld
beforeAll(async () => {
  world = await new LiveWorld({ inSharedProduct: true }).start()
})
afterAll(() => world.stop())

const pathOf = (id: number) => `/api/ws/servers/${id}/console`
/** Control characters other than line ends and those of colors. */
const controlsIn = (text: string) =>
  Array.from(text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;:]*m`, 'g'), '')).filter(
    character => /^\p{Cc}$/u.test(character) && !['\t', '\r', '\n'].includes(character),
  )
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const numbersIn = (text: string) => [...text.matchAll(/^line (\d+)\r?$/gm)].map(match => Number(match[1]))

describe('console', () => {
  test('6.2 (C260, C263, C264) history first, then a command reaches the game with one newline', async () => {
    const id = await world.startGame()
    const beganAt = Math.floor(Date.now() / 1000)
    const { frames, send, text, binaryFrames } = await world.open(pathOf(id))
    await waitFor('history', () => frames.length > 0)
    expect(frames[0]?.type).toBe('console.history')
    expect(String(frames[0]?.payload.output)).toContain('ready')
    send('console.command', { command: 'hello' })
    await waitFor('the answer', () => text().includes('you said: hello\r\n'))
    expect(text().split('you said:')).toHaveLength(2)
    for (const frame of frames) {
      expect(Object.keys(frame).toSorted()).toEqual(['payload', 'ts', 'type'])
      expect(Number.isInteger(frame.ts) && frame.ts >= beganAt && frame.ts <= Date.now() / 1000).toBe(true)
    }
    expect(binaryFrames()).toBe(0)
    await world.act(id, 'kill')
  })

  test('6.2 (C263) a game that never ran has an empty history, and its first words follow', async () => {
    const id = await world.addGame(echoGame)
    const { frames, text, of } = await world.open(pathOf(id))
    await waitFor('history', () => frames.length > 0)
    expect(frames[0]).toMatchObject({ type: 'console.history', payload: { output: '' } })
    await world.act(id, 'start')
    await waitFor('its first words', () => text().includes('ready'))
    await waitFor('its state', () => of('console.status').some(({ payload }) => payload.state === 'running'))
    await world.act(id, 'kill')
  })

  test('4.4 (C093) without the right to view 403; with it alone commands are refused', async () => {
    const id = await world.startGame()
    const blind = await world.person(id, ['game-server-common', 'game-server-console-send'])
    expect(await world.statusOf(pathOf(id), await world.shortLivedToken(blind.sessionToken))).toBe(403)
    const viewer = await world.person(id, ['game-server-common', 'game-server-console-view'])
    const { send, of, text } = await world.open(pathOf(id), viewer.sessionToken)
    send('console.command', { command: 'smuggled' })
    await waitFor('it is refused', () => of('error').length === 1)
    expect(of('error')[0]?.payload).toEqual({
      code: 'forbidden',
      message: 'you do not have permission to send commands',
    })
    const admin = await world.open(pathOf(id))
    admin.send('console.command', { command: 'mark' })
    await waitFor('a later command is answered', () => text().includes('you said: mark'))
    expect(text()).not.toContain('smuggled')
    await world.act(id, 'kill')
  })

  test('T-089 a command is one line: newlines, NUL, control characters and length are refused', async () => {
    const id = await world.startGame()
    const { send, of, text } = await world.open(pathOf(id))
    const bad = ['one\ntwo', 'one\rtwo', 'a\0b', '\u0003', '\u001b[A', '\u009b1A', '', 'x'.repeat(4_001), 7]
    for (const command of bad) send('console.command', { command })
    send('console.command', {})
    await waitFor('all are refused', () => of('error').length === bad.length + 1)
    expect(new Set(of('error').map(({ payload }) => payload.code))).toEqual(new Set(['invalid_input']))
    send('console.command', { command: 'mark' })
    await waitFor('a later command is answered', () => text().includes('you said: mark'))
    expect(text().split('you said:')).toHaveLength(2)
    const route = await world.ask('POST', `/api/servers/${id}/console`, { command: 'one\ntwo' })
    expect(route.status).toBe(422)
    await world.act(id, 'kill')
  })

  test('T-090 (C269) attach.input, unknown types, text that is no JSON and binary frames end nothing', async () => {
    const id = await world.startGame()
    const viewer = await world.person(id, ['game-server-common', 'game-server-console-view'])
    const { socket, send, of, text, closeCode } = await world.open(pathOf(id), viewer.sessionToken)
    const other = await world.open(pathOf(id))
    send('attach.input', { data: Buffer.from('smuggled\n').toString('base64') })
    send('no.such.type')
    socket.send('not JSON')
    socket.send('[]')
    socket.send(Buffer.from([0, 1, 2]))
    await waitFor('five refusals', () => of('error').length === 5)
    send('ping')
    await waitFor('it still answers', () => of('pong').length === 1)
    other.send('console.command', { command: 'mark' })
    await waitFor('others go on', () => other.text().includes('you said: mark'))
    await waitFor('and so does it', () => text().includes('you said: mark'))
    expect(other.text()).not.toContain('smuggled')
    expect(closeCode()).toBeNull()
    await world.act(id, 'kill')
  })

  test('T-091 lines of two writers are never mixed', async () => {
    // Without the terminal's echo, which the kernel may put between an answer and its line end.
    const id = await world.startGame(`stty -echo; ${echoGame}`)
    const writers = [await world.open(pathOf(id)), await world.open(pathOf(id))]
    const words = ['a'.repeat(300), 'b'.repeat(300)]
    for (let round = 0; round < 40; round++) {
      for (const [index, writer] of writers.entries())
        writer.send('console.command', { command: words[index] })
    }
    const said = () => [...(writers[0]?.text() ?? '').matchAll(/you said: (\w+)\r/g)].map(match => match[1])
    await waitFor('all 80 lines are answered', () => said().length === 80)
    expect(said().filter(line => line === words[0])).toHaveLength(40)
    expect(said().filter(line => line === words[1])).toHaveLength(40)
    await world.act(id, 'kill')
  })

  test('T-080 of control sequences colors alone reach a viewer, live, in history and by HTTP', async () => {
    const dangerous = [
      String.raw`\033]0;evil title\007`,
      String.raw`\033]52;c;ZXZpbA==\007`,
      String.raw`\033]8;;http://evil\033\\link\033]8;;\033\\`,
      String.raw`\033[2J\033[?1049h\033P1$q\033\\`,
      String.raw`\302\2331mc1\302\2350;evil\007`,
      String.raw`\007\007\007\b\000`,
    ].join('')
    const script = `echo ready; read -r go; printf '${dangerous}'
      printf '\\033]52;c;c3Bs'; sleep 0.1; printf 'aXQ=\\007'; printf '\\033[3'; sleep 0.1; printf '1mred\\033[0m'
      printf '\\377\\376\\303(ok)\\n'; cat`
    const id = await world.startGame(script)
    const live = await world.open(pathOf(id))
    live.send('console.command', { command: 'go' })
    await waitFor('all of it is there', () => live.text().includes('(ok)\r\n'))
    const late = await world.open(pathOf(id))
    await waitFor('history', () => late.frames.length > 0)
    const tail = (await world.ask('GET', `/api/servers/${id}/console`)).json as { output: string }
    for (const text of [live.text(), late.text(), tail.output]) {
      expect(text).toContain('linkc1\u001b[31mred\u001b[0m\ufffd\ufffd\ufffd(ok)\r\n')
      expect(text).not.toMatch(/evil|52;|ZXZpbA|c3Bs|aXQ/)
      expect(controlsIn(text)).toEqual([])
    }
    await world.act(id, 'kill')
  })

  test('6.2 (C268) the RCON password is masked in every form, also where a sequence is hidden inside it', async () => {
    const half = Math.floor(rconPassword.length / 2)
    const [begin, end] = [rconPassword.slice(0, half), rconPassword.slice(half)]
    const script = `echo "start $RCON_PASSWORD ready"; read -r go
      printf 'split ${begin}'; printf '${end}.\\n'
      printf 'hidden ${begin}\\033]0;x\\007${end}.\\n'; printf 'colored ${begin}\\033[1m${end}.\\n'; echo over; cat`
    const id = await world.startGame(script)
    const live = await world.open(pathOf(id))
    live.send('console.command', { command: 'go' })
    await waitFor('all of it is there', () => live.text().includes('over'))
    const late = await world.open(pathOf(id))
    await waitFor('history', () => late.frames.length > 0)
    const tail = (await world.ask('GET', `/api/servers/${id}/console`)).json as { output: string }
    const stars = '*'.repeat(rconPassword.length)
    for (const text of [live.text(), late.text(), tail.output]) {
      expect(text).toContain(`start ${stars} ready`)
      expect(text).toContain(`split ${stars}.`)
      expect(text).toContain(`hidden ${stars}.`)
      expect(text.replaceAll('\u001b[1m', '')).toContain(`colored ${stars}.`)
      expect(text).not.toContain(begin)
      expect(text).not.toContain(end)
    }
    await world.act(id, 'kill')
  })

  test('6.2 (C268) the RCON password is masked when it comes slowly, escaped, at a crash and in attach', async () => {
    const password = 'k7"Qp\\3mR/v9 s%W&d+Lü'
    const json = JSON.stringify(password).slice(1, -1)
    // The shell takes every byte as it is from a file; what is typed decides when the rest of it comes.
    const script = `echo ready; half() { printf '%s' "$RCON_PASSWORD" | head -c "$1"; }
      read -r go; printf 'slow '; half 12; read -r go; printf '%s' "$RCON_PASSWORD" | tail -c +13; echo .
      printf 'json %s.\\n' "$JSON"; printf 'address %s.\\n' "$ADDRESS"; echo over; read -r go
      printf 'json %s' "$JSON"; exit 7`
    const environment = `JSON=${shellQuoted(json)}; ADDRESS=${shellQuoted(encodeURIComponent(password))};`
    const id = await world.startGame(`stty -echo; ${environment} ${script}`, {
      body: { rcon_password: password },
    })
    const live = await world.open(pathOf(id))
    const attached = await world.open(`/api/ws/servers/${id}/attach`)
    await waitFor('it is attached', () => attached.of('attach.started').length > 0)
    live.send('console.command', { command: 'go' })
    await waitFor('the line begins', () => live.text().includes('slow '))
    // Far longer than a beginning of a few characters would be held back.
    await delay(400)
    live.send('console.command', { command: 'go' })
    await waitFor('all of it is there', () => live.text().includes('over'))
    live.send('console.command', { command: 'go' })
    await waitFor('it has crashed', async () => (await world.state(id)) === 'crashed')
    await waitFor('the session has ended', () => attached.of('attach.closed').length > 0)
    const late = await world.open(pathOf(id))
    await waitFor('history', () => late.frames.length > 0)
    const tail = (await world.ask('GET', `/api/servers/${id}/console`)).json as { output: string }
    const crash = JSON.stringify((await world.ask('GET', `/api/servers/${id}`)).json)
    for (const text of [live.text(), late.text(), tail.output, attached.bytes().toString()]) {
      expect(text).toMatch(/slow \*+\.\r\njson \*+\.\r\naddress \*+\.\r\nover/)
      for (const piece of ['k7"Q', 'Qp', '3mR', 'v9', 'Lü', '%C3%BC']) expect(text).not.toContain(piece)
    }
    expect(crash.replaceAll(JSON.stringify(password), '')).not.toContain('3mR')
  })

  test(`T-085 ${joining} viewers that join while the game goes on lose and double no line`, async () => {
    const script = `echo ready; read -r go; n=0
      while [ ! -e enough ]; do n=$((n+1)); echo "line $n"; [ $((n % 2)) = 0 ] && sleep 0.02; done; cat`
    const id = await world.startGame(script)
    const writer = await world.open(pathOf(id))
    writer.send('console.command', { command: 'go' })
    await waitFor('it counts', () => numbersIn(writer.text()).length > 100)
    let joined = 0
    while (joined < joining) {
      const viewers = await Promise.all(Array.from({ length: 50 }, () => world.open(pathOf(id))))
      await waitFor('each has history and live output', () =>
        viewers.every(viewer => viewer.of('console.output').length >= 2),
      )
      for (const viewer of viewers) {
        viewer.socket.terminate()
        const seen = numbersIn(viewer.text())
        const [first = 0] = seen
        expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => first + index))
        expect(viewer.of('console.history')).toHaveLength(1)
        expect(viewer.frames.some(({ payload }) => payload.gap === true)).toBe(false)
      }
      joined += viewers.length
    }
    await world.act(id, 'kill')
  })
})
