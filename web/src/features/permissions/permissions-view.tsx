// Who may do what on one game server: each person in short, why on demand, and the way to change it.

import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { IconLock, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { Pager } from '../../ui/controls/pager.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { accessSummary } from './permission-summary-rules.ts'
import styles from './permissions.module.css'
import { AccessPerson } from './permissions-person.tsx'

export interface PersonHere {
  user: User
  /** Null while they are read. */
  cells: readonly PermissionOnGameServer[] | null
  hasFailed: boolean
}

interface AccessViewProps {
  people: readonly PersonHere[]
  searchText: string
  /** Whose reasons are shown. */
  asked: number | null
  pages: ComponentProps<typeof Pager>
  onSearchText: (searchText: string) => void
  onAsk: (userId: number | null) => void
}

const isWithout = ({ cells }: PersonHere) => cells !== null && accessSummary(cells).kind === 'none'

export function AccessView({ people, searchText, asked, pages, onSearchText, onAsk }: AccessViewProps) {
  const t = useTexts()
  const groups = [
    { title: t('access.withAccess'), members: people.filter(person => !isWithout(person)) },
    { title: t('access.without'), members: people.filter(isWithout) },
  ]
  return (
    <Stack gap={16}>
      <Group className={styles.head} gap={12}>
        <div>
          <h2>{t('access.title')}</h2>
          <p>{t('access.text')}</p>
        </div>
        <TextInput
          className={styles.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('access.search')}
          aria-label={t('access.search')}
          value={searchText}
          onChange={event => onSearchText(event.currentTarget.value)}
        />
        <Button
          variant="default"
          renderRoot={props => <Link to="/people" search={{ new: true }} {...props} />}
        >
          {t('access.invite')}
        </Button>
      </Group>
      {people.length === 0 && <p className={styles.nobody}>{t('access.noMatch', { searchText })}</p>}
      {groups.map(
        ({ title, members }) =>
          members.length > 0 && (
            <Panel key={title} title={title}>
              <ul>
                {members.map(person => (
                  <AccessPerson
                    key={person.user.id}
                    {...person}
                    isAsked={asked === person.user.id}
                    onAsk={() => onAsk(asked === person.user.id ? null : person.user.id)}
                  />
                ))}
              </ul>
            </Panel>
          ),
      )}
      <Pager {...pages} />
    </Stack>
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
