// Looks for the node of a new game server: judges all of them, and makes sure of the chosen one while it is written.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import type { PlacementWish } from '@rookery/contracts/http/placement.ts'
import { enforcesPlan } from '@rookery/contracts/plan-items.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { Nodes } from '../../nodes/nodes.ts'
import type { Bounds } from '../../plans/plan-rules.ts'
import {
  type Candidate,
  isOverfull,
  type Judged,
  judge,
  leftOf,
  noneFitsMessage,
  ranked,
  type Wish,
} from './fit-rules.ts'
import { type NodeLoad, neededAmounts, nodeLoads, noLoad } from './node-loads.ts'

export interface PlacedInput {
  process_manager?: string | undefined
  memory_limit_bytes?: number | undefined
  cpu_limit_percent?: number | undefined
  disk_limit_bytes?: number | undefined
}

/** `bounds`: of the plan of a person who creates it for themselves; null: an administrator does. */
export function wishOf(
  template: Pick<Template, 'needs' | 'process_managers'>,
  { location, tags }: PlacementWish,
  input: PlacedInput,
  bounds: Bounds | null,
): Wish {
  const needed = neededAmounts(template.needs)
  const possible = input.process_manager ? [input.process_manager] : template.process_managers
  return {
    location: location ?? null,
    tags: tags ?? [],
    processManagers: possible.filter(name => bounds === null || enforcesPlan(name, bounds)),
    amounts: {
      memory: input.memory_limit_bytes ?? needed.memory,
      cpu: input.cpu_limit_percent ?? needed.cpu,
      disk: input.disk_limit_bytes ?? needed.disk,
    },
    nodeIds: bounds?.nodeIds ?? null,
  }
}

/** Whoever has a plan is not told what else is on the nodes. */
const noneOfPlan =
  'none of the nodes of your plan has room for it now: ask for less, or ask your administrator for room'

/** Another game server has taken the room meanwhile: ends the transaction that creates. */
class RoomTaken extends Error {}

/** Whoever loses the room so often meets a crowd. */
const tries = 20
const tooManyAtOnce =
  'many servers are being created at this moment, and took each room that was found: try again'

/** More nodes than one panel has. */
const all = { limit: 10_000, offset: 0 }

export type PlaceFinder = ReturnType<typeof createPlaceFinder>

export function createPlaceFinder({ db, nodes }: { db: Kysely<Schema>; nodes: Pick<Nodes, 'list'> }) {
  /** Best first. */
  async function judged(wish: Wish): Promise<Judged[]> {
    const { items } = await nodes.list(all, { all: true, except: [] })
    const loads = await nodeLoads(db)
    const candidates = items.map(node => candidateOf(node, loads.get(node.id) ?? noLoad))
    return ranked(
      candidates.map(candidate => judge(candidate, wish)),
      wish.amounts,
    )
  }

  async function choose(wish: Wish, forOneself: boolean): Promise<Candidate> {
    const found = await judged(wish)
    const [best] = found
    if (best && best.misfits.length === 0) return best.candidate
    const message = forOneself ? noneOfPlan : noneFitsMessage(found)
    throw new PanelError('conflict', { message, fields: { placement: [message] } })
  }

  return {
    judged,
    /** `create` calls `requireRoom` once it is written, while nobody else writes to that node. */
    async useBest<Result>(
      wish: Wish,
      forOneself: boolean,
      create: (
        chosen: Candidate,
        requireRoom: (transaction: Transaction<Schema>) => Promise<void>,
      ) => Promise<Result>,
    ): Promise<Result> {
      for (let triesLeft = tries; triesLeft > 0; triesLeft--) {
        const chosen = await choose(wish, forOneself)
        const requireRoom = async (transaction: Transaction<Schema>) => {
          const { promised } = (await nodeLoads(transaction, chosen.id)).get(chosen.id) ?? noLoad
          if (isOverfull(leftOf({ ...chosen, promised }), wish.amounts)) throw new RoomTaken()
        }
        try {
          return await create(chosen, requireRoom)
        } catch (error) {
          // The next look counts what has taken the room.
          if (!(error instanceof RoomTaken)) throw error
        }
      }
      throw new PanelError('conflict', { message: tooManyAtOnce, fields: { placement: [tooManyAtOnce] } })
    },
  }
}

function candidateOf(node: Node, { promised, gameServers }: NodeLoad): Candidate {
  const { cpu_cores, memory_bytes, disk_bytes } = node.limits
  const { id, name, placement, location, tags, capacity, runtimes } = node
  return {
    ...{ id, name, placement, location, tags, capacity, runtimes, promised, gameServers },
    isJoined: node.enrolled,
    isEnabled: node.enabled,
    isOnline: node.online,
    total: {
      memory: memory_bytes ?? null,
      cpu: cpu_cores === undefined ? null : cpu_cores * 100,
      disk: disk_bytes ?? null,
    },
  }
}
