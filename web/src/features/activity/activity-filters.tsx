// What narrows the list of activity: person, object, kind and time; on a phone they are behind one button.

import { Button, Group, Select, TextInput } from '@mantine/core'
import {
  type ActivityKind,
  activityKinds,
  type PeopleActivityKind,
  peopleActivityKinds,
  serverActivityKinds,
} from '@rookery/contracts/http/activity.ts'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import filters from '../../ui/controls/filters.module.css'
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx'
import { type ActivitySearch, countFilters, dayChoices } from './logic/activity-search.ts'

export interface Choice {
  value: string
  label: string
}

export interface ChoiceGroup {
  group: string
  items: Choice[]
}

export interface ActivityFiltersProps {
  search: ActivitySearch
  /** Null: the list has no such filter. */
  people: readonly Choice[] | null
  objects: readonly ChoiceGroup[] | null
  /** Of what people do, the kinds that the list has. */
  peopleKinds: readonly PeopleActivityKind[]
  isNarrow: boolean
  /** Beside the filters. */
  action?: ReactNode
  onSearch: (search: ActivitySearch) => void
  /** What is typed to find a person; whoever has few people needs it not. */
  onPersonText?: (text: string) => void
}

export function ActivityFilters(props: ActivityFiltersProps) {
  const { search, isNarrow, action, onSearch } = props
  const t = useTexts()
  const count = countFilters(search)
  if (isNarrow) {
    return (
      <FoldedFilters count={count} after={action} onClear={() => onSearch({})}>
        <Fields {...props} />
      </FoldedFilters>
    )
  }
  return (
    <Group component="search" gap={10} aria-label={t('filters.label')}>
      <Fields {...props} />
      {count > 0 && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => onSearch({})}
        >
          {t('filters.clear')}
        </Button>
      )}
      {action && <Group ml="auto">{action}</Group>}
    </Group>
  )
}

function Fields({
  search,
  people,
  objects,
  peopleKinds,
  isNarrow,
  onSearch,
  onPersonText,
}: ActivityFiltersProps) {
  const t = useTexts()
  const change = (more: ActivitySearch, without: readonly (keyof ActivitySearch)[]) => {
    const rest = Object.entries(search).filter(([key]) => !without.includes(key as keyof ActivitySearch))
    onSearch({ ...Object.fromEntries(rest), ...more })
  }
  const field = (name: string) => ({
    ...(isNarrow ? { label: name } : { className: filters.narrow, 'aria-label': name }),
    clearable: true,
  })
  return (
    <>
      {people && (
        <Select
          {...field(t('activityPeople.person'))}
          placeholder={t('activityPeople.anybody')}
          searchable={onPersonText !== undefined}
          // The panel has looked already.
          filter={onPersonText ? ({ options }) => options : undefined}
          onSearchChange={onPersonText}
          data={[...people]}
          value={search.user ? String(search.user) : null}
          onChange={user => change(user ? { user: Number(user) } : {}, ['user'])}
        />
      )}
      {objects && (
        <Select
          {...field(t('activityPeople.object'))}
          placeholder={t('activityPeople.anyObject')}
          searchable
          limit={100}
          data={objects.map(({ group, items }) => ({ group, items: [...items] }))}
          value={search.object ?? null}
          onChange={object => change(object ? { object } : {}, ['object'])}
        />
      )}
      <Select
        {...field(t('activityPeople.kind'))}
        placeholder={t('activityPeople.anyKind')}
        maxDropdownHeight={420}
        data={kindChoices(t, peopleKinds)}
        value={search.kind ?? null}
        onChange={value => {
          const kind = activityKinds.find(each => each === value)
          change(kind ? { kind } : {}, ['kind'])
        }}
      />
      <TimeFields field={field} search={search} change={change} />
    </>
  )
}

interface TimeFieldsProps {
  field: (name: string) => object
  search: ActivitySearch
  change: (more: ActivitySearch, without: readonly (keyof ActivitySearch)[]) => void
}

function TimeFields({ field, search, change }: TimeFieldsProps) {
  const t = useTexts()
  const { days, from, until } = search
  const [isChoosing, setIsChoosing] = useState(false)
  const areDays = isChoosing || from !== undefined || until !== undefined
  const labels = ['lastDay', 'lastWeek', 'lastMonth'] as const
  const day = (name: 'from' | 'until', value: string | undefined) => (
    <TextInput
      type="date"
      w={150}
      aria-label={t(`activityPeople.${name}`)}
      title={t(`activityPeople.${name}`)}
      value={value ?? ''}
      onChange={event => {
        const chosen = event.currentTarget.value
        change(chosen ? { [name]: chosen } : {}, [name, 'days'])
      }}
    />
  )
  return (
    <>
      <Select
        {...field(t('activityPeople.time'))}
        placeholder={t('activityPeople.anyTime')}
        data={[
          ...dayChoices.map((each, at) => ({
            value: String(each),
            label: t(`activityPeople.${labels[at] ?? 'lastDay'}`),
          })),
          { value: 'chosen', label: t('activityPeople.chosenDays') },
        ]}
        value={areDays ? 'chosen' : days ? String(days) : null}
        onChange={value => {
          setIsChoosing(value === 'chosen')
          const isCount = value !== null && value !== 'chosen'
          change(isCount ? { days: Number(value) } : {}, ['days', 'from', 'until'])
        }}
      />
      {areDays && (
        <Group gap={8} wrap="nowrap">
          {day('from', from)}
          <span aria-hidden>–</span>
          {day('until', until)}
        </Group>
      )}
    </>
  )
}

function kindChoices(t: TextOf, peopleKinds: readonly PeopleActivityKind[]): ChoiceGroup[] {
  const choice = (value: ActivityKind) => ({ value, label: kindText(t, value) })
  const ofServers = { group: t('activityPeople.groupServers'), items: serverActivityKinds.map(choice) }
  const ofPeople = { group: t('activityPeople.groupPanel'), items: peopleKinds.map(choice) }
  return [ofServers, ofPeople]
}

function kindText(t: TextOf, kind: ActivityKind): string {
  const isOfPeople = (each: ActivityKind): each is PeopleActivityKind =>
    peopleActivityKinds.some(known => known === each)
  return isOfPeople(kind) ? t(`activityPeopleKinds.${kind}`) : t(`activityKinds.${kind}`)
}
