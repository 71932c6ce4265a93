// Which loader a binary asks for: the usual reason why a 32-bit game "does not exist" on a 64-bit machine.

const interpreterSegment = 3

/** null for a static binary, and where the answer is not in the bytes at hand. */
export function elfInterpreter(head: Buffer): string | null {
  try {
    const is64Bit = head.readUInt8(4) === 2
    const isLittleEndian = head.readUInt8(5) === 1
    if (!isLittleEndian) return null
    const tableAt = is64Bit ? Number(head.readBigUInt64LE(32)) : head.readUInt32LE(28)
    const entryBytes = head.readUInt16LE(is64Bit ? 54 : 42)
    const entryCount = head.readUInt16LE(is64Bit ? 56 : 44)
    for (let index = 0; index < entryCount; index += 1) {
      const at = tableAt + index * entryBytes
      if (head.readUInt32LE(at) !== interpreterSegment) continue
      const nameAt = is64Bit ? Number(head.readBigUInt64LE(at + 8)) : head.readUInt32LE(at + 4)
      const end = head.indexOf(0, nameAt)
      return end === -1 ? null : head.toString('latin1', nameAt, end)
    }
    return null
  } catch {
    return null
  }
}
