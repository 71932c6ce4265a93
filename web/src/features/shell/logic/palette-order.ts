// What the palette shows first while nothing is typed: recent servers, then what can be done on this page, elsewhere what people often do.

/** With more, the pages would be out of sight. */
const mostRecent = 5
const mostQuick = 3

interface Grouped {
  group: string
  /** Of which game server it is, and whether it opens that or does something with it. */
  gameServer?: { id: number; isItself: boolean; starts?: true }
  isQuick?: true
}

export function inOpeningOrder<Entry extends Grouped>(
  entries: readonly Entry[],
  recentIds: readonly number[],
  openId: number | null,
): (Entry | (Entry & { group: 'groupRecent' | 'groupHere' | 'groupQuick' }))[] {
  const recent = recentIds
    .filter(id => id !== openId)
    .flatMap(id => entries.filter(({ gameServer }) => gameServer?.isItself && gameServer.id === id))
    .slice(0, mostRecent)
  const here = entries.filter(
    ({ gameServer }) => gameServer !== undefined && !gameServer.isItself && gameServer.id === openId,
  )
  // Nothing among them ends a game: a key pressed too early does no harm.
  const starts = recent.flatMap(({ gameServer: of }) =>
    entries.filter(({ gameServer }) => gameServer?.starts && gameServer.id === of?.id),
  )
  const quick =
    openId === null ? [...starts, ...entries.filter(({ isQuick }) => isQuick)].slice(0, mostQuick) : []
  const first = new Set([...recent, ...here, ...quick])
  return [
    ...recent.map(entry => ({ ...entry, group: 'groupRecent' as const })),
    ...here.map(entry => ({ ...entry, group: 'groupHere' as const })),
    ...quick.map(entry => ({ ...entry, group: 'groupQuick' as const })),
    ...entries.filter(entry => !first.has(entry)),
  ]
}
