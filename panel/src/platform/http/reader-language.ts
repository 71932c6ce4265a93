// The language that a client asks for, for the texts of templates and plugins: their authors may have written several.

import { preferredLanguage } from './logic/preferred-language.ts'
import type { ByteExchange } from './route.ts'

/** Null: English. Says in the answer that it depends on the question. */
export function readerLanguage({ incoming, reply }: Pick<ByteExchange, 'incoming' | 'reply'>): string | null {
  const others = [reply.getHeader('vary') ?? []].flat()
  reply.header('vary', [...others, 'Accept-Language'].join(', '))
  return preferredLanguage(incoming.headers['accept-language'] ?? '')
}
