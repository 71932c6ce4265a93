// Times as the API writes them.

const dayMs = 86_400_000
/** The last time that there is. */
const latestMs = 100_000_000 * dayMs
const rememberedDays = 1_000
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const days = new Map<number, string>()

/** ISO-8601 in UTC. Lists write thousands of times, few days: the day is worked out once, its hours take no calendar. */
export function timeOf(unixMilliseconds: number): string {
  if (!Number.isInteger(unixMilliseconds) || unixMilliseconds < 0 || unixMilliseconds > latestMs) {
    return new Date(unixMilliseconds).toISOString()
  }
  const ofDay = unixMilliseconds % dayMs
  const seconds = Math.floor(ofDay / 1_000)
  const [hour, minute] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const clock = `${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[seconds % 60]}`
  return `${dayOf(unixMilliseconds - ofDay)}T${clock}.${String(ofDay % 1_000).padStart(3, '0')}Z`
}

function dayOf(midnightMs: number): string {
  const known = days.get(midnightMs)
  if (known !== undefined) return known
  const day = new Date(midnightMs).toISOString().slice(0, -'T00:00:00.000Z'.length)
  if (days.size >= rememberedDays) days.clear()
  days.set(midnightMs, day)
  return day
}
