// The objects that the list of activity can be narrowed to, as far as the person may see them.

import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listPlugins } from '@rookery/contracts/http/plugins.ts'
import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import type { ChoiceGroup } from './activity-filters.tsx'
import { objectIn, objectText } from './logic/activity-search.ts'

export function useObjectChoices(profile: Profile | undefined, chosen: string | undefined): ChoiceGroup[] {
  const t = useTexts()
  const sees = (section: 'node' | 'template' | 'plugin') => ({
    enabled: profile?.sections[section].includes('view') ?? false,
  })
  const gameServers = useQuery(wholeQuery(listGameServers))
  const nodes = useQuery({ ...wholeQuery(listNodes), ...sees('node') })
  const templates = useQuery({ ...wholeQuery(listTemplates), ...sees('template') })
  const plugins = useQuery({ ...apiQuery(listPlugins, {}), ...sees('plugin') })
  const roles = useQuery({ ...wholeQuery(listRoles), enabled: profile?.is_admin ?? false })
  const of = (type: string, items: readonly { id: number; name: string }[] | undefined) =>
    (items ?? []).map(({ id, name }) => ({ value: `${type}-${id}`, label: name }))
  const groups = [
    { group: t('activityPeople.groupServers'), items: of('server', gameServers.data?.items) },
    { group: t('activityPeople.groupNodes'), items: of('node', nodes.data?.items) },
    { group: t('activityPeople.groupTemplates'), items: of('template', templates.data?.items) },
    { group: t('activityPeople.groupRoles'), items: of('role', roles.data?.items) },
    {
      group: t('activityPeople.groupPlugins'),
      items: of(
        'plugin',
        plugins.data?.map(({ id, manifest }) => ({ id, name: manifest.name })),
      ),
    },
  ].filter(({ items }) => items.length > 0)
  // What is gone by now is still what the list is narrowed to.
  const object = objectIn(chosen)
  const isListed = !object || groups.some(({ items }) => items.some(({ value }) => value === chosen))
  if (isListed || !object) return groups
  const missing = { value: objectText(object), label: `${object.type} ${object.id}` }
  return [{ group: t('activityPeople.object'), items: [missing] }, ...groups]
}

export const useProfile = () => useQuery(apiQuery(readProfile, {})).data
