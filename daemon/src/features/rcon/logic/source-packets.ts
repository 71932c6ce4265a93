// Packets of Valve's Source RCON, which Minecraft speaks too: size, id, type, body, two zero bytes.

export interface SourcePacket {
  id: number
  type: number
  body: Buffer
}

export const sourceTypes = { answer: 0, command: 2, authAnswer: 2, auth: 3 } as const
/** The id of an answer to a wrong password. */
export const refusedId = -1

const overheadBytes = 10
/** Valve's limit is 4,096, Minecraft counts characters instead of bytes, and some games send all in one packet. */
const largestPacketBytes = 1024 * 1024

export function encodeSourcePacket(id: number, type: number, body = ''): Buffer {
  const text = Buffer.from(body)
  const packet = Buffer.alloc(4 + overheadBytes + text.length)
  packet.writeInt32LE(overheadBytes + text.length, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(type, 8)
  text.copy(packet, 12)
  return packet
}

/** Gives the packets that each chunk completes; `broken` for good once a size is impossible. */
export function createSourceReader(): (chunk: Uint8Array) => SourcePacket[] | 'broken' {
  let pieces: Uint8Array[] = []
  let heldBytes = 0
  /** Below this nothing can be complete: pieces are put together once, not once per chunk. */
  let neededBytes = 4
  let isBroken = false
  return chunk => {
    if (isBroken) return 'broken'
    pieces.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < neededBytes) return []
    const read = readPackets(Buffer.concat(pieces))
    if (read === 'broken') {
      isBroken = true
      pieces = []
      return 'broken'
    }
    pieces = [read.rest]
    heldBytes = read.rest.length
    neededBytes = read.rest.length < 4 ? 4 : 4 + read.rest.readInt32LE(0)
    return read.packets
  }
}

function readPackets(stream: Buffer): { packets: SourcePacket[]; rest: Buffer } | 'broken' {
  const packets: SourcePacket[] = []
  let at = 0
  while (stream.length - at >= 4) {
    const size = stream.readInt32LE(at)
    if (size < overheadBytes || size > largestPacketBytes) return 'broken'
    if (stream.length - at < 4 + size) break
    packets.push({
      id: stream.readInt32LE(at + 4),
      type: stream.readInt32LE(at + 8),
      body: stream.subarray(at + 12, at + 4 + size - 2),
    })
    at += 4 + size
  }
  return { packets, rest: stream.subarray(at) }
}
