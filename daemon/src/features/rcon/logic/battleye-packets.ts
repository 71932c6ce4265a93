// Packets of BattlEye's RCON: "BE", a CRC-32 of the rest, 0xff, a kind, and what belongs to the kind.

const headerBytes = 7
const partHeaderBytes = 3
const kinds = { login: 0, command: 1, message: 2 } as const

export type BattlEyePacket =
  | { kind: 'login'; isRight: boolean }
  | { kind: 'answer'; sequence: number; part: number; parts: number; body: Buffer }
  | { kind: 'message'; sequence: number }

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (crcTable[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}

function encode(kind: number, payload: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from([0xff, kind]), payload])
  const header = Buffer.from('BE....', 'latin1')
  header.writeUInt32LE(crc32(content), 2)
  return Buffer.concat([header, content])
}

export const encodeLogin = (password: string): Buffer => encode(kinds.login, Buffer.from(password))

export const encodeCommand = (sequence: number, command: string): Buffer =>
  encode(kinds.command, Buffer.concat([Buffer.from([sequence]), Buffer.from(command)]))

/** A game that hears nothing of its messages sends them again and at last hangs up. */
export const encodeReceipt = (sequence: number): Buffer => encode(kinds.message, Buffer.from([sequence]))

/** Null for what is damaged or something else. */
export function readBattlEyePacket(datagram: Buffer): BattlEyePacket | null {
  if (datagram.length <= headerBytes || datagram.toString('latin1', 0, 2) !== 'BE') return null
  if (datagram[6] !== 0xff || datagram.readUInt32LE(2) !== crc32(datagram.subarray(6))) return null
  const kind = datagram[headerBytes]
  const first = datagram[headerBytes + 1]
  if (kind === kinds.login && first !== undefined) return { kind: 'login', isRight: first === 1 }
  if (first === undefined) return null
  if (kind === kinds.message) return { kind: 'message', sequence: first }
  return kind === kinds.command ? readAnswer(first, datagram.subarray(headerBytes + 2)) : null
}

/** An answer in parts begins with a zero byte, their number, and which of them it is. */
function readAnswer(sequence: number, body: Buffer): BattlEyePacket | null {
  if (body[0] !== 0 || body.length < partHeaderBytes) {
    return { kind: 'answer', sequence, part: 0, parts: 1, body }
  }
  const [, parts = 0, part = 0] = body
  if (part >= parts) return null
  return { kind: 'answer', sequence, part, parts, body: body.subarray(partHeaderBytes) }
}
