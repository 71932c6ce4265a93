// Reads A2S query datagrams (Valve's "Server queries"): what is asked, and whether the challenge proves the asker's address.

import { createHmac } from 'node:crypto'

export const challengeWindowMs = 60_000

export type QueryKind = 'summary' | 'players' | 'rules' | 'challenge'
export type QueryRequest = { kind: QueryKind; challenge: number | null }

const simpleHeader = Buffer.from([0xff, 0xff, 0xff, 0xff])
const summaryPayload = Buffer.from('Source Engine Query\0')

export function readQueryRequest(datagram: Buffer): QueryRequest | null {
  if (datagram.length < 5 || !datagram.subarray(0, 4).equals(simpleHeader)) return null
  const rest = datagram.subarray(5)
  switch (datagram.readUInt8(4)) {
    case 0x54:
      if (!rest.subarray(0, summaryPayload.length).equals(summaryPayload)) return null
      return { kind: 'summary', challenge: readChallenge(rest.subarray(summaryPayload.length)) }
    case 0x55:
      return { kind: 'players', challenge: readChallenge(rest) }
    case 0x56:
      return { kind: 'rules', challenge: readChallenge(rest) }
    case 0x57:
      return { kind: 'challenge', challenge: null }
    default:
      return null
  }
}

function readChallenge(bytes: Buffer): number | null {
  return bytes.length >= 4 ? bytes.readUInt32LE(0) : null
}

/** A number that proves that the asker owns its address; computed instead of remembered, so that nobody can fill a table. */
export function challengeFor(secret: Buffer, address: string, nowMs: number): number {
  const window = Math.floor(nowMs / challengeWindowMs)
  const number = createHmac('sha256', secret).update(`${window} ${address}`).digest().readUInt32LE(0)
  // 0 and -1 mean "no challenge yet" to clients.
  return number === 0 || number === 0xffffffff ? 1 : number
}

export function isChallengeRight(
  secret: Buffer,
  address: string,
  nowMs: number,
  given: number | null,
): boolean {
  if (given === null) return false
  return (
    given === challengeFor(secret, address, nowMs) ||
    given === challengeFor(secret, address, nowMs - challengeWindowMs)
  )
}
