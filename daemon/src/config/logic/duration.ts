// Reads lengths of time such as 5s, 10m or 1h30m.

const secondsPerUnit: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }
const wholeText = /^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|s|m|h))+$/
const onePart = /(\d+(?:\.\d+)?)(ms|s|m|h)/g

/** A bare number means seconds; null when it is no time. */
export function parseDurationSeconds(written: string | number): number | null {
  const text = String(written).trim().toLowerCase()
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Number(text)
  if (!wholeText.test(text)) return null
  let seconds = 0
  for (const [, amount, unit] of text.matchAll(onePart)) {
    seconds += Number(amount) * (secondsPerUnit[unit ?? ''] ?? Number.NaN)
  }
  return seconds
}
