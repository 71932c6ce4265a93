// Which names a player may carry.

const reserved = new Set(['goose', 'dummy', 'the', 'you', 'announcer', 'arena', 'everyone', 'nobody'])

export type NameVerdict = { ok: true; name: string } | { ok: false; reason: string }

export function checkName(wish: string, taken: string[], isBanned: (name: string) => boolean): NameVerdict {
  if (!/^[A-Za-z][A-Za-z0-9_-]{1,15}$/.test(wish)) {
    return refuse('Names have 2 to 16 letters, digits, - or _, and begin with a letter.')
  }
  const key = nameKey(wish)
  if (reserved.has(key)) return refuse(`"${wish}" is taken by someone with better connections.`)
  if (isBanned(wish)) return refuse(`${wish} is banned here. It must have been quite an evening.`)
  if (taken.some(name => nameKey(name) === key)) return refuse(`There is a ${wish} inside already.`)
  return { ok: true, name: wish }
}

export function nameKey(name: string): string {
  return name.toLowerCase()
}

function refuse(reason: string): NameVerdict {
  return { ok: false, reason }
}
