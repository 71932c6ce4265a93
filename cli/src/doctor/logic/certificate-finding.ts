// Whether a certificate is still valid for long enough.

import type { Finding } from '../finding.ts'

const dayMs = 86_400_000
const soonDays = 21

export function certificateFinding(
  file: string,
  validity: { fromMs: number; toMs: number },
  nowMs: number,
): Finding {
  const name = 'TLS certificate'
  const day = new Date(validity.toMs).toISOString().slice(0, 10)
  if (nowMs > validity.toMs) {
    return {
      name,
      verdict: 'problem',
      message: `${file} has expired on ${day}; renew it and restart the panel`,
    }
  }
  if (nowMs < validity.fromMs) {
    return { name, verdict: 'problem', message: `${file} is not valid yet; set the clock of this machine` }
  }
  const leftDays = Math.floor((validity.toMs - nowMs) / dayMs)
  return leftDays < soonDays
    ? { name, verdict: 'warning', message: `${file} ends on ${day}; renew it and restart the panel` }
    : { name, verdict: 'ok', message: `${file}, valid until ${day}` }
}
