// An event as programs receive it.

import type { DeliveredEvent } from '@rookery/contracts/event-catalog.ts'
import type { NumberedEvent } from '../new-event.ts'

export function deliveredOf({ id, seq, kind, version, atMs, data }: NumberedEvent): DeliveredEvent {
  return { id, seq, type: kind, version, at: new Date(atMs).toISOString(), data }
}
