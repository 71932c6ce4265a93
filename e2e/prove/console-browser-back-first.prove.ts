// The panel is killed, and the browsers are back before the node: every viewer's console goes on as if nothing had been.

import { issueShortLivedToken } from '@rookery/contracts/http/auth.ts'
import { sendConsoleCommand, startGameServer } from '@rookery/contracts/http/game-servers.ts'
import type { ConsoleMessage } from '@rookery/contracts/websocket/console.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  arrivalOf,
  consoleStart,
  resumeQuery,
  takeArrival,
} from '../../web/src/features/console/logic/console-stream.ts'
import { openSocket } from '../live/live-socket.ts'
import { Programs } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'

let programs: Programs
beforeAll(async () => {
  programs = await new Programs().start()
})
afterAll(() => programs.stop())

/** A browser's console without the browser: what is on its screen, over all of its connections. */
class Viewer {
  screen = ''
  #position = consoleStart

  async connect(gameServerId: number) {
    const { since, stream } = resumeQuery(this.#position)
    const query = since === undefined ? '' : `?since=${since}&stream=${stream}`
    const { token } = await programs.api.call(issueShortLivedToken, {})
    const opened = openSocket(programs.url, `/api/ws/servers/${gameServerId}/console${query}`, token)
    opened.socket.on('message', raw => this.#take(JSON.parse((raw as Buffer).toString()) as ConsoleMessage))
    await opened.opened
    return opened
  }

  #take(message: ConsoleMessage): void {
    const arrival = arrivalOf(message)
    if (!arrival) return
    const { position, parts } = takeArrival(this.#position, arrival)
    this.#position = position
    this.screen += parts.map(part => (part.kind === 'text' ? part.text : `<${part.kind}>`)).join('')
  }
}

test('6.2 after a panel restart with the browser back first, nothing is missing and nothing comes twice', async () => {
  const script = `echo ready; n=0; while read -r line; do n=$((n+1)); printf '%s \\033[32mgreen\\033[0m %s\\n' $n "$line"; done`
  const id = await programs.addGame(`stty -echo; ${script}`)
  const params = { server: String(id) }
  await programs.ended((await programs.api.call(startGameServer, { params })).task_id)
  const viewers = Array.from({ length: 20 }, () => new Viewer())
  let lines = await Promise.all(viewers.map(viewer => viewer.connect(id)))
  let expected = 'ready\r\n'
  let number = 0
  const say = async (command: string) => {
    await programs.api.call(sendConsoleCommand, { params, body: { command } })
    expected += `${++number} \u001b[32mgreen\u001b[0m ${command}\r\n`
  }
  const allSee = (what: string) =>
    waitFor(what, () => viewers.every(({ screen }) => screen.length >= expected.length))
  await say('before')
  await allSee('everybody sees the first line')
  for (let round = 0; round < 2; round++) {
    // Held, so that it is certainly away; its game goes on.
    programs.daemon.signal('SIGSTOP')
    await programs.panel.kill()
    await programs.startPanel()
    lines = await Promise.all(viewers.map(viewer => viewer.connect(id)))
    await waitFor('everybody is welcomed', () => lines.every(line => line.of('console.status').length > 0))
    programs.daemon.signal('SIGCONT')
    await programs.nodeIsOnline()
    await say(`after ${round}`)
    await allSee('everybody sees what came after')
    for (const { screen } of viewers) expect(screen).toBe(expected)
  }
  for (const { socket } of lines) socket.terminate()
}, 300_000)
