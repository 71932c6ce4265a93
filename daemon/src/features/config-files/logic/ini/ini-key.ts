// Which section and which key a path such as `section.key`, `[section.with.dots].key` or `section.[key.with.dots]` means.

export interface IniKey {
  section: string | null
  key: string
}

/** Every way to read the path, the likeliest first; the last is how a missing one is made. */
export function iniKeysOf(path: string): IniKey[] {
  const bracketed = /^\[(.*?)\]\.?(.+)$/s.exec(path)
  if (bracketed) return [{ section: bracketed[1] ?? '', key: unbracketed(bracketed[2] ?? '') }]
  const [whole, section = '', key = ''] = /^([^[\]]*?)\.?\[([^[\]]+)\]$/.exec(path) ?? []
  // `key[0]` is a key as it stands; only a name can be meant by brackets.
  if (whole !== undefined && !/^\d*$/.test(key) && (section === '' || path.includes('.['))) {
    return [
      { section: null, key: path },
      { section: section === '' ? null : section, key },
    ]
  }
  const dots = [...path.matchAll(/\./g)]
    .map(({ index }) => index)
    .filter(at => at > 0 && at < path.length - 1)
  const split = (at: number) => ({ section: path.slice(0, at), key: path.slice(at + 1) })
  const usual = path.startsWith('/') ? dots.at(-1) : dots[0]
  return [
    { section: null, key: path },
    ...dots.toReversed().map(split),
    ...(usual === undefined ? [] : [split(usual)]),
  ]
}

function unbracketed(key: string): string {
  return /^\[([^[\]]+)\]$/.exec(key)?.[1] ?? key
}
