// What the form of a webhook holds, and what it asks the panel for.

import {
  type EventKind,
  eventCatalog,
  eventKinds,
  usualEventKinds,
} from '@rookery/contracts/event-catalog.ts'
import type { Webhook, WebhookFormat } from '@rookery/contracts/http/webhooks.ts'

export interface WebhookDraft {
  name: string
  url: string
  format: WebhookFormat
  kinds: readonly EventKind[]
  /** Empty: all of them. */
  serverIds: readonly number[]
  enabled: boolean
}

export function draftOf(webhook: Webhook | null): WebhookDraft {
  if (!webhook) {
    return { name: '', url: '', format: 'rookery', kinds: usualEventKinds, serverIds: [], enabled: true }
  }
  const { name, url, format, kinds, server_ids, enabled } = webhook
  // The path of a chat service's address is not told again.
  return {
    ...{ name, url: format === 'rookery' ? url : '', format, kinds, enabled },
    serverIds: server_ids ?? [],
  }
}

/** An address that is left empty stays as it is. */
export function bodyOf({ url, serverIds, kinds, ...rest }: WebhookDraft) {
  return {
    ...{ ...rest, kinds: [...kinds], server_ids: serverIds.length > 0 ? [...serverIds] : null },
    ...(url.trim() !== '' && { url: url.trim() }),
  }
}

export const isSameKinds = (one: readonly EventKind[], other: readonly EventKind[]): boolean =>
  one.length === other.length && one.every(kind => other.includes(kind))

export const kindGroups = (['server', 'node', 'user', 'panel'] as const).map(group => ({
  group,
  kinds: eventKinds.filter(kind => eventCatalog[kind].about === group),
}))

/** Null for a kind that only another version knows. */
export function knownKind(kind: string): EventKind | null {
  return eventKinds.find(each => each === kind) ?? null
}
