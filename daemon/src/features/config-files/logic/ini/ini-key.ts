// Which section and which key a path such as `section.key` or `[section.with.dots].key` means.

export interface IniKey {
  section: string | null
  key: string
}

/** Every way to read the path, the likeliest first; the last is how a missing one is made. */
export function iniKeysOf(path: string): IniKey[] {
  const bracketed = /^\[(.*?)\]\.?(.+)$/s.exec(path)
  if (bracketed) return [{ section: bracketed[1] ?? '', key: bracketed[2] ?? '' }]
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
