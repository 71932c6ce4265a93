// What people type as a time of day: 3:55, 0355, 3.55 pm, 15:55.

/** As 24 hours with two digits each, or null while it is no time. */
export function parseClock(text: string): string | null {
  const found = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?\s*([ap])?\.?\s*(?:m\.?)?\s*$/i.exec(text)
  if (!found) return null
  const [, hours = '', minutes = '00', half] = found
  const isLate = half?.toLowerCase() === 'p'
  const hour = half ? (Number(hours) % 12) + (isLate ? 12 : 0) : Number(hours)
  if (Number(hours) > (half ? 12 : 23) || (half && Number(hours) === 0) || Number(minutes) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
