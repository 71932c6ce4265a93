// What the person may do on each of several game servers.

import { readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../../platform/api-queries.ts'
import { type Abilities, administratorAbilities } from './power-rules.ts'

const stayFreshMs = 60_000

/** People who are not administrators have rights server by server: asked for those on the page only. */
export function useAbilitiesOf(ids: number[], isAdministrator: boolean): (id: number) => Abilities {
  const answers = useQueries({
    queries: (isAdministrator ? [] : ids).map(id => ({
      ...apiQuery(readOwnAbilities, { params: { server: String(id) } }),
      staleTime: stayFreshMs,
    })),
  })
  if (isAdministrator) return () => administratorAbilities
  const byId = new Map(ids.map((id, at) => [id, answers[at]?.data ?? {}]))
  return id => byId.get(id) ?? {}
}
