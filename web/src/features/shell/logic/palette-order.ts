// What the palette shows first while nothing is typed: recent servers, then what can be done on this page.

/** With more, the pages would be out of sight. */
const mostRecent = 5

interface Grouped {
  group: string
  /** Of which game server it is, and whether it opens that or does something with it. */
  gameServer?: { id: number; isItself: boolean }
}

export function inOpeningOrder<Entry extends Grouped>(
  entries: readonly Entry[],
  recentIds: readonly number[],
  openId: number | null,
): (Entry | (Entry & { group: 'groupRecent' | 'groupHere' }))[] {
  const recent = recentIds
    .filter(id => id !== openId)
    .flatMap(id => entries.filter(({ gameServer }) => gameServer?.isItself && gameServer.id === id))
    .slice(0, mostRecent)
  const here = entries.filter(
    ({ gameServer }) => gameServer !== undefined && !gameServer.isItself && gameServer.id === openId,
  )
  const first = new Set([...recent, ...here])
  return [
    ...recent.map(entry => ({ ...entry, group: 'groupRecent' as const })),
    ...here.map(entry => ({ ...entry, group: 'groupHere' as const })),
    ...entries.filter(entry => !first.has(entry)),
  ]
}
