// What a client is told that sent a channel a message it does not take: those that it does.

import { describedChannels } from '@rookery/contracts/api/channels.ts'
import * as z from 'zod'

function withFields(type: string, payload: z.ZodType): string {
  const fields = payload instanceof z.ZodObject ? Object.keys(payload.shape) : []
  return fields.length > 0 ? `${type} { ${fields.join(', ')} }` : type
}

/** `path` as the channel declares it. */
export function unknownMessage(path: string, type: string): string {
  const taken = describedChannels.find(channel => channel.path === path)?.sends ?? []
  return `this channel takes no ${type}: send ${taken.map(({ type: name, payload }) => withFields(name, payload)).join(' or ')}`
}
