// Reads what a node answers in JSON: checked, for the node may be older, newer or not ours any more.

import type * as z from 'zod'
import { PanelError } from '../panel-error.ts'

export function readNodeJson<Output>(shape: z.ZodType<Output>, json: string): Output {
  try {
    return shape.parse(JSON.parse(json))
  } catch (cause) {
    throw unreadableAnswer(cause)
  }
}

export function unreadableAnswer(cause?: unknown): PanelError {
  return new PanelError('unavailable', { message: 'the node gave an answer that cannot be read', cause })
}
