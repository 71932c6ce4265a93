// Reads the metadata of a tus upload: pairs of a name and a base64 value, from which the target and its terms come.

import * as z from 'zod'
import { issueMessage } from '../../../../platform/http/logic/issue-message.ts'

const wanted = z.object({
  path: z
    .string('is missing: name the new file')
    .min(1, 'must not be empty')
    .max(4_096, 'is longer than any path'),
  sha256: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .optional(),
  overwrite: z.enum(['true', 'false'], 'must be true or false').default('true'),
})

export interface UploadTarget {
  path: string
  sha256: string | null
  overwrite: boolean
}

export type MetadataReading = { target: UploadTarget } | { fields: Record<string, string[]> } | 'malformed'

/** What the node keeps for us; longer metadata is refused. */
export const metadataLimit = 8_192

export function readMetadata(header: string | undefined): MetadataReading {
  const pairs = new Map<string, string>()
  for (const pair of (header ?? '').split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(' ')
    if (name === '' && header !== undefined && header.trim() !== '') return 'malformed'
    if (more.length > 0 || pairs.has(name) || !/^[\w+/=-]*$/.test(value)) return 'malformed'
    if (name !== '') pairs.set(name, Buffer.from(value, 'base64').toString())
  }
  const { data, error } = wanted.safeParse(Object.fromEntries(pairs), { error: issueMessage })
  if (data) {
    const { path, sha256 = null, overwrite } = data
    return { target: { path, sha256, overwrite: overwrite === 'true' } }
  }
  const fields: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const name = path.join('.')
    fields[name] = [...(fields[name] ?? []), message]
  }
  return { fields }
}
