// Checks what a file is by its content alone, all of it, and whether it may stay (8.3).

import type { FileHandle } from 'node:fs/promises'
import type { refusedUpload, UploadPolicy } from '@rookery/contracts/daemon/file-request.ts'
import { fileTypeFromFile } from 'file-type'
import type * as z from 'zod'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { checkType, type FoundContent, html, svg, xmlWithEntities } from './logic/check-type.ts'
import { familyOfType, nameText } from './logic/content-type.ts'
import { createMarkupCheck, type MarkupVerdict } from './logic/markup-check.ts'
import { createTextSniffer, type TextEncoding, type TextVerdict } from './logic/text-sniffer.ts'

const chunkBytes = 256 * 1024
/** What is looked at to give a text its name. */
const namedBytes = 64 * 1024
const signatureLimitMs = 10_000

/** Throws LinkRefusal `unsupported_media_type` with the details of `refusedUpload`. The position does not matter. */
export async function checkContent(
  file: FileHandle,
  policy: UploadPolicy,
): Promise<{ detectedType: string }> {
  const found = await findContent(file)
  const verdict = checkType(found, policy)
  if (verdict.isAccepted) return { detectedType: found.type }
  const details: z.output<typeof refusedUpload> = { detected_type: found.type, reason: verdict.reason }
  throw new LinkRefusal('unsupported_media_type', verdict.message, details)
}

interface Scan {
  markup: MarkupVerdict
  text: TextVerdict
  head: Buffer
  tail: Buffer
  isWhole: boolean
}

async function findContent(file: FileHandle): Promise<FoundContent> {
  const scan = await scanWhole(file)
  const isPdf = scan.head.subarray(0, 5).equals(Buffer.from('%PDF-'))
  if (isPdf) return familyOfType('application/pdf', scan.head)
  if (scan.markup === 'svg') return svg
  if (scan.markup === 'html') return html
  if (scan.markup === 'xml with entities') return xmlWithEntities
  if (scan.text.encoding !== null) return { type: textType(scan, scan.text.encoding), family: 'text' }
  const signature = await findSignature(file)
  if (signature === null && scan.text.is8Bit) return { type: textType(scan, 'latin1'), family: 'text' }
  return familyOfType(signature, scan.head)
}

/** One pass with bounded memory. */
async function scanWhole(file: FileHandle): Promise<Scan> {
  const markup = createMarkupCheck()
  const text = createTextSniffer()
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let head = Buffer.alloc(0)
  let tail = head
  let position = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position)
    if (bytesRead === 0) break
    const chunk = buffer.subarray(0, bytesRead)
    if (position === 0) head = Buffer.from(chunk.subarray(0, namedBytes))
    tail = Buffer.from(chunk.subarray(-64))
    markup.push(chunk)
    text.push(chunk)
    position += bytesRead
  }
  return { markup: markup.end(), text: text.end(), head, tail, isWhole: position === head.length }
}

function textType({ markup, head, tail, isWhole }: Scan, encoding: TextEncoding | 'latin1'): string {
  if (markup === 'xml') return 'application/xml'
  return nameText(decode(head, encoding), decode(tail, encoding), isWhole)
}

function decode(bytes: Buffer, encoding: TextEncoding | 'latin1'): string {
  return new TextDecoder(encoding === 'latin1' ? 'windows-1252' : encoding).decode(bytes)
}

/** By the descriptor's own name: the file has perhaps no other. A parser that fails or takes too long knows nothing. */
async function findSignature(file: FileHandle): Promise<string | null> {
  const signal = AbortSignal.timeout(signatureLimitMs)
  const found = await fileTypeFromFile(`/proc/self/fd/${file.fd}`, { signal }).catch(() => undefined)
  return found?.mime ?? null
}
