// The people that a list can be narrowed to: everybody for administrators, found as they type; others have themselves.

import { useDebouncedValue } from '@mantine/hooks'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import { listUsers, readUser } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, pageQuery } from '../../platform/api-queries.ts'

export interface PersonChoice {
  value: string
  label: string
}

const typingMs = 250
const peopleAtOnce = 20

/** `ownLabel`: what the choice of oneself is called where there are no others. */
export function usePeopleChoices(
  profile: Profile | undefined,
  chosen: number | undefined,
  ownLabel: string,
): { people: PersonChoice[]; onPersonText?: (text: string) => void } {
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
  if (!isAdministrator) return { people: profile ? [{ value: String(profile.id), label: ownLabel }] : [] }
  const found: PersonChoice[] = (users.data?.items ?? []).map(({ id, login }) => ({
    value: String(id),
    label: login,
  }))
  const isListed = chosen === undefined || found.some(({ value }) => value === String(chosen))
  const extra = isListed ? [] : [{ value: String(chosen), label: chosenLogin ?? `#${chosen}` }]
  return { people: [...extra, ...found], onPersonText: setText }
}
