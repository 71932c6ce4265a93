// The people and objects that the list of activity can be narrowed to, as far as the person may see them.

import { useDebouncedValue } from '@mantine/hooks'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { listPlugins } from '@rookery/contracts/http/plugins.ts'
import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { listUsers, readUser } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, pageQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Choice, ChoiceGroup } from './activity-filters.tsx'
import { objectIn, objectText } from './logic/activity-search.ts'

const typingMs = 250
const peopleAtOnce = 20

/** Everybody for administrators; others have only themselves. */
export function usePeopleChoices(profile: Profile | undefined, chosen: number | undefined) {
  const t = useTexts()
  const isAdministrator = profile?.is_admin ?? false
  const [text, setText] = useState('')
  const [typed] = useDebouncedValue(text.trim(), typingMs)
  const chosenUser = useQuery({
    ...apiQuery(readUser, { params: { id: String(chosen) } }),
    enabled: isAdministrator && chosen !== undefined,
    retry: false,
  })
  const chosenLogin = chosenUser.data?.login
  const isTyping = typed !== '' && typed !== chosenLogin
  const query = { per_page: peopleAtOnce, sort: 'login' as const, ...(isTyping && { q: typed }) }
  const users = useQuery({
    ...pageQuery(listUsers, { query }),
    enabled: isAdministrator,
    placeholderData: keepPreviousData,
  })
  if (!isAdministrator) {
    return { people: profile ? [{ value: String(profile.id), label: t('activityPeople.onlyMe') }] : [] }
  }
  const found: Choice[] = (users.data?.items ?? []).map(({ id, login }) => ({
    value: String(id),
    label: login,
  }))
  const isListed = chosen === undefined || found.some(({ value }) => value === String(chosen))
  const extra = isListed ? [] : [{ value: String(chosen), label: chosenLogin ?? `#${chosen}` }]
  return { people: [...extra, ...found], onPersonText: setText }
}

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
