// Reads what a frame says: nothing of it is believed, and what is not understood is nothing.

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export interface FrontendRequest {
  type: 'request'
  id: number
  method: (typeof methods)[number]
  path: string
  /** JSON. */
  body: string | null
}

export type FrameMessage =
  | FrontendRequest
  | { type: 'shown' | 'pong' }
  | { type: 'failed'; words: string }
  | { type: 'height'; height: number }

const longestMessage = 300

export function readFrameMessage(said: unknown): FrameMessage | null {
  if (typeof said !== 'object' || said === null) return null
  const { type, height, words } = said as Record<string, unknown>
  if (type === 'shown' || type === 'pong') return { type }
  if (type === 'failed')
    return { type, words: typeof words === 'string' ? words.slice(0, longestMessage) : '' }
  if (type === 'height') return typeof height === 'number' && height >= 0 ? { type, height } : null
  return type === 'request' ? readRequest(said as Record<string, unknown>) : null
}

function readRequest({ id, method, path, body }: Record<string, unknown>): FrontendRequest | null {
  const known = methods.find(each => each === method)
  if (!known || typeof path !== 'string' || !Number.isSafeInteger(id)) return null
  if (body !== null && typeof body !== 'string') return null
  return { type: 'request', id: id as number, method: known, path, body }
}
