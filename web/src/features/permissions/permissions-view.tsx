// Who may do what on one game server: each person in short, why on demand, and the way to change it.

import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import type { PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { IconLock, IconSearch, IconUserPlus } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { type AccessReason, accessReason } from './permission-summary-rules.ts'
import { AccessPerson } from './permissions-person.tsx'

export interface PersonHere {
  user: User
  /** Null while they are read. */
  cells: readonly PermissionOnGameServer[] | null
  hasFailed: boolean
}

interface AccessViewProps {
  gameServerId: number
  people: readonly PersonHere[]
  presets: readonly PermissionPreset[]
  searchText: string
  /** Whose reasons are shown. */
  asked: number | null
  pages: ComponentProps<typeof Pager>
  onSearchText: (searchText: string) => void
  onAsk: (userId: number | null) => void
  /** Whose permissions are being changed. */
  changing: number | null
  onChange: (userId: number | null) => void
  onInvite: () => void
}

/** People of one reason stand together: administrators first, then who was added here, then by role; last who has none. */
function groupsOf(t: TextOf, people: readonly PersonHere[]) {
  const order: AccessReason['by'][] = ['administrator', 'own', 'role', 'none']
  const titleOf = (reason: AccessReason) =>
    reason.by === 'role' ? t('access.throughRole', { role: reason.title }) : t(`access.through.${reason.by}`)
  const known = people.map(person => {
    const reason = person.cells && accessReason(person.user.is_admin, person.cells)
    return {
      person,
      at: reason ? order.indexOf(reason.by) : order.length,
      isWithout: reason?.by === 'none',
      title: reason ? titleOf(reason) : t('access.through.unknown'),
    }
  })
  const sorted = known.toSorted((one, other) => one.at - other.at || one.title.localeCompare(other.title))
  return [...Map.groupBy(sorted, ({ title }) => title)].map(([title, members]) => ({
    title,
    isWithout: members.every(({ isWithout }) => isWithout),
    members: members.map(({ person }) => person),
  }))
}

export function AccessView(props: AccessViewProps) {
  const { people, searchText, pages, onSearchText } = props
  const t = useTexts()
  const groups = groupsOf(t, people)
  return (
    <Stack gap={16}>
      <Group gap={12}>
        <Box flex="1 1 320px">
          <Box component="h2" fz={17}>
            {t('access.title')}
          </Box>
          <p className="text-quiet">{t('access.text')}</p>
        </Box>
        <TextInput
          w={220}
          flex={{ base: 1, md: 'none' }}
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('access.search')}
          aria-label={t('access.search')}
          value={searchText}
          onChange={event => onSearchText(event.currentTarget.value)}
        />
        <Button leftSection={<IconUserPlus size={17} aria-hidden />} onClick={props.onInvite}>
          {t('access.invite')}
        </Button>
      </Group>
      {people.length === 0 && (
        <Panel>
          <EmptyState
            icon={<IconSearch size={28} stroke={1.5} />}
            title={t('access.noMatch', { searchText })}
            text={t('access.noMatchText')}
            action={
              <Button variant="default" onClick={() => onSearchText('')}>
                {t('access.clearSearch')}
              </Button>
            }
          />
        </Panel>
      )}
      {groups.map(group => (
        <PeopleGroup key={group.title} {...props} {...group} />
      ))}
      <Pager {...pages} />
    </Stack>
  )
}

/** Everyone else on the panel is of little interest here. */
const mostWithout = 5

type PeopleGroupProps = AccessViewProps & ReturnType<typeof groupsOf>[number]

function PeopleGroup({ title, isWithout, members, ...props }: PeopleGroupProps) {
  const { gameServerId, presets, searchText, asked, changing, onAsk, onChange } = props
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = isWithout && members.length > mostWithout && !isOpen && searchText === ''
  return (
    <Panel
      title={title}
      action={
        isFolded ? (
          <Button size="xs" variant="default" aria-expanded={false} onClick={() => setIsOpen(true)}>
            {t('access.showAll', { count: members.length })}
          </Button>
        ) : (
          <Box component="span" className="badge numbers">
            {members.length}
          </Box>
        )
      }
    >
      {!isFolded && (
        <ul className="divided">
          {members.map(person => (
            <AccessPerson
              key={person.user.id}
              {...person}
              presets={presets}
              gameServerId={gameServerId}
              isAsked={asked === person.user.id}
              isChanging={changing === person.user.id}
              onChange={isChanging => onChange(isChanging ? person.user.id : null)}
              onAsk={() => onAsk(asked === person.user.id ? null : person.user.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function AccessClosedView() {
  const t = useTexts()
  return (
    <EmptyState
      icon={<IconLock size={28} stroke={1.5} />}
      title={t('access.closedTitle')}
      text={t('access.closedText')}
    />
  )
}
