// Names that are not valid text: how they are shown, and which file such a name then means.
//
// Linux takes any bytes as a name. Bytes that are no UTF-8 are shown as U+FFFD each, everywhere; two files may look the
// same then. A name with U+FFFD that nobody has literally means the one file that is shown so, for deleting and
// renaming; where several look alike there is no such file, and deleting their folder takes them too.

import { lstat, opendir } from 'node:fs/promises'
import { type ConfinedFolder, childOf, descriptorPath } from '../folder-handle.ts'

const replacement = '\ufffd'
/** A folder with more names than this is not looked through. */
const scanLimit = 100_000

export function isDisplayedAltered(name: string): boolean {
  return name.includes(replacement)
}

/** The bytes of a name as it was shown. */
export async function meantName(folder: ConfinedFolder, name: string): Promise<Buffer> {
  const literal = Buffer.from(name)
  if (!isDisplayedAltered(name) || (await isThere(folder, literal))) return literal
  const alike: Buffer[] = []
  let inspected = 0
  const names = await opendir(descriptorPath(folder.handle), { encoding: 'buffer' as BufferEncoding })
  for await (const found of names) {
    const bytes = found.name as unknown as Buffer
    if (bytes.toString() === name) alike.push(bytes)
    inspected += 1
    if (inspected === scanLimit) break
  }
  const [only] = alike
  return alike.length === 1 && only ? only : literal
}

async function isThere(folder: ConfinedFolder, name: Buffer): Promise<boolean> {
  return lstat(childOf(folder, name)).then(
    () => true,
    () => false,
  )
}
