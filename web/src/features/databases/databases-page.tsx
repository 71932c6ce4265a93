// The databases tab: the list, and one dialog at a time above it.

import { Button, Group, Modal, TextInput } from '@mantine/core'
import {
  createDatabase,
  type Database,
  deleteDatabase,
  listDatabases,
  listOfferedDatabaseHosts,
  readDatabaseConnection,
  readDatabaseSizes,
  rotateDatabasePassword,
} from '@rookery/contracts/http/databases.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { ConnectionView } from './connection-view.tsx'
import { DatabasesView } from './databases-view.tsx'
import { NewDatabaseView } from './new-database-view.tsx'

type Dialog = { show: 'new' } | { show: 'connection' | 'rotate' | 'delete'; database: Database }

export function DatabasesPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  return <Databases key={serverId} server={serverId} />
}

function Databases({ server }: { server: string }) {
  const call = { params: { server } }
  const databases = useQuery(apiQuery(listDatabases, call))
  const hosts = useQuery(apiQuery(listOfferedDatabaseHosts, call))
  const sizes = useQuery({
    ...apiQuery(readDatabaseSizes, call),
    enabled: (databases.data?.length ?? 0) > 0,
    retry: false,
  })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const error = databases.error ?? hosts.error
  return (
    <>
      <DatabasesView
        status={databases.data && hosts.data ? 'ready' : error ? 'problem' : 'loading'}
        problem={error}
        databases={databases.data ?? []}
        sizes={new Map(sizes.data?.map(({ id, size_bytes }) => [id, size_bytes]))}
        hasHosts={(hosts.data?.length ?? 0) > 0}
        onAdd={() => setDialog({ show: 'new' })}
        onConnection={database => setDialog({ show: 'connection', database })}
        onRotate={database => setDialog({ show: 'rotate', database })}
        onDelete={database => setDialog({ show: 'delete', database })}
        onRetry={() => {
          void databases.refetch()
          void hosts.refetch()
        }}
      />
      {dialog?.show === 'new' && (
        <NewDialog
          server={server}
          onMade={database => setDialog({ show: 'connection', database })}
          onClose={close}
        />
      )}
      {dialog?.show === 'connection' && (
        <ConnectionDialog server={server} database={dialog.database} onClose={close} />
      )}
      {dialog?.show === 'rotate' && (
        <RotateDialog
          server={server}
          database={dialog.database}
          onDone={() => setDialog({ show: 'connection', database: dialog.database })}
          onClose={close}
        />
      )}
      {dialog?.show === 'delete' && (
        <DeleteDialog server={server} database={dialog.database} onClose={close} />
      )}
    </>
  )
}

interface NewDialogProps {
  server: string
  onMade: (database: Database) => void
  onClose: () => void
}

function NewDialog({ server, onMade, onClose }: NewDialogProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const call = { params: { server } }
  const hosts = useQuery(apiQuery(listOfferedDatabaseHosts, call))
  const create = useMutation({
    mutationFn: (body: { label: string; host_id: number }) => api(createDatabase, { ...call, body }),
    onSuccess: database => {
      onMade(database)
      return queryClient.invalidateQueries({ queryKey: apiQuery(listDatabases, call).queryKey })
    },
  })
  const refusal = useRefusal(create.error, ['label', 'host_id'])
  return (
    <Modal opened onClose={onClose} title={t('databases.createTitle')}>
      <NewDatabaseView
        hosts={hosts.data ?? []}
        isBusy={create.isPending}
        faults={refusal.faults}
        problem={refusal.problem}
        onCreate={body => create.mutate(body)}
        onClose={onClose}
      />
    </Modal>
  )
}

interface OfDatabase {
  server: string
  database: Database
  onClose: () => void
}

function ConnectionDialog({ server, database, onClose }: OfDatabase) {
  const t = useTexts()
  const call = { params: { server, database: String(database.id) } }
  // Not stored: a password is read when somebody looks at it.
  const connection = useQuery({ ...apiQuery(readDatabaseConnection, call), gcTime: 0, staleTime: 0 })
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('databases.connectionTitle', { name: database.label })}
    >
      {connection.error && <FormProblem>{problemMessage(t, connection.error)}</FormProblem>}
      {connection.isPending && <LoadingRows rows={3} />}
      {connection.data && <ConnectionView connection={connection.data} onClose={onClose} />}
    </Modal>
  )
}

function RotateDialog({ server, database, onDone, onClose }: OfDatabase & { onDone: () => void }) {
  const t = useTexts()
  const rotate = useMutation({
    mutationFn: () => api(rotateDatabasePassword, { params: { server, database: String(database.id) } }),
    onSuccess: onDone,
  })
  return (
    <Modal opened onClose={onClose} title={t('databases.rotateTitle', { name: database.label })}>
      <div className={form.form}>
        {rotate.error && <FormProblem>{problemMessage(t, rotate.error)}</FormProblem>}
        <p className="text-quiet">
          {t(database.template_name === null ? 'databases.rotateText' : 'databases.rotateUsedText')}
        </p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t('databases.rotate')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}

function DeleteDialog({ server, database, onClose }: OfDatabase) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => api(deleteDatabase, { params: { server, database: String(database.id) } }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({
        queryKey: apiQuery(listDatabases, { params: { server } }).queryKey,
      })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('databases.deleteTitle', { name: database.label })}>
      <div className={form.form}>
        {remove.error && <FormProblem>{problemMessage(t, remove.error)}</FormProblem>}
        <p className="text-quiet">{t('databases.deleteText')}</p>
        {database.template_name !== null && (
          <p className="text-quiet">{t('databases.deleteUsedText', { name: database.template_name })}</p>
        )}
        <TextInput
          label={t('databases.typeName', { name: database.label })}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            color="danger"
            loading={remove.isPending}
            disabled={typed.trim() !== database.label}
            onClick={() => remove.mutate()}
          >
            {t('databases.delete')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
