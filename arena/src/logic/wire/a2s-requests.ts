// Reads A2S query datagrams (Valve's "Server queries") and says what is asked and with which challenge.

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
