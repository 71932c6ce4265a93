// Which lines of a public list of leaked passwords can matter here: those that the length rule would let through.

import { Buffer } from 'node:buffer'
import { passwordLimits } from '../../panel/src/features/users/logic/password-policy.ts'

/** Lower-cased, each once, in the order of their bytes, so that the panel can search without unpacking into objects. */
export function compromisedLines(sourceText: string): Buffer[] {
  const stored = new Set<string>()
  for (const line of sourceText.split(/\r?\n/)) {
    const password = line.toLowerCase()
    const bytes = Buffer.byteLength(password)
    if (bytes >= passwordLimits.minBytes && bytes <= passwordLimits.maxBytes) stored.add(password)
  }
  return [...stored].map(password => Buffer.from(password)).sort(Buffer.compare)
}

/** One line each, every line ended. */
export function asText(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap(line => [line, Buffer.from('\n')]))
}
