// Messages of /api/ws/event-feed: the events of the catalogue for programs, with resume.
//
// `?since=SEQ` goes on after the event with this number; without it the channel begins with what comes. `?kinds=a,b`
// takes these kinds alone. First event-feed.begin, then events in the order of their numbers, each once. A number may be
// missing: its event is of another kind, or not for the caller.

import * as z from 'zod'
import { type DeliveredEvent, type EventKind, eventKinds } from '../event-catalog.ts'
import type { Envelope } from './envelope.ts'

/**
 * `seq`: where the channel begins. `gap`: what came after `since` is forgotten in part, or the panel never had that
 * number; whoever keeps a picture of the panel reads it anew.
 */
export type EventFeedBegin = Envelope<'event-feed.begin', { seq: number; gap: boolean }>
export type EventFeedEvent = Envelope<'event-feed.event', DeliveredEvent>
/** Nothing up to this number is missing: resume here. Sent when the past has been told, and now and then. */
export type EventFeedPosition = Envelope<'event-feed.position', { seq: number }>
export type EventFeedMessage = EventFeedBegin | EventFeedEvent | EventFeedPosition

const kinds = new Set<string>(eventKinds)

export const eventFeedQuery = z.object({
  since: z
    .string()
    .regex(/^\d{1,15}$/, 'must be the number of an event')
    .transform(Number)
    .optional(),
  kinds: z
    .string()
    .transform(text => text.split(',').filter(kind => kind !== ''))
    .refine(
      (list): list is EventKind[] => list.length > 0 && list.every(kind => kinds.has(kind)),
      `must be kinds of events with commas between them: ${eventKinds.join(', ')}`,
    )
    .optional(),
})
