// The page of webhooks, for administrators: the list, and one dialog at a time above it.

import { Button, Group, Modal, Stack } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import {
  changeWebhook,
  createWebhook,
  type Delivery,
  type DeliveryState,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  renewWebhookSecret,
  replayDelivery,
  testWebhook,
  type Webhook,
} from '@rookery/contracts/http/webhooks.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { CopyField } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'
import { FormHint, FormProblem } from '../../ui/feedback/form-message.tsx'
import { DeliveriesView, TestOutcomeView } from './deliveries-view.tsx'
import { adviceOf, needsEdit } from './outcome-rules.ts'
import { bodyOf, draftOf, type WebhookDraft } from './webhook-draft-rules.ts'
import { WebhookFormView } from './webhook-form-view.tsx'
import { WebhooksView } from './webhooks-view.tsx'

type Dialog =
  | { show: 'form'; webhook: Webhook | null }
  | { show: 'delete' | 'test' | 'deliveries' | 'renew'; webhook: Webhook }
  | { show: 'secret'; name: string; secret: string }

const formFields = ['name', 'url', 'server_ids']
const deliveriesAtOnce = 50
const lookAgainMs = 5_000

export function WebhooksPage() {
  const webhooks = useQuery({ ...apiQuery(listWebhooks, {}), refetchInterval: lookAgainMs })
  const t = useTexts()
  const queryClient = useQueryClient()
  const enable = useMutation({
    mutationFn: (webhook: Webhook) =>
      api(changeWebhook, {
        params: { id: String(webhook.id) },
        body: bodyOf({ ...draftOf(webhook), enabled: true }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listWebhooks) }),
  })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <WebhooksView
        status={webhooks.data ? 'ready' : webhooks.isError ? 'problem' : 'loading'}
        problem={webhooks.error}
        webhooks={webhooks.data ?? []}
        enablingId={enable.isPending ? enable.variables.id : null}
        refusal={enable.error ? problemMessage(t, enable.error) : null}
        onEnable={webhook => enable.mutate(webhook)}
        onAdd={() => setDialog({ show: 'form', webhook: null })}
        onChange={webhook => setDialog({ show: 'form', webhook })}
        onTest={webhook => setDialog({ show: 'test', webhook })}
        onDeliveries={webhook => setDialog({ show: 'deliveries', webhook })}
        onRenew={webhook => setDialog({ show: 'renew', webhook })}
        onDelete={webhook => setDialog({ show: 'delete', webhook })}
        onRetry={() => void webhooks.refetch()}
      />
      {dialog && dialog.show !== 'secret' && (
        <ChosenDialog dialog={dialog} onShow={setDialog} onClose={close} />
      )}
      {dialog?.show === 'secret' && <SecretDialog {...dialog} onClose={close} />}
    </>
  )
}

interface ChosenDialogProps {
  dialog: Exclude<Dialog, { show: 'secret' }>
  onShow: (dialog: Dialog) => void
  onClose: () => void
}

function ChosenDialog({ dialog, onShow, onClose }: ChosenDialogProps) {
  const showSecret = (name: string, secret: string) => onShow({ show: 'secret', name, secret })
  switch (dialog.show) {
    case 'form':
      return <FormDialog webhook={dialog.webhook} onSecret={showSecret} onClose={onClose} />
    case 'test':
      return (
        <TestDialog
          webhook={dialog.webhook}
          onEdit={() => onShow({ show: 'form', webhook: dialog.webhook })}
          onClose={onClose}
        />
      )
    case 'deliveries':
      return <DeliveriesDialog webhook={dialog.webhook} onClose={onClose} />
    case 'renew':
      return <RenewDialog webhook={dialog.webhook} onSecret={showSecret} onClose={onClose} />
    case 'delete':
      return <DeleteDialog webhook={dialog.webhook} onClose={onClose} />
  }
}

interface SecretMade {
  onSecret: (name: string, secret: string) => void
  onClose: () => void
}

function FormDialog({ webhook, onSecret, onClose }: SecretMade & { webhook: Webhook | null }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const servers = useQuery(wholeQuery(listGameServers))
  const save = useMutation({
    mutationFn: async (draft: WebhookDraft) => {
      const body = bodyOf(draft)
      if (!webhook) return api(createWebhook, { body: { ...body, url: body.url ?? '' } })
      return { ...(await api(changeWebhook, { params: { id: String(webhook.id) }, body })), secret: null }
    },
    onSuccess: ({ name, format, secret }) => {
      // Chat services check no signature.
      if (secret !== null && format === 'rookery') onSecret(name, secret)
      else onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listWebhooks) })
    },
  })
  const refusal = useRefusal(save.error, formFields)
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      yOffset="5dvh"
      title={webhook ? t('webhooks.changeTitle', { name: webhook.name }) : t('webhooks.createTitle')}
    >
      <WebhookFormView
        draft={draftOf(webhook)}
        isNew={webhook === null}
        hiddenUrl={webhook !== null && webhook.format !== 'rookery' ? webhook.url : null}
        servers={servers.data?.items ?? []}
        isBusy={save.isPending}
        faults={refusal.faults}
        problem={refusal.problem}
        onSave={draft => save.mutate(draft)}
        onClose={onClose}
      />
    </Modal>
  )
}

/** Closed only by its button: the secret is not shown again. */
function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('webhooks.secretTitle', { name })}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap={16}>
        <FormHint>{t('webhooks.secretText')}</FormHint>
        <CopyField text={secret} label={t('webhooks.copySecret')} />
        <Group gap={8} justify="flex-end">
          <Button onClick={onClose}>{t('actions.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface TestDialogProps {
  webhook: Webhook
  onEdit: () => void
  onClose: () => void
}

function TestDialog({ webhook, onEdit, onClose }: TestDialogProps) {
  const t = useTexts()
  const test = useQuery({
    queryKey: ['test of a webhook', webhook.id],
    queryFn: () => api(testWebhook, { params: { id: String(webhook.id) } }),
    // Each opening of the dialog is one test.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
  })
  const outcome = test.isFetching ? null : (test.data ?? null)
  const hasToEdit = outcome !== null && needsEdit(adviceOf(outcome, webhook.format))
  return (
    <Modal opened onClose={onClose} title={t('webhooks.testTitle', { name: webhook.name })}>
      <Stack gap={16}>
        {test.error ? (
          <FormProblem>{problemMessage(t, test.error)}</FormProblem>
        ) : (
          <TestOutcomeView outcome={outcome} format={webhook.format} />
        )}
        <Group gap={8} justify="flex-end">
          <Button variant="default" disabled={test.isFetching} onClick={() => void test.refetch()}>
            {t('webhooks.again')}
          </Button>
          {hasToEdit && <Button onClick={onEdit}>{t('webhooks.editThis')}</Button>}
          <Button variant={hasToEdit ? 'default' : 'filled'} onClick={onClose}>
            {t('actions.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [state, setState] = useState<DeliveryState | null>(null)
  const params = { id: String(webhook.id) }
  const key = [...keyOf(listDeliveries), webhook.id]
  const pages = useInfiniteQuery({
    queryKey: [...key, state],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      api(listDeliveries, {
        params,
        query: {
          per_page: deliveriesAtOnce,
          ...(state && { state }),
          ...(pageParam !== null && { before: String(pageParam) }),
        },
      }),
    getNextPageParam: last => (last.length < deliveriesAtOnce ? null : (last.at(-1)?.id ?? null)),
    refetchInterval: lookAgainMs,
  })
  const replay = useMutation({
    mutationFn: ({ id }: Delivery) => api(replayDelivery, { params: { ...params, delivery: String(id) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      yOffset="5dvh"
      title={`${t('webhooks.deliveries')}: ${webhook.name}`}
    >
      <DeliveriesView
        status={pages.data ? 'ready' : pages.isError ? 'problem' : 'loading'}
        problem={pages.error}
        deliveries={pages.data?.pages.flat() ?? []}
        state={state}
        hasOlder={pages.hasNextPage}
        isBusy={replay.isPending}
        refusal={replay.error ? problemMessage(t, replay.error) : null}
        onState={setState}
        onOlder={() => void pages.fetchNextPage()}
        onReplay={delivery => replay.mutate(delivery)}
        onRetry={() => void pages.refetch()}
      />
    </Modal>
  )
}

function RenewDialog({ webhook, onSecret, onClose }: SecretMade & { webhook: Webhook }) {
  const t = useTexts()
  const renew = useMutation({
    mutationFn: () => api(renewWebhookSecret, { params: { id: String(webhook.id) } }),
    onSuccess: ({ secret }) => onSecret(webhook.name, secret),
  })
  return (
    <Question
      title={t('webhooks.renewTitle', { name: webhook.name })}
      text={t('webhooks.renewText')}
      problem={renew.error && problemMessage(t, renew.error)}
      onClose={onClose}
    >
      <Button loading={renew.isPending} onClick={() => renew.mutate()}>
        {t('webhooks.renewButton')}
      </Button>
    </Question>
  )
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api(deleteWebhook, { params: { id: String(webhook.id) } }),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: keyOf(listWebhooks) })
    },
  })
  return (
    <Question
      title={t('webhooks.deleteTitle', { name: webhook.name })}
      text={t('webhooks.deleteText')}
      problem={remove.error && problemMessage(t, remove.error)}
      onClose={onClose}
    >
      <Button color="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('webhooks.delete')}
      </Button>
    </Question>
  )
}

interface QuestionProps {
  title: string
  text: string
  problem: string | null
  /** The button that says yes. */
  children: ReactNode
  onClose: () => void
}

function Question({ title, text, problem, children, onClose }: QuestionProps) {
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={title}>
      <div className={form.form}>
        {problem && <FormProblem>{problem}</FormProblem>}
        <p className="text-quiet">{text}</p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          {children}
        </Group>
      </div>
    </Modal>
  )
}
