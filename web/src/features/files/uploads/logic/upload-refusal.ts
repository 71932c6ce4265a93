// Why a file was not taken: from the panel's answer to what a person should read.

import { uploadLimitBytes } from '@rookery/contracts/http/files.ts'

export type UploadRefusal =
  | { kind: 'tooLarge' }
  | { kind: 'type'; found: string; remedy: TypeRemedy }
  | { kind: 'noSpace' }
  | { kind: 'damaged' }
  | { kind: 'unreadable' }
  | { kind: 'unreachable' }
  | { kind: 'forbidden' }
  | { kind: 'gone' }
  /** A hundred copies are there already. */
  | { kind: 'names' }
  /** In the panel's own words. */
  | { kind: 'other'; message: string }

/** What would let such a file in: nothing at all, or one of the panel's variables. */
export type TypeRemedy = 'none' | 'archives' | 'types' | 'unknown'

export interface RefusedAnswer {
  status: number
  message: string
  fields: Record<string, string[]>
}

/** The type that was found is the first media type in the answer, such as application/x-dosexec. */
const mediaType = /\b(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+/

function remedyOf(message: string, found: string): TypeRemedy {
  if (/\b(?:svg|html)\b/i.test(found) || /in no setting/.test(message)) return 'none'
  if (message.includes('FILES_UPLOAD_ALLOW_ARCHIVES')) return 'archives'
  return message.includes('FILES_UPLOAD_ALLOWED_MIMES') ? 'types' : 'unknown'
}

function refusedType(message: string): UploadRefusal {
  const found = mediaType.exec(message)?.[0]
  return found ? { kind: 'type', found, remedy: remedyOf(message, found) } : { kind: 'other', message }
}

/** Null: this one could be sent. */
export const refusedBeforeSending = (sizeBytes: number): UploadRefusal | null =>
  sizeBytes > uploadLimitBytes ? { kind: 'tooLarge' } : null

export function refusalOf({ status, message, fields }: RefusedAnswer): UploadRefusal {
  if (status === 0) return { kind: 'unreachable' }
  if (status === 413) return { kind: 'tooLarge' }
  if (status === 415) return refusedType(message)
  if (status === 507) return { kind: 'noSpace' }
  if (status === 422 && (fields.sha256 || /sha-?256|hash/i.test(message))) return { kind: 'damaged' }
  if (status === 403) return { kind: 'forbidden' }
  if (status === 404) return { kind: 'gone' }
  const reported = Object.entries(fields).map(([name, faults]) => `${name} ${faults.join(', ')}`)
  return { kind: 'other', message: reported.length > 0 ? reported.join('; ') : message }
}

/** Trying the same file again can help. */
export const isWorthRetrying = ({ kind }: UploadRefusal) => kind !== 'tooLarge' && kind !== 'names'
