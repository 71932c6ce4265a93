// How far an action on many game servers is, and the way to do it once more to those that have failed.

import type { BulkAction } from '@rookery/contracts/http/bulk-actions.ts'
import { FollowedBulkAction } from '../../../../parts/bulk-actions/followed-bulk-action.tsx'
import {
  type BulkPlan,
  type BulkRules,
  type BulkTarget,
  bulkPlans,
  type FollowedBulk,
} from './logic/bulk-plan.ts'

interface BulkResultProps {
  followed: FollowedBulk
  /** Of all that the person sees. */
  gameServers: readonly BulkTarget[]
  rules: BulkRules
  /** Asks first where the action is one that asks. */
  onChoose: (plan: BulkPlan) => void
  onClose: () => void
}

export function BulkResult({ followed, gameServers, rules, onChoose, onClose }: BulkResultProps) {
  const { repeat, ...shown } = followed
  const retryOf = ({ action, servers }: BulkAction) => {
    const failed = new Set(servers.flatMap(each => (each.status === 'failed' ? each.server_id : [])))
    const targets = gameServers.filter(({ id }) => failed.has(id))
    const plan = bulkPlans(targets, rules).find(each => each.action === action)
    if (plan) return plan.reached.length > 0 ? () => onChoose(plan) : null
    return repeat && targets.length > 0 ? () => repeat(targets.map(({ id }) => id)) : null
  }
  return <FollowedBulkAction {...shown} retryOf={retryOf} onClose={onClose} />
}
