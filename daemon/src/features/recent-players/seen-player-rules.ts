// Which players of a game server are remembered: the last 50 who were seen within 30 days.

export interface SeenPlayer {
  name: string
  lastSeenMs: number
}

/** Names of Quake's family carry their colors. */
export const withoutColors = (name: string): string => name.replaceAll(/\^[0-9a-z]/gi, '')

const playersRemembered = 50
const rememberedMs = 30 * 24 * 60 * 60_000

/** Who was seen before this is forgotten. */
export const stillRecent = (nowMs: number): number => nowMs - rememberedMs

/** What a game says instead of the names of those who do not want to be named. */
const anonymous = new Set(['Anonymous Player'])

/**
 * With those who are there now, the latest first. One player is remembered once, whether a list colors the name or not;
 * of more than fit, those who have been known for longer stay.
 */
export function seenNow(
  seen: readonly SeenPlayer[],
  names: readonly string[],
  nowMs: number,
): readonly SeenPlayer[] {
  const byPlayer = new Map(seen.map(player => [withoutColors(player.name), player]))
  for (const name of names) {
    if (name === '' || anonymous.has(name)) continue
    byPlayer.set(withoutColors(name), { name, lastSeenMs: nowMs })
  }
  return [...byPlayer.values()]
    .filter(({ lastSeenMs }) => lastSeenMs >= stillRecent(nowMs))
    .toSorted((a, b) => b.lastSeenMs - a.lastSeenMs)
    .slice(0, playersRemembered)
}
