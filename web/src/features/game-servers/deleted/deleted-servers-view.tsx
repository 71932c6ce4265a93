// Deleted servers whose files are still there: brought back, or deleted for good.

import { Box, Button, Group, Modal, NumberInput } from '@mantine/core'
import type { DeletedServer } from '@rookery/contracts/http/deleted-servers.ts'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { PageFrame } from '../../../ui/controls/page-frame.tsx'
import table from '../../../ui/controls/table.module.css'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { TimeAgo, TimeUntil } from '../../../ui/time/live-time.tsx'
import styles from './deleted-servers.module.css'

export interface DeletedServersViewProps {
  status: 'loading' | 'ready' | 'problem'
  problem?: unknown
  servers: DeletedServer[]
  /** The uuid that is being restored or deleted. */
  busyWith: string | null
  /** Why the last attempt failed. */
  refusal: string | null
  /** One that cannot come back because another server has its port by now. */
  withoutPort: DeletedServer | null
  onRestore: (server: DeletedServer, port?: number) => void
  onDelete: (server: DeletedServer) => void
  /** What was refused is no longer of interest. */
  onForget: () => void
  onRetry: () => void
}

export function DeletedServersView(props: DeletedServersViewProps) {
  const t = useTexts()
  const [deleting, setDeleting] = useState<DeletedServer | null>(null)
  return (
    <PageFrame path={<Link to="/servers">{t('pages.servers')}</Link>} title={t('deletedServers.title')}>
      <Rows {...props} onAskDelete={setDeleting} />
      {props.withoutPort && <OtherPort {...props} server={props.withoutPort} />}
      {deleting && (
        <Modal
          opened
          onClose={() => setDeleting(null)}
          title={t('deletedServers.deleteTitle', { name: deleting.name })}
        >
          <p className="text-quiet">{t('deletedServers.deleteText', { node: deleting.node.name })}</p>
          <Group mt={20} gap={8} justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setDeleting(null)}>
              {t('actions.cancel')}
            </Button>
            <Button
              color="danger"
              onClick={() => {
                setDeleting(null)
                props.onDelete(deleting)
              }}
            >
              {t('deletedServers.delete')}
            </Button>
          </Group>
        </Modal>
      )}
    </PageFrame>
  )
}

type RowsProps = DeletedServersViewProps & { onAskDelete: (server: DeletedServer) => void }

function Rows(props: RowsProps) {
  const { status, problem, servers, refusal, withoutPort, onRetry } = props
  const t = useTexts()
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (servers.length === 0) {
    return (
      <EmptyState
        icon={<IconTrash size={28} stroke={1.5} />}
        title={t('deletedServers.emptyTitle')}
        text={t('deletedServers.emptyText')}
      />
    )
  }
  return (
    <>
      <p className="text-quiet">{t('deletedServers.text')}</p>
      {refusal && !withoutPort && <FormProblem>{refusal}</FormProblem>}
      <div className={`panel ${table.scroll}`}>
        <table className={`${table.table} ${table.stacks} ${styles.table}`}>
          <thead>
            <tr>
              <th>{t('deletedServers.server')}</th>
              <th>{t('deletedServers.node')}</th>
              <th>{t('deletedServers.deleted')}</th>
              <th>{t('deletedServers.filesGo')}</th>
              <th aria-label={t('deletedServers.actions')} />
            </tr>
          </thead>
          <tbody>
            {servers.map(server => (
              <Row key={server.uuid} server={server} {...props} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({ server, busyWith, onRestore, onAskDelete }: RowsProps & { server: DeletedServer }) {
  const t = useTexts()
  const { template, deleted_by: by } = server
  return (
    <tr>
      <td className={table.grow}>
        <Group gap={12} wrap="nowrap">
          <GameIcon template={template ?? { slug: server.name, name: server.name }} size={28} />
          <span className={styles.names}>
            <span className={table.strong}>{server.name}</span>
            <span className="text-caption">{template?.name ?? t('deletedServers.templateGone')}</span>
          </span>
        </Group>
      </td>
      <td data-label={t('deletedServers.node')}>{server.node.name}</td>
      <td className={styles.deleted} data-label={t('deletedServers.deleted')}>
        <TimeAgo isValue at={server.deleted_at} />
        {by && <span className="text-quiet"> {t('deletedServers.by', { user: by.login })}</span>}
      </td>
      <td data-label={t('deletedServers.filesGo')}>
        {server.expires_at ? <TimeUntil isValue isDate at={server.expires_at} /> : t('deletedServers.never')}
      </td>
      <td className={styles.actions}>
        <Group gap={8} wrap="nowrap" justify="flex-end">
          {/* Without its template it cannot come back, as its line says. */}
          {template && (
            <Button
              size="xs"
              variant="default"
              loading={busyWith === server.uuid}
              onClick={() => onRestore(server)}
            >
              {t('deletedServers.restore')}
            </Button>
          )}
          <Button
            size="xs"
            variant="light"
            color="danger"
            disabled={busyWith === server.uuid}
            onClick={() => onAskDelete(server)}
          >
            {t('deletedServers.delete')}
          </Button>
        </Group>
      </td>
    </tr>
  )
}

function OtherPort({
  server,
  refusal,
  busyWith,
  onRestore,
  onForget,
}: DeletedServersViewProps & { server: DeletedServer }) {
  const t = useTexts()
  const [port, setPort] = useState<number | null>(null)
  return (
    <Modal opened onClose={onForget} title={t('deletedServers.portTitle', { name: server.name })}>
      <p className="text-quiet">{t('deletedServers.portText', { port: server.port })}</p>
      {refusal && (
        <Box mt={12}>
          <FormProblem>{refusal}</FormProblem>
        </Box>
      )}
      <NumberInput
        mt={12}
        label={t('deletedServers.port')}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        data-autofocus
        onChange={value => setPort(typeof value === 'number' ? value : null)}
      />
      <Group mt={20} gap={8} justify="flex-end">
        <Button variant="default" onClick={onForget}>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={port === null}
          loading={busyWith === server.uuid}
          onClick={() => port !== null && onRestore(server, port)}
        >
          {t('deletedServers.restore')}
        </Button>
      </Group>
    </Modal>
  )
}
