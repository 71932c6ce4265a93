// Source RCON packets: reading a byte stream into packets and cutting an answer into packets.

export type RconPacket = { id: number; type: number; body: string }

export const rconTypes = { answer: 0, command: 2, authAnswer: 2, auth: 3 } as const

const overheadBytes = 10
const sizeLimitBytes = 4096
const bodyLimitBytes = sizeLimitBytes - overheadBytes
// Clients that count the limit without the two integers and terminators still get through.
const acceptedSizeBytes = sizeLimitBytes + overheadBytes

export function encodePacket(id: number, type: number, body: Buffer | string = ''): Buffer {
  const bodyBytes = typeof body === 'string' ? Buffer.from(body) : body
  const packet = Buffer.alloc(4 + overheadBytes + bodyBytes.length)
  packet.writeInt32LE(overheadBytes + bodyBytes.length, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  bodyBytes.copy(packet, 12)
  return packet
}

/** Never cuts a UTF-8 character in two, so clients may decode each packet on its own. */
export function encodeAnswer(id: number, answer: string): Buffer[] {
  const bytes = Buffer.from(answer.replaceAll('\0', ''))
  const packets: Buffer[] = []
  let start = 0
  do {
    let end = Math.min(start + bodyLimitBytes, bytes.length)
    while (end < bytes.length && isContinuationByte(bytes[end])) end--
    packets.push(encodePacket(id, rconTypes.answer, bytes.subarray(start, end)))
    start = end
  } while (start < bytes.length)
  return packets
}

export type PacketReader = { feed(chunk: Buffer): RconPacket[] | 'broken' }

/** Holds at most one incomplete packet; a stream that announces an impossible size is broken for good. */
export function createPacketReader(): PacketReader {
  let pending: Buffer = Buffer.alloc(0)
  let broken = false
  return {
    feed(chunk) {
      if (broken) return 'broken'
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const packets: RconPacket[] = []
      while (pending.length >= 4) {
        const size = pending.readInt32LE(0)
        if (size < overheadBytes || size > acceptedSizeBytes) {
          broken = true
          pending = Buffer.alloc(0)
          return 'broken'
        }
        if (pending.length < 4 + size) break
        packets.push(readPacket(pending.subarray(4, 4 + size)))
        pending = pending.subarray(4 + size)
      }
      return packets
    },
  }
}

function readPacket(content: Buffer): RconPacket {
  const bodyBytes = content.subarray(8)
  const end = bodyBytes.indexOf(0)
  return {
    id: content.readInt32LE(0),
    type: content.readInt32LE(4),
    body: bodyBytes.subarray(0, end === -1 ? bodyBytes.length : end).toString('utf8'),
  }
}

function isContinuationByte(value: number | undefined): boolean {
  return value !== undefined && (value & 0xc0) === 0x80
}
