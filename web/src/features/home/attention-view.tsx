// What needs attention, each with the button that helps; or the quiet word that all is well.

import { Box, Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconDatabaseExport,
  IconPlugConnectedX,
  IconWebhook,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { offlineNodeStyle } from '../../parts/run-state/state-style.ts'
import { useLanguage, useTexts, withTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatValue } from '../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Fallen, type FallenFixes, FallenGroup, helpWidth } from './fallen-view.tsx'
import styles from './home.module.css'
import { type Attention, visibleRows } from './logic/attention.ts'
import { nextStepOf } from './logic/fixes.ts'

interface AttentionViewProps {
  attention: Attention[]
  gameServerCount: number
  fixes: FallenFixes
}

const heading = { fz: 20, fw: 620, lts: '-0.016em' }

export function AttentionView({ attention, gameServerCount, fixes }: AttentionViewProps) {
  const t = useTexts()
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const [isWhole, setIsWhole] = useState(false)
  if (attention.length === 0) {
    return (
      <Group component="p" gap="4px 10px">
        <IconCircleCheckFilled size={20} color="var(--state-running)" aria-hidden />
        <Box component="strong" {...heading}>
          {t('home.allWell')}
        </Box>
        <span className="text-faint">{t('home.allWellText', { count: gameServerCount })}</span>
      </Group>
    )
  }
  const visible = visibleRows(attention.length, { isNarrow, isWhole })
  const next = nextStepOf(attention, fixes)
  return (
    <Stack component="section" gap={10} aria-label={t('home.attention')}>
      <Group component="h2" gap={8} {...heading}>
        {t('home.attention')} <span className={`badge ${styles.count}`}>{attention.length}</span>
      </Group>
      <div className="panel">
        {attention.slice(0, visible).map(each => {
          if (each.kind === 'node') return <NodeAway key={`node-${each.node.id}`} {...each} />
          if (each.kind === 'newNode')
            return <NeverConnected key={`node-${each.node.id}`} node={each.node} isNext={each === next} />
          if (each.kind === 'panelCertificate')
            return <PanelCertificate key="panel" daysLeft={each.daysLeft} />
          if (each.kind === 'panelBackup')
            return <PanelBackupMatter key={`panelBackup-${each.trouble.since}`} {...each} />
          if (each.kind === 'webhook') return <DeafWebhook key={`webhook-${each.webhook.id}`} {...each} />
          if (each.kind === 'backups' || each.kind === 'failedBackups')
            return <BackupMatter key={each.kind} {...each} />
          if (each.kind === 'gameServers')
            return (
              <FallenGroup
                key={`group-${each.gameServers[0]?.id}`}
                group={each}
                fixes={fixes}
                isNext={each === next}
              />
            )
          if (each.kind !== 'gameServer')
            return <Strained key={`${each.kind}-${each.node.id}`} matter={each} />
          return (
            <Fallen
              key={each.gameServer.id}
              gameServer={each.gameServer}
              fixes={fixes}
              isNext={each === next}
            />
          )
        })}
      </div>
      <Further left={attention.length - visible} isWhole={isWhole} onMore={() => setIsWhole(true)} />
    </Stack>
  )
}

interface FurtherProps {
  left: number
  isWhole: boolean
  onMore: () => void
}

function Further({ left, isWhole, onMore }: FurtherProps) {
  const t = useTexts()
  if (left <= 0) return null
  const text = t('home.further', { count: left })
  if (!isWhole) {
    return (
      <Button size="xs" variant="default" mr="auto" onClick={onMore}>
        {text}
      </Button>
    )
  }
  return (
    <p>
      <Link to="/servers" className="link">
        {text}
      </Link>
    </p>
  )
}

interface NodeButtonProps {
  nodeId: number
  label: string
  isNext?: boolean
}

function NodeButton({ nodeId, label, isNext = false }: NodeButtonProps) {
  return (
    <Button
      size="xs"
      variant={isNext ? 'filled' : 'default'}
      miw={helpWidth}
      renderRoot={props => <Link to="/nodes/$nodeId" params={{ nodeId: String(nodeId) }} {...props} />}
    >
      {label}
    </Button>
  )
}

/** Somebody added it and has not run its command yet, or it did not get through. */
function NeverConnected({
  node,
  isNext,
}: Pick<Extract<Attention, { kind: 'newNode' }>, 'node'> & { isNext: boolean }) {
  const t = useTexts()
  return (
    <Notice
      isRow
      status={{ tone: 'warning', Icon: IconPlugConnectedX }}
      title={t('home.nodeNew', { name: node.name })}
      action={<NodeButton nodeId={node.id} label={t('home.connectNode')} isNext={isNext} />}
    >
      {t('home.nodeNewText')}
    </Notice>
  )
}

const namedAtOnce = 3

/** Few homes say it: the sentences are loaded when one is needed. */
const loadReasons = withTexts(['backups'], () => import('../../parts/backups/storage-reason-rules.ts'))
const StorageReason = lazy(async () => {
  const { storageReasonText } = await loadReasons()
  return {
    default: function Reason({ reason }: { reason: string }) {
      return storageReasonText(useTexts(), reason, useLanguage())
    },
  }
})

/** Servers whose backups fail, with why the last did; or servers that nobody has backed up lately. */
function BackupMatter({ kind, servers, total }: Extract<Attention, { kind: 'backups' | 'failedBackups' }>) {
  const t = useTexts()
  const names = servers.slice(0, namedAtOnce).map(({ name }) => name)
  const left = total - names.length
  const [first] = servers
  return (
    <Notice
      isRow
      status={kind === 'backups' ? { tone: 'warning', Icon: IconDatabaseExport } : strained}
      title={t(kind === 'backups' ? 'homeBackups.title' : 'homeBackups.failed', { count: total })}
      action={
        first && (
          <Button
            size="xs"
            variant="default"
            miw={helpWidth}
            renderRoot={props => (
              <Link to="/servers/$serverId/backups" params={{ serverId: String(first.id) }} {...props} />
            )}
          >
            {t('homeBackups.open', { name: first.name })}
          </Button>
        )
      }
    >
      {left > 0 ? t('activity.more', { list: names.join(', '), count: left }) : names.join(', ')}
      {first && 'problem' in first && (
        <>
          {': '}
          <Suspense fallback={null}>
            <StorageReason reason={first.problem} />
          </Suspense>
        </>
      )}
    </Notice>
  )
}

const ofPanelBackup = {
  failed: { title: 'homeBackups.panelFailed', since: 'homeBackups.panelFirstFailure' },
  not_restorable: { title: 'homeBackups.panelNotRestorable', since: 'homeBackups.panelTrialFailed' },
  /** Since the last good one, unless there was none. */
  overdue: { title: 'homeBackups.panelOverdue', since: 'homeBackups.panelChosen' },
} as const

/** Why is said where it is mended. */
function PanelBackupMatter({ trouble, lastGoodAt }: Extract<Attention, { kind: 'panelBackup' }>) {
  const t = useTexts()
  const { title, since } = ofPanelBackup[trouble.kind]
  const facts = [
    ...(lastGoodAt === null || trouble.kind !== 'overdue' ? [{ text: t(since), at: trouble.since }] : []),
    { text: t(lastGoodAt === null ? 'homeBackups.panelNever' : 'homeBackups.panelLastGood'), at: lastGoodAt },
  ]
  return (
    <Notice
      isRow
      status={trouble.kind === 'overdue' ? { tone: 'warning', Icon: IconDatabaseExport } : strained}
      title={t(title)}
      action={
        <Button
          size="xs"
          variant="default"
          miw={helpWidth}
          renderRoot={props => <Link to="/backup-storages" {...props} />}
        >
          {t('pages.backupStorages')}
        </Button>
      }
    >
      <Dotted>
        {facts.map(({ text, at }) => (
          <span key={text}>
            {text} {at !== null && <TimeAgo at={at} />}
          </span>
        ))}
      </Dotted>
    </Notice>
  )
}

function DeafWebhook({ webhook }: Extract<Attention, { kind: 'webhook' }>) {
  const t = useTexts()
  return (
    <Notice
      isRow
      status={{ tone: 'warning', Icon: IconWebhook }}
      title={t('home.webhook', { name: webhook.name })}
      action={
        <Button
          size="xs"
          variant="default"
          miw={helpWidth}
          renderRoot={props => <Link to="/webhooks" {...props} />}
        >
          {t('pages.webhooks')}
        </Button>
      }
    >
      {t('home.webhookText')}
    </Notice>
  )
}

function NodeAway({ node, gameServers }: Extract<Attention, { kind: 'node' }>) {
  const t = useTexts()
  return (
    <Notice
      isRow
      status={offlineNodeStyle}
      title={t('home.nodeAway', { name: node.name })}
      action={<NodeButton nodeId={node.id} label={t('home.seeNode')} />}
    >
      {gameServers === 0 ? t('home.nodeAwayEmpty') : t('home.nodeAwayText', { count: gameServers })}{' '}
      {node.last_seen_at && (
        <>
          {t('home.lastSeen')} <TimeAgo at={node.last_seen_at} />.
        </>
      )}
    </Notice>
  )
}

const strained = { tone: 'trouble', Icon: IconAlertTriangleFilled } as const

interface StrainedProps {
  matter: Extract<Attention, { kind: 'overloaded' | 'diskFull' | 'certificate' }>
}

/** A node that works, and will not for long. */
function Strained({ matter }: StrainedProps) {
  const t = useTexts()
  const language = useLanguage()
  const { node } = matter
  const action = <NodeButton nodeId={node.id} label={t('home.seeNode')} />
  if (matter.kind === 'overloaded') {
    const percent = formatValue(matter.percent, 'percent', language)
    return (
      <Notice
        isRow
        status={strained}
        title={t('nodeTrouble.overloaded', { name: node.name })}
        action={action}
      >
        {t(matter.by === 'cpu' ? 'nodeTrouble.overloadedCpu' : 'nodeTrouble.overloadedMemory', { percent })}
      </Notice>
    )
  }
  if (matter.kind === 'diskFull') {
    const percent = formatValue(Math.floor(matter.percent), 'percent', language)
    const free = matter.freeBytes === null ? '' : formatValue(matter.freeBytes, 'bytes', language)
    return (
      <Notice
        isRow
        status={strained}
        title={t('nodeTrouble.diskFull', { name: node.name, percent })}
        action={action}
      >
        {free && t('nodeTrouble.diskFullFree', { free })} {t('nodeTrouble.diskFullText')}
      </Notice>
    )
  }
  return (
    <Notice
      isRow
      status={strained}
      title={t('nodeTrouble.certificate', { name: node.name, count: matter.daysLeft })}
      action={action}
    >
      {t('nodeTrouble.certificateText')}
    </Notice>
  )
}

function PanelCertificate({ daysLeft }: { daysLeft: number }) {
  const t = useTexts()
  return (
    <Notice isRow status={strained} title={t('nodeTrouble.panelCertificate', { count: daysLeft })}>
      {t('nodeTrouble.panelCertificateText')}
    </Notice>
  )
}
