// The webhooks: whom the panel tells, of what, and whether it arrives.

import { ActionIcon, Box, Button, Group, Menu, Stack } from '@mantine/core'
import type { Webhook } from '@rookery/contracts/http/webhooks.ts'
import {
  IconAlertTriangle,
  IconBan,
  IconBrandDiscord,
  IconBrandSlack,
  IconDots,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlus,
  IconSend,
  IconTrash,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SettingsTabs } from '../../parts/panel-settings/settings-tabs.tsx'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import tones from '../../ui/tone/tone.module.css'
import styles from './webhooks.module.css'

interface RowActions {
  /** The one that is being enabled. */
  enablingId: number | null
  onEnable: (webhook: Webhook) => void
  onChange: (webhook: Webhook) => void
  onTest: (webhook: Webhook) => void
  onDeliveries: (webhook: Webhook) => void
  onRenew: (webhook: Webhook) => void
  onDelete: (webhook: Webhook) => void
}

export interface WebhooksViewProps extends RowActions {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  webhooks: readonly Webhook[]
  /** Why one could not be enabled. */
  refusal: string | null
  onAdd: () => void
  onRetry: () => void
}

const icons: Record<Webhook['format'], TablerIcon> = {
  rookery: IconWebhook,
  discord: IconBrandDiscord,
  slack: IconBrandSlack,
}

const disabledStyle = { tone: 'resting', Icon: IconBan } as const

export function WebhooksView(props: WebhooksViewProps) {
  const t = useTexts()
  return (
    <PageFrame
      title={t('pages.settings')}
      actions={
        props.webhooks.length > 0 && (
          <Button leftSection={<IconPlus size={17} />} onClick={props.onAdd}>
            {t('webhooks.add')}
          </Button>
        )
      }
    >
      <SettingsTabs />
      <Content {...props} />
    </PageFrame>
  )
}

function Content({ status, problem, webhooks, refusal, onAdd, onRetry, ...actions }: WebhooksViewProps) {
  const t = useTexts()
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (status === 'loading') return <LoadingRows rows={2} />
  if (webhooks.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconWebhook size={28} stroke={1.5} />}
          title={t('webhooks.emptyTitle')}
          text={t('webhooks.emptyText')}
          action={
            <Button leftSection={<IconPlus size={17} />} onClick={onAdd}>
              {t('webhooks.add')}
            </Button>
          }
        />
      </Panel>
    )
  }
  return (
    <Stack gap={16}>
      <p className="text-quiet">{t('webhooks.text')}</p>
      {refusal && <FormProblem>{refusal}</FormProblem>}
      <Panel>
        <ul className="divided">
          {webhooks.map(webhook => (
            <WebhookRow key={webhook.id} webhook={webhook} {...actions} />
          ))}
        </ul>
      </Panel>
    </Stack>
  )
}

function WebhookRow({ webhook, ...actions }: RowActions & { webhook: Webhook }) {
  const t = useTexts()
  const { name, url, format, kinds, server_ids, waiting, enabled } = webhook
  const Icon = icons[format]
  return (
    <li className={styles.row}>
      <Icon size={20} stroke={1.7} className={styles.icon} aria-hidden />
      <div>
        <Group gap="4px 10px">
          <h3 className="breakable">{name}</h3>
          {!enabled && <Pill status={disabledStyle} label={t('webhooks.byHand')} />}
        </Group>
        <Dotted component="p" className="text-secondary" mt={2}>
          <span className="breakable">{url}</span>
          <span>{t('webhooks.eventCount', { count: kinds.length })}</span>
          <span>
            {server_ids === null
              ? t('webhooks.allServers')
              : t('webhooks.serverCount', { count: server_ids.length })}
          </span>
        </Dotted>
        <Condition webhook={webhook} />
        {waiting > 0 && (
          <Box component="p" className="text-hint" mt={4}>
            {t('webhooks.waitingCount', { count: waiting })}
          </Box>
        )}
      </div>
      <Group className={styles.rowButtons} gap={8}>
        {!enabled && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('webhooks.enableNamed', { name })}
            loading={actions.enablingId === webhook.id}
            onClick={() => actions.onEnable(webhook)}
          >
            {t('webhooks.enable')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => actions.onDeliveries(webhook)}>
          {t('webhooks.deliveries')}
        </Button>
      </Group>
      <RowMenu webhook={webhook} {...actions} />
    </li>
  )
}

function RowMenu({ webhook, ...actions }: RowActions & { webhook: Webhook }) {
  const t = useTexts()
  const items = [
    { text: t('webhooks.deliveries'), Icon: IconListDetails, act: actions.onDeliveries },
    { text: t('webhooks.test'), Icon: IconSend, act: actions.onTest },
    { text: t('webhooks.edit'), Icon: IconPencil, act: actions.onChange },
    { text: t('webhooks.renew'), Icon: IconKey, act: actions.onRenew },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('webhooks.more', { name: webhook.name })}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ text, Icon, act }) => (
          <Menu.Item key={text} leftSection={<Icon size={16} />} onClick={() => act(webhook)}>
            {text}
          </Menu.Item>
        ))}
        <Menu.Item
          color="danger"
          leftSection={<IconTrash size={16} />}
          onClick={() => actions.onDelete(webhook)}
        >
          {t('webhooks.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Whether what happens arrives. */
function Condition({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const { enabled, disabled_reason, disabled_by, disabled_at, failing_since, last_delivered_at } = webhook
  if (disabled_reason === 'failing') return <Trouble>{t('webhooks.gaveUp')}</Trouble>
  if (!enabled) {
    return (
      <Dotted component="p" className="text-secondary" mt={6}>
        {disabled_by !== null && <span>{t('webhooks.disabledBy', { user: disabled_by })}</span>}
        {disabled_at !== null && <TimeAgo isValue at={disabled_at} />}
        <span>{t('webhooks.byHandText')}</span>
      </Dotted>
    )
  }
  if (failing_since !== null) {
    return (
      <Trouble>
        {t('webhooks.failing')} <TimeAgo at={failing_since} />
      </Trouble>
    )
  }
  return (
    <Box component="p" className="text-hint" mt={4}>
      {last_delivered_at === null ? (
        t('webhooks.never')
      ) : (
        <>
          {t('webhooks.lastDelivered')} <TimeAgo at={last_delivered_at} />
        </>
      )}
    </Box>
  )
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <Group
      component="p"
      className={`text-secondary ${tones.trouble} ${tones.sign}`}
      mt={6}
      gap={8}
      wrap="nowrap"
      align="flex-start"
    >
      <IconAlertTriangle size={15} aria-hidden />
      <span>{children}</span>
    </Group>
  )
}
