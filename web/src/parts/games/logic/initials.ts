// How a game without a mark is told apart at a glance.

/** The same game always gets the same color. */
export const hueOf = (slug: string): number =>
  Array.from(slug).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)

export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}'’]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map(label => label[0]?.toUpperCase() ?? '')
    .join('')
