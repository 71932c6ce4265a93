// The games that ship with Rookery, the most played first; each has a mark in game-marks.svg and a hue of its own.

const shippedGames: readonly (readonly [slug: string, hue: number])[] = [
  ['minecraft-paper', 230],
  ['minecraft-vanilla', 140],
  ['counter-strike-2', 65],
  ['valheim', 30],
  ['palworld', 175],
  ['rust', 40],
  ['minecraft-bedrock', 200],
  ['terraria-tshock', 145],
  ['project-zomboid', 110],
  ['minecraft-fabric', 85],
  ['minecraft-neoforge', 45],
  ['minecraft-forge', 255],
  ['factorio', 60],
  ['satisfactory', 55],
  ['seven-days-to-die', 20],
  ['ark-survival-evolved', 165],
  ['garrys-mod', 245],
  ['team-fortress-2', 28],
  ['left-4-dead-2', 150],
  ['counter-strike-source', 80],
  ['counter-strike-1-6', 100],
  ['luanti', 130],
  ['openttd', 265],
  ['mindustry', 90],
  ['xonotic', 285],
  ['teeworlds', 50],
  ['openarena', 15],
  ['quake3', 350],
  ['arena', 75],
]

const places = new Map(shippedGames.map(([slug], place) => [slug, place]))

/** Ships with the product and runs anywhere: the quickest way to something that works. */
export const demoSlug = 'arena'

/** Counted from 0, the most played first; what does not ship comes after all that does. */
export const popularityOf = (slug: string): number => places.get(slug) ?? shippedGames.length

/**
 * The shipped game whose mark a template shows: its own, or the one that a copy began as (`valheim-copy`). Null for
 * all others.
 */
export function markOf(slug: string): { slug: string; hue: number } | null {
  for (let name = slug; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('-')))) {
    const [found, hue] = shippedGames[places.get(name) ?? -1] ?? []
    if (found !== undefined && hue !== undefined) return { slug: found, hue }
  }
  return null
}
