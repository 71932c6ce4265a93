// Events made of the change feed: those whose change is not one transaction.

import type { Change } from '../../../platform/changes.ts'
import type { NewEvent } from '../new-event.ts'

interface Made {
  events: NewEvent[]
  /** Told when it differs from what was told last. */
  condition?: { subject: string; state: string }
}

const textLimit = 500
const timeOf = (ms: number) => new Date(ms).toISOString()
const short = (text: string) => (text === '' ? null : text.slice(0, textLimit))

export function eventsOfChange(change: Change, nowMs: number): Made {
  if (change.kind === 'game-server-edited' && change.edit.what === 'created') {
    const { gameServerId, userId } = change
    const fact = `created ${gameServerId} ${nowMs}`
    return { events: [{ kind: 'server.created', fact, gameServerId, userId, data: {} }] }
  }
  if (change.kind === 'backup-trouble') return eventsOfTrouble(change)
  if (change.kind === 'panel-backup-trouble') {
    const { trouble, message } = change
    const fact = `panel backup ${trouble ?? 'recovered'} ${nowMs}`
    const event: NewEvent =
      trouble === null
        ? { kind: 'panel_backup.recovered', fact, data: {} }
        : { kind: 'panel_backup.trouble', fact, data: { trouble, message: short(message) } }
    return { events: [event] }
  }
  if (change.kind === 'node-upgrade' && change.failed !== null) {
    const { nodeId, failed } = change
    const { from, to, reason, at } = failed
    const fact = `upgrade ${nodeId} ${at}`
    return { events: [{ kind: 'node.upgrade_failed', fact, nodeId, data: { from, to, reason } }] }
  }
  return { events: [] }
}

/** The same trouble may be told again and again: as a condition it is told once. */
function eventsOfTrouble(change: Extract<Change, { kind: 'backup-trouble' }>): Made {
  const { gameServerId, trouble, fact: of, message, newestAtMs } = change
  const fact = `backup ${trouble} ${gameServerId} ${of}`
  const newest_at = newestAtMs === null ? null : timeOf(newestAtMs)
  const condition = { subject: `backup ${trouble} ${gameServerId}`, state: of.slice(0, 32) }
  const event: NewEvent =
    trouble === 'failed'
      ? { kind: 'backup.failed', fact, gameServerId, data: { message: short(message), newest_at } }
      : { kind: 'backup.overdue', fact, gameServerId, data: { newest_at } }
  return { events: [event], condition }
}
