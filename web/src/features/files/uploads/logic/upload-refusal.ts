// Why a file was not taken: before it is sent by its size and first bytes, afterwards by the panel's answer.

import type { UploadRules } from '@rookery/contracts/http/files.ts'
import type { PanelSettingKey } from '@rookery/contracts/http/panel-settings.ts'
import { guessContent } from './content-guess.ts'

export type UploadRefusal =
  /** Larger than a transfer takes; `limitBytes`: null where only the panel knows. */
  | { kind: 'tooLarge'; limitBytes: number | null }
  /** A transfer would take it, and transfers are off. */
  | { kind: 'transfersOff' }
  /** Archives or binary files, which a setting allows. */
  | { kind: 'archives' }
  | { kind: 'binaries' }
  /** SVG and HTML, or XML that could become such: in no setting. */
  | { kind: 'markup' }
  /** In words of the panel that this page does not know. */
  | { kind: 'type'; found: string }
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

export interface RefusedAnswer {
  status: number
  message: string
  fields: Record<string, string[]>
}

/** The setting that lets such files in. */
export const settingOfRefusal = {
  archives: 'upload_archives',
  binaries: 'upload_binaries',
  transfersOff: 'large_transfers',
} as const satisfies Partial<Record<UploadRefusal['kind'], PanelSettingKey>>

export type CurableRefusal = keyof typeof settingOfRefusal

/** In the order in which people read them. */
export const curableRefusals = Object.keys(settingOfRefusal) as CurableRefusal[]

export type RuleRefusal = Extract<UploadRefusal, { kind: CurableRefusal | 'markup' | 'type' | 'tooLarge' }>

/** Refused by what it is, and not by what happened: together these make one row. */
export const isRefusedByRule = (refusal: UploadRefusal): refusal is RuleRefusal =>
  refusal.kind in settingOfRefusal ||
  refusal.kind === 'markup' ||
  refusal.kind === 'type' ||
  refusal.kind === 'tooLarge'

/** Whether such a file would be accepted now. */
export function isAllowedBy({ kind }: Pick<RuleRefusal, 'kind'>, rules: UploadRules): boolean {
  if (kind === 'archives') return rules.allow_archives
  if (kind === 'binaries') return rules.allow_binary
  return kind === 'transfersOff' && rules.transfers.enabled
}

/** Null: it may be sent, and the node decides. */
export function refusedBeforeSending(
  sizeBytes: number,
  head: Uint8Array,
  rules: UploadRules,
): UploadRefusal | null {
  const { limit_bytes, transfers, allowed_types } = rules
  if (sizeBytes > Math.max(limit_bytes, transfers.limit_bytes)) {
    return { kind: 'tooLarge', limitBytes: transfers.limit_bytes }
  }
  const guess = guessContent(head)
  if (guess.family === 'markup') return { kind: 'markup' }
  if (guess.family === 'archive' && !rules.allow_archives) {
    const mayBeListed = guess.type === null ? allowed_types.length > 0 : allowed_types.includes(guess.type)
    if (!mayBeListed) return { kind: 'archives' }
  }
  if (guess.family === 'binary' && !rules.allow_binary && allowed_types.length === 0) {
    return { kind: 'binaries' }
  }
  return sizeBytes > limit_bytes && !transfers.enabled ? { kind: 'transfersOff' } : null
}

/** The type that was found is the first media type in the answer, such as application/x-dosexec. */
const mediaType = /\b(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+/

function refusedType(message: string): UploadRefusal {
  const found = mediaType.exec(message)?.[0]
  if (!found) return { kind: 'other', message }
  if (/\b(?:svg|html)\b/i.test(found) || /in no setting/.test(message)) return { kind: 'markup' }
  if (message.includes('FILES_UPLOAD_ALLOW_ARCHIVES')) return { kind: 'archives' }
  return message.includes('FILES_UPLOAD_ALLOW_BINARY') ? { kind: 'binaries' } : { kind: 'type', found }
}

export function refusalOf({ status, message, fields }: RefusedAnswer): UploadRefusal {
  if (status === 0) return { kind: 'unreachable' }
  if (status === 413) return { kind: 'tooLarge', limitBytes: null }
  if (status === 415) return refusedType(message)
  if (status === 507) return { kind: 'noSpace' }
  if (status === 422 && (fields.sha256 || /sha-?256|hash/i.test(message))) return { kind: 'damaged' }
  if (status === 403) return { kind: 'forbidden' }
  if (status === 404) return { kind: 'gone' }
  if (status === 409 && message.includes('FILES_LARGE_TRANSFERS')) return { kind: 'transfersOff' }
  const reported = Object.entries(fields).map(([name, faults]) => `${name} ${faults.join(', ')}`)
  return { kind: 'other', message: reported.length > 0 ? reported.join('; ') : message }
}

/** Trying the same file again can help. */
export const isWorthRetrying = ({ kind }: UploadRefusal) => kind !== 'tooLarge' && kind !== 'names'
