// Conditions on the state of a file, as If-Match, If-None-Match and If-Range put them (RFC 9110, section 13).

/** Strong tags without their quotes, or every state there may be. */
export type TagList = '*' | { strong: string[]; weak: string[] }

const oneTag = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** Null: not a list of tags. */
export function readTagList(header: string): TagList | null {
  if (header.trim() === '*') return '*'
  const list = { strong: [] as string[], weak: [] as string[] }
  for (const part of header.split(',')) {
    const [matched, weak, tag = ''] = oneTag.exec(part.trim()) ?? []
    if (matched === undefined) return null
    list[weak === undefined ? 'strong' : 'weak'].push(tag)
  }
  return list
}

/** If-None-Match of a reader: it has this very state already. */
export function isKnownState(header: string | undefined, etag: string): boolean {
  const list = header === undefined ? null : readTagList(header)
  if (list === null) return false
  return list === '*' || list.strong.includes(etag) || list.weak.includes(etag)
}

/** If-Range: a range is wanted only of this very state; a date or a weak tag promises nothing. */
export function isRangeWanted(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === `"${etag}"`
}

export type WriteCondition =
  | { on: 'nothing in particular' }
  | { on: 'a free name' }
  | { on: 'an existing file' }
  | { on: 'one of these states'; etags: string[] }
  | { on: 'something unreadable' }

/** What a writer demands. Weak tags never match here, so that a list of them alone is no state at all. */
export function writeConditionOf(
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
): WriteCondition {
  if (ifMatch !== undefined && ifNoneMatch !== undefined) return { on: 'something unreadable' }
  if (ifNoneMatch !== undefined)
    return { on: ifNoneMatch.trim() === '*' ? 'a free name' : 'something unreadable' }
  if (ifMatch === undefined) return { on: 'nothing in particular' }
  const list = readTagList(ifMatch)
  if (list === null) return { on: 'something unreadable' }
  return list === '*' ? { on: 'an existing file' } : { on: 'one of these states', etags: list.strong }
}
