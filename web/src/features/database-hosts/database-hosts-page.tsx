// The page of database hosts, for administrators: the list, and one dialog at a time above it.

import { Button, Checkbox, Group, Modal } from '@mantine/core'
import {
  changeDatabaseHost,
  createDatabaseHost,
  type DatabaseHost,
  deleteDatabaseHost,
  listDatabaseHosts,
  testDatabaseHost,
} from '@rookery/contracts/http/database-hosts.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { DatabaseHostsView } from './database-hosts-view.tsx'
import { bodyOf, connectionOf, draftOf, type HostDraft } from './host-draft-rules.ts'
import { HostFormView } from './host-form-view.tsx'

type Dialog = { show: 'form'; host: DatabaseHost | null } | { show: 'delete'; host: DatabaseHost }

const formFields = [
  ...['name', 'address', 'port', 'user', 'password', 'authorities'],
  ...['address_for_games', 'port_for_games', 'max_databases', 'assigned.node_ids'],
]

export function DatabaseHostsPage() {
  const hosts = useQuery(apiQuery(listDatabaseHosts, {}))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <DatabaseHostsView
        status={hosts.data ? 'ready' : hosts.isError ? 'problem' : 'loading'}
        problem={hosts.error}
        hosts={hosts.data ?? []}
        onAdd={() => setDialog({ show: 'form', host: null })}
        onChange={host => setDialog({ show: 'form', host })}
        onDelete={host => setDialog({ show: 'delete', host })}
        onRetry={() => void hosts.refetch()}
      />
      {dialog?.show === 'form' && <FormDialog host={dialog.host} onClose={close} />}
      {dialog?.show === 'delete' && <DeleteDialog host={dialog.host} onClose={close} />}
    </>
  )
}

function FormDialog({ host, onClose }: { host: DatabaseHost | null; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const nodes = useQuery(wholeQuery(listNodes))
  const save = useMutation({
    mutationFn: (draft: HostDraft) =>
      host
        ? api(changeDatabaseHost, { params: { id: String(host.id) }, body: bodyOf(draft) })
        : api(createDatabaseHost, { body: bodyOf(draft) }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listDatabaseHosts) })
    },
  })
  const test = useMutation({
    mutationFn: (draft: HostDraft) =>
      api(testDatabaseHost, { body: { ...connectionOf(draft), ...(host && { host_id: host.id }) } }),
  })
  const refusal = useRefusal(save.error ?? test.error, formFields)
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      yOffset="5dvh"
      title={host ? t('databaseHosts.changeTitle', { name: host.name }) : t('databaseHosts.createTitle')}
    >
      <HostFormView
        draft={draftOf(host)}
        isNew={host === null}
        nodes={nodes.data?.items ?? []}
        isBusy={save.isPending}
        faults={refusal.faults}
        problem={save.error ? refusal.problem : null}
        trial={test.data ?? null}
        isTesting={test.isPending}
        testProblem={save.error === null ? refusal.problem : null}
        onTest={draft => {
          save.reset()
          test.mutate(draft)
        }}
        onSave={draft => {
          test.reset()
          save.mutate(draft)
        }}
        onClose={onClose}
      />
    </Modal>
  )
}

function DeleteDialog({ host, onClose }: { host: DatabaseHost; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isForgetting, setIsForgetting] = useState(false)
  const hasDatabases = host.databases > 0
  const remove = useMutation({
    mutationFn: () =>
      api(deleteDatabaseHost, {
        params: { id: String(host.id) },
        query: { databases: hasDatabases ? 'forget' : 'refuse' },
      }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listDatabaseHosts) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('databaseHosts.deleteTitle', { name: host.name })}>
      <div className={form.form}>
        {remove.error && <FormProblem>{problemMessage(t, remove.error)}</FormProblem>}
        <p className="text-quiet">{t('databaseHosts.deleteText')}</p>
        {hasDatabases && (
          <Checkbox
            label={t('databaseHosts.forget', { count: host.databases })}
            description={t('databaseHosts.forgetHint')}
            checked={isForgetting}
            onChange={event => setIsForgetting(event.currentTarget.checked)}
          />
        )}
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            color="danger"
            loading={remove.isPending}
            disabled={hasDatabases && !isForgetting}
            onClick={() => remove.mutate()}
          >
            {t('databaseHosts.delete')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
