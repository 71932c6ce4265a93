// Kills the daemon again and again while a game prints (PROVE_ROUNDS times, 50): no line is lost or doubled.

import { killGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, signIn } from '../api.ts'
import { createHome, processesOf, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

const rounds = Number(process.env.PROVE_ROUNDS ?? '50')
const linesOfRound = 3_000
const administrator = { login: 'admin', password: 'a story about rooks' }

let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api
let gameServerId: number

beforeAll(async () => {
  home = await createHome()
  rookery = await startRookery(home, { ADMIN_PASSWORD: administrator.password })
  api = await signIn(rookery.url, administrator)
  gameServerId = await api.createArena('Survivor')
  await api.waitForState(gameServerId, 'running')
})
afterAll(async () => {
  await api.call(killGameServer, { params: { server: String(gameServerId) } }).catch(() => {})
  await api.waitForState(gameServerId, 'stopped').catch(() => {})
  await rookery.interrupt()
  await home.remove()
})

function numbersIn(messages: { payload: Record<string, unknown> }[]): number[] {
  const text = messages.map(({ payload }) => (payload.output ?? payload.chunk ?? '') as string).join('')
  return [...text.matchAll(/^line (\d+)\r?$/gm)].map(match => Number(match[1]))
}

test(`T-095 the daemon is killed ${rounds} times while the game counts: every number arrives exactly once`, async ({
  task,
}) => {
  const wanted = Array.from({ length: linesOfRound }, (_, index) => index + 1)
  for (let round = 1; round <= rounds; round += 1) {
    const viewer = await api.openChannel(`/api/ws/servers/${gameServerId}/console`)
    await waitFor('history', () => viewer.messages.some(({ type }) => type === 'console.history'))
    // What earlier rounds have printed is history; this round begins after it.
    const before = numbersIn(viewer.messages).length
    viewer.send('console.command', { command: `count ${linesOfRound} 1` })
    const killAt = 1 + ((round * 97) % (linesOfRound - 500))
    await waitFor('the count has begun', () => numbersIn(viewer.messages).length > before + killAt)
    const [daemon] = processesOf(home.dataDir, 'daemon.mjs')
    process.kill(daemon ?? 0, 'SIGKILL')
    await waitFor('the count has ended', () => {
      const numbers = numbersIn(viewer.messages)
      return numbers.length > before + killAt && numbers.at(-1) === linesOfRound
    })
    expect(numbersIn(viewer.messages).slice(before), `round ${round}`).toEqual(wanted)
    viewer.close()
    Object.assign(task.meta, {
      figures: `${round} kills, ${round * linesOfRound} lines, none lost or doubled`,
    })
  }
})
