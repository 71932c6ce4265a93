// The question before people are sent away: asked from anywhere in the panel, answered in one dialog of the shell.

import { mostServersAtOnce, readManyPowerOptions } from '@rookery/contracts/http/bulk-actions.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { PowerOptions, powerBody } from '@rookery/contracts/http/power.ts'
import type * as z from 'zod'
import { api } from '../../platform/api-client.ts'
import type { PowerAction } from './power-rules.ts'

export type PowerFacts = PowerOptions
export type PowerChoice = Omit<z.output<typeof powerBody>, 'action'>
export type AskedAction = 'stop' | 'restart'

export interface PowerQuestion {
  action: AskedAction
  /** Those with somebody on them. */
  gameServers: readonly { name: string; facts: PowerFacts }[]
  answer: (choice: PowerChoice | null) => void
}

/** What is sent to each game server; null: the person has thought better of it. */
export type ChosenPower = (gameServerId: number) => PowerChoice

const now: PowerChoice = { when: 'now' }
const listeners = new Set<() => void>()
let asked: PowerQuestion | null = null

function change(next: PowerQuestion | null): void {
  asked = next
  for (const listener of listeners) listener()
}

export const powerQuestions = {
  current: (): PowerQuestion | null => asked,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function ask(question: Omit<PowerQuestion, 'answer'>): Promise<PowerChoice | null> {
  asked?.answer(null)
  return new Promise(resolve => {
    change({
      ...question,
      answer(choice) {
        change(null)
        resolve(choice)
      },
    })
  })
}

type Target = Pick<GameServer, 'id' | 'name'>

/** What cannot be found out keeps nobody from stopping a server. */
async function readFacts(targets: readonly Target[]): Promise<Map<number, PowerFacts>> {
  const known = new Map<number, PowerFacts>()
  for (let first = 0; first < targets.length; first += mostServersAtOnce) {
    const servers = targets.slice(first, first + mostServersAtOnce).map(({ id }) => id)
    const found = await api(readManyPowerOptions, { body: { servers } }).catch(() => [])
    for (const { server_id, ...facts } of found) known.set(server_id, facts)
  }
  return known
}

/** Asks only where a stop or restart would send somebody away. */
export async function choosePower(
  targets: readonly Target[],
  action: PowerAction,
): Promise<ChosenPower | null> {
  if (action !== 'stop' && action !== 'restart') return () => now
  const known = await readFacts(targets)
  const gameServers = targets.flatMap(({ id, name }) => {
    const facts = known.get(id)
    return facts && (facts.players ?? 0) > 0 ? [{ id, name, facts }] : []
  })
  if (gameServers.length === 0) return () => now
  const choice = await ask({ action, gameServers })
  const busy = new Set(gameServers.map(({ id }) => id))
  return choice && (id => (busy.has(id) ? choice : now))
}
