// Amounts of bytes as people read them.

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** The largest unit in which the amount is at least 1. */
function unitOf(bytes: number): number {
  let unit = 0
  for (let rest = bytes; rest >= 1_000 && unit < units.length - 1; rest /= 1_000) unit += 1
  return unit
}

function inUnit(bytes: number, unit: number): string {
  const amount = bytes / 1_000 ** unit
  return unit > 0 && amount < 10 ? amount.toFixed(1) : String(Math.floor(amount))
}

export function formatBytes(bytes: number): string {
  const unit = unitOf(bytes)
  return `${inUnit(bytes, unit)} ${units[unit]}`
}

/** Both in the unit of the whole: "123 of 456 MB"; a whole that is not known is left out. */
export function formatProgress(doneBytes: number, totalBytes: number | null): string {
  if (totalBytes === null) return formatBytes(doneBytes)
  const unit = unitOf(totalBytes)
  return `${inUnit(doneBytes, unit)} of ${inUnit(totalBytes, unit)} ${units[unit]}`
}
