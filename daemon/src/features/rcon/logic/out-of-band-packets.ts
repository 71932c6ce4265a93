// Out-of-band packets of the Quake family: four bytes 0xff and text; GoldSource adds a challenge and split answers.

const prefix = Buffer.from([0xff, 0xff, 0xff, 0xff])
const splitPrefix = Buffer.from([0xfe, 0xff, 0xff, 0xff])
const splitHeaderBytes = 9

function outOfBand(text: string): Buffer {
  return Buffer.concat([prefix, Buffer.from(text)])
}

/** Neither protocol can quote: such a password would end early or begin a command. */
export function isSendablePassword(password: string): boolean {
  return /^[^\s"\\;\p{Cc}]+$/u.test(password)
}

export function encodeQuakeCommand(password: string, command: string): Buffer {
  return outOfBand(`rcon ${password} ${command}`)
}

/** What the game printed; null for anything else. */
export function readQuakePrint(datagram: Buffer): Buffer | null {
  return bodyAfter(datagram, 'print\n')
}

export function encodeChallengeRequest(): Buffer {
  return outOfBand('challenge rcon\n')
}

export function readChallenge(datagram: Buffer): string | null {
  const body = bodyAfter(datagram, 'challenge rcon ')
  return /^-?\d{1,11}/.exec(body?.toString('latin1') ?? '')?.[0] ?? null
}

export function encodeGoldSourceCommand(challenge: string, password: string, command: string): Buffer {
  return outOfBand(`rcon ${challenge} "${password}" ${command}\n`)
}

/** What the game printed; null for anything else. */
export function readGoldSourcePrint(packet: Buffer): Buffer | null {
  return bodyAfter(packet, 'l')
}

function bodyAfter(packet: Buffer, word: string): Buffer | null {
  const start = Buffer.concat([prefix, Buffer.from(word, 'latin1')])
  return packet.subarray(0, start.length).equals(start) ? packet.subarray(start.length) : null
}

/** Gives whole packets: of split ones the last part completes it, in whatever order they came. */
export function createSplitReader(): (datagram: Buffer) => Buffer | null {
  const parts = new Map<number, Buffer>()
  let splitId = 0
  return datagram => {
    if (!datagram.subarray(0, 4).equals(splitPrefix)) return datagram
    if (datagram.length < splitHeaderBytes) return null
    const id = datagram.readInt32LE(4)
    if (id !== splitId) parts.clear()
    splitId = id
    const place = datagram[8] ?? 0
    const total = place & 0x0f
    parts.set(place >> 4, datagram.subarray(splitHeaderBytes))
    if (total === 0 || parts.size < total) return null
    const whole = Array.from({ length: total }, (_, number) => parts.get(number))
    parts.clear()
    return whole.every(part => part !== undefined) ? Buffer.concat(whole) : null
  }
}
