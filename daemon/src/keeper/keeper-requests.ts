// Checks what came in over the keeper's socket before anything acts on it.

import { constants } from 'node:os'
import { type KeeperRequest, labelLimitBytes } from './keeper-protocol.ts'
import { launchProblem } from './launch/launch-description.ts'

const maxId = 0xffffffff
const maxSide = 1000

type Checked = { request: KeeperRequest } | { problem: string }

/** The numbered request, or null when the payload is not even that (rule K8). */
export function parseRequest(payload: Buffer): { n: number; body: Record<string, unknown> } | null {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'))
    if (typeof value !== 'object' || value === null || !('n' in value) || !isCount(value.n)) return null
    return { n: value.n, body: { ...value } }
  } catch {
    return null
  }
}

export function checkRequest(body: Record<string, unknown>): Checked {
  const { verb } = body
  if (verb === 'hello') {
    return isCount(body.version) && body.version >= 1
      ? accepted(body)
      : { problem: 'version must be 1 or more' }
  }
  if (verb === 'list') return accepted(body)
  if (!isCount(body.id) || body.id > maxId) return { problem: 'id must be a whole number below 2^32' }
  if (verb === 'unsubscribe') return accepted(body)
  if (typeof body.streamId !== 'string' || !/^[\w-]{1,64}$/.test(body.streamId)) {
    return { problem: 'streamId must be 1 to 64 letters, digits, - or _' }
  }
  switch (verb) {
    case 'forget':
      return accepted(body)
    case 'spawn':
      return checkSpawn(body)
    case 'resize':
      return isSize(body) ? accepted(body) : { problem: `cols and rows must be from 1 to ${maxSide}` }
    case 'signal':
      return typeof body.signal === 'string' && body.signal in constants.signals
        ? accepted(body)
        : { problem: 'signal must be the name of one, such as SIGTERM' }
    case 'subscribe':
      return isCount(body.fromSeq) ? accepted(body) : { problem: 'fromSeq must be a whole number' }
    default:
      return { problem: `the verb ${JSON.stringify(verb)} is not known` }
  }
}

function checkSpawn(body: Record<string, unknown>): Checked {
  if (typeof body.label !== 'string' || Buffer.byteLength(body.label) > labelLimitBytes) {
    return { problem: `label must be text of at most ${labelLimitBytes} bytes` }
  }
  if (!isSize(body)) return { problem: `cols and rows must be from 1 to ${maxSide}` }
  if (typeof body.launch !== 'object' || body.launch === null) return { problem: 'launch is missing' }
  const checked = body as unknown as Extract<KeeperRequest, { verb: 'spawn' }>
  const problem = launchProblem(checked.launch)
  return problem === null ? accepted(body) : { problem }
}

/** The one place where checked input gets its type. */
function accepted(body: Record<string, unknown>): Checked {
  return { request: body as unknown as KeeperRequest }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isSize(body: Record<string, unknown>): boolean {
  return [body.cols, body.rows].every(side => isCount(side) && side >= 1 && side <= maxSide)
}
