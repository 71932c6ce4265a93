// The database hosts: where servers get their databases.

import { ActionIcon, Button, Group, Menu, Stack } from '@mantine/core'
import type { DatabaseHost } from '@rookery/contracts/http/database-hosts.ts'
import { IconDatabase, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { SettingsTabs } from '../../parts/panel-settings/settings-tabs.tsx'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import styles from './database-hosts.module.css'

interface RowActions {
  onChange: (host: DatabaseHost) => void
  onDelete: (host: DatabaseHost) => void
}

export interface DatabaseHostsViewProps extends RowActions {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  hosts: readonly DatabaseHost[]
  onAdd: () => void
  onRetry: () => void
}

export function DatabaseHostsView(props: DatabaseHostsViewProps) {
  const t = useTexts()
  return (
    <PageFrame title={t('pages.settings')} actions={props.hosts.length > 0 && <AddButton {...props} />}>
      <SettingsTabs />
      <Content {...props} />
    </PageFrame>
  )
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  const t = useTexts()
  return (
    <Button leftSection={<IconPlus size={17} />} onClick={onAdd}>
      {t('databaseHosts.add')}
    </Button>
  )
}

function Content({ status, problem, hosts, onAdd, onRetry, ...actions }: DatabaseHostsViewProps) {
  const t = useTexts()
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (status === 'loading') return <LoadingRows rows={2} />
  if (hosts.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconDatabase size={28} stroke={1.5} />}
          title={t('databaseHosts.emptyTitle')}
          text={t('databaseHosts.emptyText')}
          action={<AddButton onAdd={onAdd} />}
        />
      </Panel>
    )
  }
  return (
    <Stack gap={16}>
      <p className="text-quiet">{t('databaseHosts.text')}</p>
      <Panel>
        <ul className="divided">
          {hosts.map(host => (
            <HostRow key={host.id} host={host} {...actions} />
          ))}
        </ul>
      </Panel>
    </Stack>
  )
}

function HostRow({ host, onChange, onDelete }: RowActions & { host: DatabaseHost }) {
  const t = useTexts()
  const { name, kind, address, port, databases, max_databases, assigned } = host
  const count = { count: databases }
  return (
    <li className={styles.row}>
      <IconDatabase size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <div>
        <h3 className="breakable">{name}</h3>
        <Dotted component="p" className="text-secondary" mt={2}>
          <span>{t(`databaseHosts.kinds.${kind}`)}</span>
          <span className="breakable">{`${address}:${port}`}</span>
          <span>
            {max_databases === null
              ? t('databaseHosts.databaseCount', count)
              : t('databaseHosts.databasesOf', { ...count, max: max_databases })}
          </span>
          <span>
            {assigned.to === 'all'
              ? t('databaseHosts.allNodes')
              : t('databaseHosts.nodeCount', { count: assigned.node_ids.length })}
          </span>
        </Dotted>
      </div>
      <Group gap={4} wrap="nowrap">
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('databaseHosts.more', { name })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onChange(host)}>
              {t('databaseHosts.edit')}
            </Menu.Item>
            <Menu.Item color="danger" leftSection={<IconTrash size={16} />} onClick={() => onDelete(host)}>
              {t('databaseHosts.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  )
}
