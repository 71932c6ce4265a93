// A slug for an imported template: the egg's name in letters, digits and dashes, and not one that is taken.

const limitCharacters = 64

export function slugOf(name: string, isTaken: (slug: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['\u2019]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const first = plain.slice(0, limitCharacters).replace(/-+$/, '') || 'egg'
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = first.slice(0, limitCharacters - ending.length) + ending
    if (!isTaken(slug)) return slug
  }
}
