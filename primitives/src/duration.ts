// Reads lengths of time such as 30s, 15m, 24h, 1h30m or 1d, the same in config.env and in daemon.yaml.

const secondsPerUnit: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }
const wholeText = /^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|s|m|h|d))+$/
const onePart = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g

/** A bare number means seconds; null when the text is no time. */
export function parseDurationSeconds(text: string | number): number | null {
  const written = String(text).trim().toLowerCase()
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(written)) return Number(written)
  if (!wholeText.test(written)) return null
  let seconds = 0
  for (const [, amount, unit] of written.matchAll(onePart)) {
    seconds += Number(amount) * (secondsPerUnit[unit ?? ''] ?? Number.NaN)
  }
  return seconds
}
