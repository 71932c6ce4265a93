// Writes A2S answers byte for byte as Valve documents them, split into several datagrams when one is too small.

export type Summary = {
  name: string
  map: string
  folder: string
  game: string
  playerCount: number
  maxPlayers: number
  version: string
  gamePort: number
}
export type ListedPlayer = { name: string; score: number; connectedSeconds: number }

const protocolVersion = 17
const hasGamePort = 0x80
const datagramLimitBytes = 1400
const splitPayloadBytes = 1248

export function encodeChallenge(challenge: number): Buffer {
  return Buffer.concat([simple(0x41), uint32(challenge)])
}

export function encodeSummary(summary: Summary): Buffer {
  return Buffer.concat([
    simple(0x49),
    Buffer.from([protocolVersion]),
    text(summary.name),
    text(summary.map),
    text(summary.folder),
    text(summary.game),
    uint16(0),
    // The goose and the dummy take no player slot, so they are not counted as bots.
    Buffer.from([byte(summary.playerCount), byte(summary.maxPlayers), 0]),
    Buffer.from('dl'),
    Buffer.from([0, 0]),
    text(summary.version),
    Buffer.from([hasGamePort]),
    uint16(summary.gamePort),
  ])
}

export function encodePlayers(players: ListedPlayer[]): Buffer {
  const listed = players.slice(0, 255)
  const entries = listed.map((player, index) => {
    const figures = Buffer.alloc(8)
    figures.writeInt32LE(player.score, 0)
    figures.writeFloatLE(player.connectedSeconds, 4)
    return Buffer.concat([Buffer.from([index]), text(player.name), figures])
  })
  return Buffer.concat([simple(0x44), Buffer.from([listed.length]), ...entries])
}

export function encodeRules(rules: [string, string][]): Buffer {
  const entries = rules.flatMap(([name, value]) => [text(name), text(value)])
  return Buffer.concat([simple(0x45), uint16(rules.length), ...entries])
}

export function toDatagrams(answer: Buffer, answerId: number): Buffer[] {
  if (answer.length <= datagramLimitBytes) return [answer]
  const total = Math.ceil(answer.length / splitPayloadBytes)
  return Array.from({ length: total }, (_, number) => {
    const header = Buffer.alloc(12)
    header.writeInt32LE(-2, 0)
    // The top bit would announce compression.
    header.writeInt32LE(answerId & 0x7fffffff, 4)
    header.writeUInt8(total, 8)
    header.writeUInt8(number, 9)
    header.writeUInt16LE(splitPayloadBytes, 10)
    const start = number * splitPayloadBytes
    return Buffer.concat([header, answer.subarray(start, start + splitPayloadBytes)])
  })
}

function simple(kind: number): Buffer {
  return Buffer.from([0xff, 0xff, 0xff, 0xff, kind])
}

function text(value: string): Buffer {
  return Buffer.from(`${value.replaceAll('\0', '')}\0`)
}

function byte(value: number): number {
  return Math.min(255, Math.max(0, value))
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
