// What the person may do on each of several game servers, asked a part at a time.

import { readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../platform/api-queries.ts'
import { type Abilities, administratorAbilities } from './power-rules.ts'

const stayFreshMs = 60_000

const askedInOnePart = 200

export interface KnownAbilities {
  of: (id: number) => Abilities
  /** How many of those that were asked for are not known yet. */
  unknownCount: number
}

/** People who are not administrators have rights server by server; the next part is asked for when all before it are known. */
export function useKnownAbilities(ids: readonly number[], isAdministrator: boolean): KnownAbilities {
  const [reach, setReach] = useState(askedInOnePart)
  const asked = isAdministrator ? [] : ids.slice(0, reach)
  const answers = useQueries({
    queries: asked.map(id => ({
      ...apiQuery(readOwnAbilities, { params: { server: String(id) } }),
      staleTime: stayFreshMs,
    })),
  })
  const answered = answers.filter(({ isPending }) => !isPending).length
  const isPartKnown = answered === asked.length
  useEffect(() => {
    if (isAdministrator || ids.length <= askedInOnePart) setReach(askedInOnePart)
    else if (isPartKnown && reach < ids.length) setReach(reach + askedInOnePart)
  }, [isAdministrator, ids.length, isPartKnown, reach])
  if (isAdministrator) return { of: () => administratorAbilities, unknownCount: 0 }
  const byId = new Map(asked.map((id, at) => [id, answers[at]?.data ?? {}]))
  return { of: id => byId.get(id) ?? {}, unknownCount: ids.length - answered }
}

export const useAbilitiesOf = (
  ids: readonly number[],
  isAdministrator: boolean,
): ((id: number) => Abilities) => useKnownAbilities(ids, isAdministrator).of
