// A crowd of game servers that are all busy: for looking at long lists and for measuring them.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import type { Say, Scene } from './fake-panel.ts'
import { gameServers } from './fixtures.ts'

const madeCrowds = new Map<number, GameServer[]>()

/** The same crowd for the same count. */
export function crowdOf(count: number): GameServer[] {
  const made = madeCrowds.get(count) ?? makeCrowd(count)
  madeCrowds.set(count, made)
  return made
}

function makeCrowd(count: number): GameServer[] {
  return Array.from({ length: count }, (_, at) => {
    const like = gameServers[at % gameServers.length] as GameServer
    const id = at + 1
    const uuid = `6f1c1d1e-5b0a-4c5e-9d57-${String(id).padStart(12, '0')}`
    return { ...like, id, uuid, name: `${like.name} ${id}`, port: 20_000 + id }
  })
}

const stateSteps: RunState[] = ['running', 'stopping', 'stopped', 'starting']
const usageEveryMs = 500
const statesEveryMs = 20

/** Usage of all that run twice a second; in a crowd, fifty state changes a second besides. Gives the way to stop. */
export function playEvents(scene: Scene, say: Say): () => void {
  const fleet = scene.crowd ? crowdOf(scene.crowd) : scene.isFirstRun ? [] : gameServers
  const upNow = fleet.filter(({ state, node_online }) => state === 'running' && node_online)
  let turn = 0
  const timers = [
    setInterval(() => {
      turn += 1
      const servers = upNow.map(({ id }) => [
        id,
        Math.round(10 * (45 + 40 * Math.sin(id + turn / 7) + 5 * Math.cos(turn * id))) / 10,
        Math.round(2.2e9 + 6e8 * Math.sin(id * 2 + turn / 40)),
      ])
      say('event.usage', { servers })
    }, usageEveryMs),
  ]
  if (scene.crowd) {
    let at = 0
    timers.push(
      setInterval(() => {
        at += 1
        const id = 1 + ((at * 7) % fleet.length)
        const state = stateSteps[Math.floor(at / 3) % stateSteps.length]
        say('event.server', { id, state, reason: null, changed_at: new Date().toISOString() })
      }, statesEveryMs),
    )
  }
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
