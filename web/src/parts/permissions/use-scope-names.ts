// The game servers, nodes and templates by name, for entries that hold on one of them.

import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { wholeQuery } from '../../platform/api-queries.ts'
import type { NameOf } from './logic/entries-text.ts'
import { everywhere, type Scope } from './logic/scopes.ts'

const typeWide: Scope[] = (['server', 'node', 'template', 'plugin', 'task'] as const).map(objectType => ({
  objectType,
  objectId: null,
}))

interface ScopeNames {
  nameOf: NameOf
  /** Everywhere, the types of object, and single objects. */
  wide: readonly Scope[]
  gameServers: readonly Scope[]
  others: readonly Scope[]
}

export function useScopeNames(): ScopeNames {
  const lists = {
    server: useQuery(wholeQuery(listGameServers)).data?.items ?? [],
    node: useQuery(wholeQuery(listNodes)).data?.items ?? [],
    template: useQuery(wholeQuery(listTemplates)).data?.items ?? [],
  }
  const single = (objectType: keyof typeof lists): Scope[] =>
    lists[objectType].map(({ id }) => ({ objectType, objectId: id }))
  return {
    nameOf: ({ objectType, objectId }) =>
      objectType && objectType in lists
        ? lists[objectType as keyof typeof lists].find(({ id }) => id === objectId)?.name
        : undefined,
    wide: [everywhere, ...typeWide],
    gameServers: single('server'),
    others: [...single('node'), ...single('template')],
  }
}
