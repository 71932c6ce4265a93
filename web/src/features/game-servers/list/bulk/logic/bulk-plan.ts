// What a power action would do to several game servers at once: whom it reaches, whom it leaves out.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'

export const bulkActions = ['start', 'stop', 'restart', 'kill', 'update'] as const
export type BulkAction = (typeof bulkActions)[number]

export type BulkTarget = Pick<GameServer, 'id' | 'name' | 'state' | 'node_online'>

export interface BulkPlan {
  action: BulkAction
  /** Those that the action fits and that the person may use it on. */
  reached: BulkTarget[]
  /** Permitted, but in a state that the action does not fit. */
  leftOut: BulkTarget[]
}

/** What was asked for last, and is shown until it is hidden. */
export interface FollowedBulk {
  id: number
  /** How many of the selected ones were not asked for. */
  leftOut: number
  /** The same once more, for some of them; a page opened anew no longer knows what was asked for. */
  repeat?: (servers: readonly number[]) => void
}

export interface BulkRules {
  isPermitted: (gameServerId: number, action: BulkAction) => boolean
  fitsState: (target: BulkTarget, action: BulkAction) => boolean
}

/** One plan for each action that the person may use on any of them. */
export function bulkPlans(targets: readonly BulkTarget[], { isPermitted, fitsState }: BulkRules): BulkPlan[] {
  return bulkActions.flatMap(action => {
    const permitted = targets.filter(({ id }) => isPermitted(id, action))
    if (permitted.length === 0) return []
    return {
      action,
      reached: permitted.filter(target => fitsState(target, action)),
      leftOut: permitted.filter(target => !fitsState(target, action)),
    }
  })
}

/** Of one it is spoken by name. */
export const onlyName = (gameServers: readonly { name: string }[]): string | null =>
  gameServers.length === 1 ? (gameServers[0]?.name ?? null) : null

const manyTargets = 10

/** So many take a while: what is asked for says that they are done in parts. */
export const isInParts = (count: number): boolean => count > 200

/** Killing is always asked about; stopping, restarting and updating when it concerns many, starting when very many. */
export const needsAsking = ({ action, reached }: BulkPlan): boolean => {
  if (action === 'kill' || isInParts(reached.length)) return true
  return action !== 'start' && reached.length > manyTargets
}
