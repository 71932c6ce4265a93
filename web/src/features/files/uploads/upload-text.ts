// The words of one upload: what happens to it now, or why it was not taken.

import type { Language } from '../../../texts/languages.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import type { Upload, UploadState } from './logic/upload.ts'
import { isRefusedByRule, type UploadRefusal } from './logic/upload-refusal.ts'

function refusalMessage(t: TextOf, refusal: UploadRefusal): string {
  if (refusal.kind === 'other') return t('problems.other', { message: refusal.message })
  // Those have one row for all, with words of its own.
  if (isRefusedByRule(refusal)) return t('uploads.notAllowed')
  return t(`uploads.refused.${refusal.kind}`)
}

const percent = (bytes: number, sizeBytes: number, language: Language) =>
  formatValue(sizeBytes === 0 ? 100 : Math.floor((bytes * 100) / sizeBytes), 'percent', language)

function sendingText(
  t: TextOf,
  state: Extract<UploadState, { kind: 'sending' }>,
  sizeBytes: number,
  language: Language,
): string {
  if (state.bytes >= sizeBytes) return t('uploads.settling')
  const sent = t('uploads.sending', {
    sent: formatValue(state.bytes, 'bytes', language),
    size: formatValue(sizeBytes, 'bytes', language),
  })
  if (state.bytesPerSecond === null) return sent
  return `${sent} · ${formatValue(state.bytesPerSecond, 'bytesPerSecond', language)}`
}

export function uploadText(t: TextOf, { state, sizeBytes }: Upload, language: Language): string {
  if (state.kind === 'checking')
    return t('uploads.checking', { percent: percent(state.bytes, sizeBytes, language) })
  if (state.kind === 'sending') return sendingText(t, state, sizeBytes, language)
  if (state.kind === 'waiting') {
    return state.because === 'connection' ? t('uploads.waitsForConnection') : t('uploads.waitsForNode')
  }
  if (state.kind === 'refused') return refusalMessage(t, state.refusal)
  const label = t(`uploads.${state.kind}`)
  const isSized = state.kind === 'queued' || state.kind === 'done'
  return isSized ? `${label} · ${formatValue(sizeBytes, 'bytes', language)}` : label
}

/** From 0 to 1 while it is under way, null when there is nothing to measure. */
export function uploadFraction({ state, sizeBytes }: Upload): number | null {
  if (state.kind !== 'checking' && state.kind !== 'sending' && state.kind !== 'waiting') return null
  return sizeBytes === 0 ? 1 : state.bytes / sizeBytes
}
