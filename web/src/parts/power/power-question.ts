// The question before people are sent away: asked from anywhere in the panel, answered in one dialog of the shell.

import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type powerBody, readPower } from '@rookery/contracts/http/power.ts'
import type * as z from 'zod'
import { api } from '../../platform/api-client.ts'
import type { PowerAction } from './power-rules.ts'

export type PowerFacts = AnswerOf<typeof readPower>
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
const atOnce = 6
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
  const waiting = targets.values()
  const readNext = async () => {
    for (const { id } of waiting) {
      const facts = await api(readPower, { params: { server: String(id) } }).catch(() => null)
      if (facts) known.set(id, facts)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readNext))
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
