// What the person may do on each of several game servers: one request for up to a thousand of them.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { mostServersAtOnce, readManyAbilities } from '@rookery/contracts/http/bulk-actions.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import { readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../platform/api-queries.ts'
import { type Abilities, administratorAbilities } from './power-rules.ts'

const stayFreshMs = 60_000

export interface KnownAbilities {
  of: (id: number) => Abilities
  /** Some of those that were asked for are not known yet. */
  isFinding: boolean
}

const none: Abilities = {}

function byServer(answers: readonly AnswerOf<typeof readManyAbilities>[]): Map<number, Abilities> {
  const known = new Map<number, Abilities>()
  for (const [permission, ids] of answers.flatMap(answer => Object.entries(answer))) {
    for (const id of ids) known.set(id, { ...known.get(id), [permission as GameServerPermission]: true })
  }
  return known
}

/** People who are not administrators have rights server by server. */
export function useKnownAbilities(ids: readonly number[], isAdministrator: boolean): KnownAbilities {
  const [single = 0, ...others] = ids
  const isSingle = ids.length > 0 && others.length === 0
  // The pages of one game server ask the same, and share the answer.
  const own = useQuery({
    ...apiQuery(readOwnAbilities, { params: { server: String(single) } }),
    staleTime: stayFreshMs,
    enabled: isSingle && !isAdministrator,
  })
  const asked = isAdministrator || isSingle ? [] : ids.toSorted((one, other) => one - other)
  const parts = Array.from({ length: Math.ceil(asked.length / mostServersAtOnce) }, (_, part) =>
    asked.slice(part * mostServersAtOnce, (part + 1) * mostServersAtOnce),
  )
  const many = useQueries({
    queries: parts.map(servers => ({
      ...apiQuery(readManyAbilities, { body: { servers } }),
      queryKey: [readManyAbilities.path, servers],
      staleTime: stayFreshMs,
    })),
    combine: answers => ({
      isFinding: answers.some(({ isPending }) => isPending),
      known: answers.flatMap(({ data }) => data ?? []),
    }),
  })
  const known = useMemo(() => byServer(many.known), [many.known])
  if (isAdministrator) return { of: () => administratorAbilities, isFinding: false }
  if (isSingle) return { of: id => (id === single ? (own.data ?? none) : none), isFinding: own.isPending }
  return { of: id => known.get(id) ?? none, isFinding: many.isFinding }
}

export const useAbilitiesOf = (
  ids: readonly number[],
  isAdministrator: boolean,
): ((id: number) => Abilities) => useKnownAbilities(ids, isAdministrator).of
