// The type of a content: sorts one that was found by its signature, and names a text.

import type { FoundContent } from './check-type.ts'

/** The archives of 8.3, by the name that the signature gives. */
const archiveTypes = new Set([
  'application/zip',
  'application/x-tar',
  'application/gzip',
  'application/x-bzip2',
  'application/x-7z-compressed',
  'application/x-xz',
])
/** With one of these every zip begins, also one that calls itself a program or a document. */
const zipSignatures = [0x04034b50, 0x06054b50, 0x08074b50]
export const unknownBinary = 'application/octet-stream'

/** `found`: null when no signature is known. */
export function familyOfType(found: string | null, head: Uint8Array): FoundContent {
  const type = found ?? (beginsAsZip(head) ? 'application/zip' : unknownBinary)
  if (archiveTypes.has(type) || beginsAsZip(head)) return { type, family: 'archive' }
  if (type === 'application/pdf') return { type, family: 'document' }
  if (type.startsWith('image/') && type !== 'image/svg+xml') return { type, family: 'image' }
  return { type, family: 'binary' }
}

function beginsAsZip(head: Uint8Array): boolean {
  if (head.length < 4) return false
  return zipSignatures.includes(new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true))
}

/** JSON, CSV, YAML or plain: all are accepted, the name is for people and logs. `isWhole`: the head is the whole text. */
export function nameText(head: string, tail: string, isWhole: boolean): string {
  const text = head.trim()
  if (isJson(text, tail.trim(), isWhole)) return 'application/json'
  if (/^---(\s|$)/.test(text)) return 'application/yaml'
  const lines = text.split(/\r?\n/).slice(0, isWhole ? undefined : -1)
  if (isCsv(lines)) return 'text/csv'
  return isYaml(lines) ? 'application/yaml' : 'text/plain'
}

function isJson(text: string, tail: string, isWhole: boolean): boolean {
  const [first, last] = [text[0], tail.at(-1)]
  const isWrapped = (first === '{' && last === '}') || (first === '[' && last === ']')
  if (!isWrapped || !isWhole) return isWrapped && /^[{[]\s*["{[\d\-tfn}\]]/.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Two lines or more, each with the same number of the same separator. */
function isCsv(lines: readonly string[]): boolean {
  if (lines.length < 2) return false
  return [',', ';', '\t'].some(separator => {
    const counts = new Set(lines.map(line => line.replaceAll(/"[^"]*"/g, '').split(separator).length))
    return counts.size === 1 && !counts.has(1)
  })
}

/** Nothing but keys, entries, comments and what belongs to them by indentation. */
function isYaml(lines: readonly string[]): boolean {
  const revealing = lines.filter(line => line.trim() !== '' && !/^\s*#/.test(line))
  const hasKey = revealing.some(line => /^[\w."'-]+:(\s|$)/.test(line))
  return hasKey && revealing.every(line => /^(?:[\w."'-]+:(?:\s|$)|\s+\S|-\s)/.test(line))
}
