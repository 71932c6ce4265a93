// The owner of a game server, chosen by an administrator among all people, who are found as one types.

import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'

type Owner = NonNullable<GameServer['owner']>

const offeredPeople = 50
const typingMs = 200

const labelOf = ({ login, name }: Owner) => (name === login ? login : `${name} (${login})`)

interface OwnerSelectProps extends Pick<SelectProps, 'aria-label' | 'disabled' | 'error' | 'label' | 'w'> {
  /** Null: nobody. */
  owner: Owner | null
  onChoose: (owner: Owner | null) => void
}

export function OwnerSelect({ owner, onChoose, ...field }: OwnerSelectProps) {
  const t = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const [searchText, setSearchText] = useState('')
  const [typed] = useDebouncedValue(searchText.trim(), typingMs)
  const isChosen = owner !== null && typed === labelOf(owner)
  const query = { per_page: offeredPeople, ...(typed && !isChosen && { q: typed }) }
  const people = useQuery({
    ...pageQuery(listUsers, { query }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const offered: Owner[] = people.data?.items ?? []
  const choices = owner && !offered.some(person => person.id === owner.id) ? [owner, ...offered] : offered
  return (
    <Select
      {...field}
      placeholder={t('ownership.nobodyShort')}
      searchable
      clearable
      nothingFoundMessage={people.data && t('ownership.noMatches')}
      data={choices.map(person => ({ value: String(person.id), label: labelOf(person) }))}
      value={owner === null ? null : String(owner.id)}
      onFocus={() => setIsAsked(true)}
      onSearchChange={setSearchText}
      onChange={value => {
        const chosen = choices.find(({ id }) => String(id) === value)
        onChoose(chosen ? { id: chosen.id, login: chosen.login, name: chosen.name } : null)
      }}
    />
  )
}
