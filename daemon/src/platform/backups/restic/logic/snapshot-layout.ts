// Where the parts of a backup are in a snapshot, and its tags: restic knows neither values nor commas in them.

/** A part of a backup, such as `files`, and the path in the snapshot where it is. */
export type SnapshotLayout = Readonly<Record<string, string>>

export const filesPart = 'files'
export const databasesPart = 'databases'
export const manifestPart = 'manifest.json'

/** As it is wherever an engine sees nothing but what it shall store. */
export const plainLayout: SnapshotLayout = {
  [filesPart]: `/${filesPart}`,
  [databasesPart]: `/${databasesPart}`,
  [manifestPart]: `/${manifestPart}`,
}

/** A tag of ours: where one part is, when it is elsewhere. */
const placePrefix = 'place.'

export function writeTags(tags: Readonly<Record<string, string>>, layout: SnapshotLayout): string[] {
  const moved = Object.entries(layout).filter(([part, place]) => plainLayout[part] !== place)
  const places = moved.map(([part, place]) => [`${placePrefix}${part}`, place] as const)
  return [...Object.entries(tags), ...places].map(([name, value]) => `${name}=${escapeTag(value)}`)
}

export function readTags(written: readonly string[]): {
  tags: Record<string, string>
  layout: SnapshotLayout
} {
  // Whoever can write into the storage chooses the names: `__proto__` is one like any other.
  const tags = new Map<string, string>()
  const layout = new Map<string, string>(Object.entries(plainLayout))
  for (const tag of written) {
    const equals = tag.indexOf('=')
    if (equals < 1) continue
    const name = tag.slice(0, equals)
    const value = unescapeTag(tag.slice(equals + 1))
    if (name.startsWith(placePrefix)) layout.set(name.slice(placePrefix.length), value)
    else tags.set(name, value)
  }
  return { tags: Object.fromEntries(tags), layout: Object.fromEntries(layout) }
}

/** The part that a path of a backup begins with, and the place of what it names; null: no such part. */
export function placeInSnapshot(
  layout: SnapshotLayout,
  path: string,
): { part: string; place: string } | null {
  const [part = '', ...names] = path.split('/')
  const place = Object.hasOwn(layout, part) ? layout[part] : undefined
  return place === undefined ? null : { part, place: [place, ...names].join('/') }
}

/** A comma ends a tag, and so may white space around it; a percent sign begins what is escaped. */
function escapeTag(text: string): string {
  return text.replaceAll(/[%,\s]/g, encodeURIComponent)
}

function unescapeTag(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
