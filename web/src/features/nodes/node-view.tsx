// The page of one node: its state and load, charts, what runs on it, its log, and its settings.

import { Group, Stack } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ShareBar } from '../../parts/usage/share-bar.tsx'
import { useTexts } from '../../texts/texts.ts'
import detail from '../../ui/controls/detail.module.css'
import { PageFrame } from '../../ui/controls/page-frame.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { nodeState, nodeStyles } from './node-state.ts'
import styles from './nodes.module.css'
import { PlacementPill } from './placing/placement-pill.tsx'
import { type measuredUsage, useNodeShares } from './use-node-shares.ts'

/** The panel's own words begin small and end open, as those of a log do. */
const asSentence = (reason: string) =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`

const refused = { tone: 'trouble', Icon: IconAlertTriangle } as const

interface NodeViewProps {
  node: Node
  /** What it uses, as its charts show; null as long as nothing is measured. */
  measured: ReturnType<typeof measuredUsage>
  /** What can be done at once: beside the heading. */
  actions?: ReactNode
  /** A button that leads to a new join command, for those who may let a machine join. */
  enroll?: ReactNode
  /** For those who may update it. */
  upgrade?: ReactNode
  gameServers: ReactNode
  /** Charts and log: left out while the node is offline. */
  charts: ReactNode
  log: ReactNode
  facts: ReactNode
  /** Left out for a node that has not joined. */
  sftp?: ReactNode
  /** What may come to it, for those who decide that. */
  placing?: ReactNode
  /** The dialog with the join command. */
  joinAgain?: ReactNode
  /** Left out for those who may only look. */
  manage?: ReactNode
}

export function NodeView(props: NodeViewProps) {
  const { node, actions, upgrade, charts, gameServers, log, facts, sftp, placing, joinAgain, manage } = props
  const t = useTexts()
  const shares = useNodeShares(node, props.measured)
  return (
    <PageFrame
      path={<Link to="/nodes">{t('pages.nodes')}</Link>}
      title={node.name}
      beside={<NodeStateLine node={node} />}
      actions={actions}
    >
      <NodeNotice {...props} />
      {upgrade}
      {node.online && (
        <div className={`panel ${styles.shares}`}>
          {shares.map(share => (
            <ShareBar key={share.label} {...share} hasLabel />
          ))}
        </div>
      )}
      <div className={detail.columns}>
        <Stack className={detail.main} gap={16}>
          {node.online && charts}
          {gameServers}
          {node.online && log}
          {placing}
          {sftp}
          {manage}
        </Stack>
        {facts}
      </div>
      {joinAgain}
    </PageFrame>
  )
}

function NodeStateLine({ node }: { node: Node }) {
  const t = useTexts()
  const state = nodeState(node)
  return (
    <Group component="span" className="text-quiet" gap="6px 12px">
      <Pill status={nodeStyles[state]} label={t(`nodes.${state}`)} />
      <PlacementPill node={node} />
      {!node.online && (
        <span>
          {node.last_seen_at ? (
            <>
              {t('node.seen')} <TimeAgo at={node.last_seen_at} />
            </>
          ) : (
            t('node.neverSeen')
          )}
        </span>
      )}
    </Group>
  )
}

/** What is the matter with the node, said once, with what helps. */
function NodeNotice({ node, enroll }: NodeViewProps) {
  const t = useTexts()
  const state = nodeState(node)
  if (node.refusal && node.enabled) {
    return (
      <Notice status={refused} title={t('node.refusedTitle')} action={enroll}>
        {node.refusal.code ? t(`node.refusal.${node.refusal.code}`) : asSentence(node.refusal.reason)}{' '}
        {t('node.refusedLast')} <TimeAgo at={node.refusal.at} />.
      </Notice>
    )
  }
  if (state === 'waiting') {
    return (
      <Notice status={nodeStyles.waiting} title={t('node.waitingTitle')} action={enroll}>
        {t('node.waitingText')}
      </Notice>
    )
  }
  if (state === 'disabled') {
    return (
      <Notice status={nodeStyles.disabled} title={t('node.disabledTitle')}>
        {t('node.switchOnText')}
      </Notice>
    )
  }
  if (state === 'away') {
    return (
      <Notice status={nodeStyles.away} title={t('node.awayTitle')}>
        {t('node.awayText')} <code className="mono">systemctl status rookery-daemon</code>
      </Notice>
    )
  }
  return null
}
