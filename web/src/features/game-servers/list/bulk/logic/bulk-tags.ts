// Tags of several game servers at once: which of them all, some or none have, and what becomes of them.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'

export type TagHolders = 'all' | 'some' | 'none'
/** What is left out stays as it is on each server. */
export type TagChanges = ReadonlyMap<string, 'add' | 'remove'>

export interface TagState {
  tag: string
  holders: TagHolders
  count: number
}

/** First those that the selected ones have, then the others of the fleet; each in the order of the alphabet. */
export function tagStates(
  selected: readonly Pick<GameServer, 'tags'>[],
  everyTag: readonly string[],
): TagState[] {
  const counts = new Map<string, number>()
  for (const tag of selected.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const names = [...new Set([...counts.keys(), ...everyTag])]
  return names
    .map((tag): TagState => {
      const count = counts.get(tag) ?? 0
      return { tag, count, holders: count === 0 ? 'none' : count === selected.length ? 'all' : 'some' }
    })
    .sort(
      (one, other) => Number(one.count === 0) - Number(other.count === 0) || one.tag.localeCompare(other.tag),
    )
}

/** Whether the box of a tag is ticked once the changes are made; null: on some of them. */
export const isTicked = ({ tag, holders }: TagState, changes: TagChanges): boolean | null => {
  const change = changes.get(tag)
  if (change) return change === 'add'
  return holders === 'some' ? null : holders === 'all'
}

/** Some → all → none → some; where all or none have it, back and forth. */
export function afterTick(changes: TagChanges, { tag, holders }: TagState): TagChanges {
  const next = new Map(changes)
  const change = changes.get(tag)
  if (holders === 'all') {
    if (!next.delete(tag)) next.set(tag, 'remove')
  } else if (change === undefined) next.set(tag, 'add')
  else if (change === 'add' && holders === 'some') next.set(tag, 'remove')
  else next.delete(tag)
  return next
}

export const tagsAfter = (tags: readonly string[], changes: TagChanges): string[] => [
  ...tags.filter(tag => changes.get(tag) !== 'remove'),
  ...[...changes].filter(([tag, change]) => change === 'add' && !tags.includes(tag)).map(([tag]) => tag),
]

/** Only those whose tags would differ. */
export const changedBy = <Tagged extends Pick<GameServer, 'tags'>>(
  selected: readonly Tagged[],
  changes: TagChanges,
): Tagged[] => selected.filter(({ tags }) => tagsAfter(tags, changes).join('\n') !== tags.join('\n'))
