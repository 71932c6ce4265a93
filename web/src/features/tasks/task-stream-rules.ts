// Puts the output of a task together: the panel sends it from the start at every connect, so doubles are cut away.

import type { TaskStatus } from '@rookery/contracts/run-states.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { TaskMessage } from '@rookery/contracts/websocket/tasks.ts'

export interface TaskStream {
  output: string
  /** Bytes of the output so far. */
  seq: number
  status: TaskStatus | null
  message: string | null
  progress: number | null
  exitCode: number | null
}

export const newTaskStream: TaskStream = {
  output: '',
  seq: 0,
  status: null,
  message: null,
  progress: null,
  exitCode: null,
}

const limitCharacters = 400_000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The part of a chunk that ends at byte `endSeq` and has not been seen before byte `seenSeq`. */
export function unseenPart(chunk: string, endSeq: number, seenSeq: number): string {
  if (endSeq <= seenSeq) return ''
  const bytes = encoder.encode(chunk)
  const newBytes = endSeq - seenSeq
  // A replacement character stands for bytes that were not text: the length cannot be trusted then, nothing is cut.
  if (newBytes >= bytes.length || chunk.includes('\uFFFD')) return chunk
  return decoder.decode(bytes.subarray(bytes.length - newBytes))
}

export function afterTaskMessage(stream: TaskStream, { type, payload }: TaskMessage): TaskStream {
  if (type === 'task.output') {
    const output = stream.output + unseenPart(payload.chunk, payload.seq, stream.seq)
    return { ...stream, output: output.slice(-limitCharacters), seq: Math.max(stream.seq, payload.seq) }
  }
  if (type === 'task.complete') {
    return { ...stream, status: payload.status, exitCode: payload.exit_code ?? null }
  }
  if (stream.status && hasEnded(stream.status)) return stream
  return {
    ...stream,
    status: payload.status,
    message: payload.message ?? stream.message,
    progress: payload.progress ?? stream.progress,
  }
}
