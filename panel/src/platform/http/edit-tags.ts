// ETags of what people edit: whoever sends the tag back as If-Match changes nothing that somebody else has changed
// meanwhile. A tag names what can be edited, not the bytes of the answer, so it is a weak one; proxies that compress
// answers would make it one anyway. It is an HMAC, because what is edited may hold secrets that the reader never sees.

import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { PanelError } from '../panel-error.ts'
import { readTagList } from './logic/etag-conditions.ts'

/** Throws a PanelError where the client has read another state. Asked in the transaction that writes. */
export type RequireState = (state: unknown) => void

export interface EditTags {
  /** With the answer. */
  give(reply: FastifyReply, state: unknown): void
  /** Null: the client demands nothing. */
  requiredBy(headers: IncomingHttpHeaders): RequireState | null
}

const tagLength = 22

export function createEditTags(key: Uint8Array): EditTags {
  const nameOf = (state: unknown) =>
    createHmac('sha256', key).update(JSON.stringify(state)).digest('base64url').slice(0, tagLength)
  return {
    give(reply, state) {
      // A browser keeps what has a tag, to ask whether it is still so; some of this is secret.
      reply.headers({ etag: `W/"${nameOf(state)}"`, 'cache-control': 'no-store' })
    },
    requiredBy(headers) {
      const header = headers['if-match']
      if (header === undefined) return null
      const list = readTagList(header)
      if (list === null) {
        throw new PanelError('malformed_request', { message: 'send If-Match with one or more ETags, or *' })
      }
      // What is not there is refused in any case.
      if (list === '*') return null
      const tags = [...list.strong, ...list.weak]
      return state => {
        if (tags.includes(nameOf(state))) return
        throw new PanelError('precondition_failed', {
          message: 'somebody has changed this since you read it: read it again, and decide anew',
        })
      }
    },
  }
}
