// The list in its order. Rows do not jump: by live values they are sorted anew only now and then, and not under a pointer.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { playerCountStore } from '../../../parts/usage/player-count-store.ts'
import { usageStore } from '../../../parts/usage/usage-store.ts'
import { knownGameQuery } from '../../../parts/usage/use-game-query.ts'
import {
  type Arrangement,
  arrangeGameServers,
  type FiguresOf,
  sortedTexts,
  steadyOrder,
} from './logic/arrange-game-servers.ts'
import { isFigure, type SortKey } from './logic/list-sort.ts'
import { hasBoth, ownedFirst } from './logic/owned-apart.ts'
import { rankTexts } from './logic/text-ranks.ts'

/** When a page opens its first values are still on their way; nobody has aimed at a row by then. */
const firstResortsMs = [300, 1_000] as const
const resortMs = 10_000

/** Marks the list in the page: while it is pointed at or has the focus of the keyboard, its rows stay. */
export const listMark = { 'data-server-list': true } as const

function isInUse(): boolean {
  const pointed = window.matchMedia('(hover: hover)').matches ? ', [data-server-list]:hover' : ''
  return document.querySelector(`[data-server-list]:has(:focus-visible)${pointed}`) !== null
}

const changesByItself = (sort: SortKey) => isFigure(sort) || sort === 'state' || sort === 'since'

/** Counts up whenever the rows may take their new places. */
function useResorts(sort: SortKey): number {
  const [resorts, setResorts] = useState(0)
  useEffect(() => {
    const timers = firstResortsMs.map(ms => setTimeout(() => setResorts(count => count + 1), ms))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (!changesByItself(sort)) return
    const timer = setInterval(() => {
      if (!isInUse()) setResorts(count => count + 1)
    }, resortMs)
    return () => clearInterval(timer)
  }, [sort])
  return resorts
}

/** The same set or list for as long as it holds the same: what depends on it is not made anew with every event. */
export function useSameWhileEqual<Held extends Iterable<string>>(held: Held): Held {
  const key = [...held].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what it holds.
  return useMemo(() => held, [key])
}

function useFigures(): FiguresOf {
  const queryClient = useQueryClient()
  return useMemo(
    () => id => {
      const usage = usageStore.of(id)
      return {
        players: playerCountStore.of(id)?.players ?? knownGameQuery(queryClient, id)?.players ?? null,
        cpu: usage?.cpuPercent ?? null,
        memory: usage?.memoryBytes ?? null,
      }
    },
    [queryClient],
  )
}

/** Texts are compared anew only when one of them has changed. `mayStandApart`: the person's own ones from others. */
export function useArranged(
  all: readonly GameServer[],
  arrangement: Arrangement,
  mayStandApart: boolean,
): { gameServers: GameServer[]; isApart: boolean } {
  const isApart = mayStandApart && hasBoth(all)
  const texts = useSameWhileEqual(useMemo(() => sortedTexts(all), [all]))
  const ranks = useMemo(() => rankTexts(texts), [texts])
  const figuresOf = useFigures()
  const resorts = useResorts(arrangement.sort)
  const standing = useRef<{ why: unknown; resorts: number; ids: readonly number[] } | null>(null)
  const gameServers = useMemo(() => {
    const fresh = arrangeGameServers(all, arrangement, { ranks, figuresOf })
    const { current } = standing
    const mayStay = current?.why === arrangement && current.resorts === resorts
    const order = mayStay && changesByItself(arrangement.sort) ? steadyOrder(current.ids, fresh) : fresh
    standing.current = { why: arrangement, resorts, ids: order.map(({ id }) => id) }
    return isApart ? ownedFirst(order) : order
  }, [all, arrangement, isApart, ranks, figuresOf, resorts])
  return { gameServers, isApart }
}
