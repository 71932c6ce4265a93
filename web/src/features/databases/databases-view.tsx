// The databases of a server.

import { ActionIcon, Button, Menu, Stack } from '@mantine/core'
import type { Database } from '@rookery/contracts/http/databases.ts'
import { IconDatabase, IconDots, IconKey, IconPlugConnected, IconPlus, IconTrash } from '@tabler/icons-react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { ListIntro } from '../../ui/controls/list-intro.tsx'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import styles from './databases.module.css'

interface RowActions {
  onConnection: (database: Database) => void
  onRotate: (database: Database) => void
  onDelete: (database: Database) => void
}

export interface DatabasesViewProps extends RowActions {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  databases: readonly Database[]
  /** By id, as far as hosts have answered. */
  sizes: ReadonlyMap<number, number | null>
  hasHosts: boolean
  onAdd: () => void
  onRetry: () => void
}

export function DatabasesView(props: DatabasesViewProps) {
  const t = useTexts()
  const { status, databases, sizes, hasHosts } = props
  if (status === 'problem') return <ProblemState problem={props.problem} onRetry={props.onRetry} />
  if (status === 'loading') return <LoadingRows rows={2} />
  const add = (
    <Button leftSection={<IconPlus size={17} />} onClick={props.onAdd}>
      {t('databases.create')}
    </Button>
  )
  if (databases.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconDatabase size={28} stroke={1.5} />}
          title={t('databases.emptyTitle')}
          text={t(hasHosts ? 'databases.emptyText' : 'databases.noHosts')}
          action={hasHosts ? add : undefined}
        />
      </Panel>
    )
  }
  return (
    <Stack gap={16}>
      <ListIntro text={t('databases.text')} action={hasHosts && add} />
      <Panel>
        <ul className="divided">
          {databases.map(database => (
            <DatabaseRow
              key={database.id}
              database={database}
              size={sizes.get(database.id) ?? null}
              {...props}
            />
          ))}
        </ul>
      </Panel>
    </Stack>
  )
}

interface DatabaseRowProps extends RowActions {
  database: Database
  size: number | null
}

function DatabaseRow({ database, size, onConnection, onRotate, onDelete }: DatabaseRowProps) {
  const t = useTexts()
  const language = useLanguage()
  const { label, name, kind, host, template_name: usedAs } = database
  return (
    <li className={styles.row}>
      <IconDatabase size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <div>
        <h3 className="breakable">{label}</h3>
        <Dotted component="p" className="text-secondary" mt={2}>
          <span className="mono breakable">{name}</span>
          <span>{t(`databases.kinds.${kind}`)}</span>
          <span>{host.name}</span>
          {usedAs !== null && <span>{t('databases.used')}</span>}
          {size !== null && <span>{formatValue(size, 'bytes', language)}</span>}
        </Dotted>
      </div>
      <Button
        className={styles.connect}
        size="xs"
        variant="default"
        aria-label={t('databases.connectNamed', { name: label })}
        onClick={() => onConnection(database)}
      >
        {t('databases.connect')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('databases.more', { name: label })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlugConnected size={16} />} onClick={() => onConnection(database)}>
            {t('databases.connect')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onRotate(database)}>
            {t('databases.rotate')}
          </Menu.Item>
          <Menu.Item color="danger" leftSection={<IconTrash size={16} />} onClick={() => onDelete(database)}>
            {t('databases.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
