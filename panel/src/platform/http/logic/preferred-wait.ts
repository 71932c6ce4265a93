// How long a client would wait for the end of what it asks for: `Prefer: wait=SECONDS` (RFC 7240).

export const longestWaitSeconds = 30

/** Seconds; null: it would not wait. The first of several counts. */
export function preferredWait(header: string | readonly string[] | undefined): number | null {
  const preferences = [header ?? []].flat().join(',').split(',')
  const values = preferences.flatMap(preference => {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(;.*)?$/i.exec(preference) ?? []
    return seconds === undefined ? [] : [Number(seconds)]
  })
  const [seconds = 0] = values
  return seconds === 0 ? null : Math.min(seconds, longestWaitSeconds)
}
