// The page of one node: state, load, what runs on it, its log, and what can be done to it.

import { Group, Stack } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import detail from '../../ui/controls/detail.module.css'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { nodeState, nodeStyles } from './node-state.ts'

/** The panel's own words begin small and end open, as those of a log do. */
const asSentence = (reason: string) =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`

const refused = { tone: 'trouble', Icon: IconAlertTriangle } as const

interface NodeViewProps {
  node: Node
  /** A button that leads to a new join command, for those who may let a machine join. */
  enroll?: ReactNode
  /** For those who may update it. */
  upgrade?: ReactNode
  charts: ReactNode
  gameServers: ReactNode
  log: ReactNode
  facts: ReactNode
  /** Left out for a node that has not joined. */
  sftp?: ReactNode
  /** The dialog with the join command. */
  joinAgain?: ReactNode
  /** Left out for those who may only look. */
  manage?: ReactNode
}

export function NodeView(props: NodeViewProps) {
  const { node, enroll, upgrade, charts, gameServers, log, facts, sftp, joinAgain, manage } = props
  const t = useTexts()
  const state = nodeState(node)
  return (
    <Stack className={frame.page} gap={20}>
      <header>
        <Group
          component="nav"
          className={`text-hint ${detail.path}`}
          gap={4}
          wrap="nowrap"
          aria-label={t('pages.nodes')}
        >
          <Link to="/nodes">{t('pages.nodes')}</Link>
        </Group>
        <h1>{node.name}</h1>
        <Group className="text-quiet" gap="6px 12px" mt={10}>
          <Pill status={nodeStyles[state]} label={t(`nodes.${state}`)} size="large" />
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
      </header>
      {node.refusal && node.enabled && (
        <Notice status={refused} title={t('node.refusedTitle')} action={enroll}>
          {node.refusal.code ? t(`node.refusal.${node.refusal.code}`) : asSentence(node.refusal.reason)}{' '}
          {t('node.refusedLast')} <TimeAgo at={node.refusal.at} />.
        </Notice>
      )}
      {state === 'waiting' && (
        <Notice status={nodeStyles.waiting} title={t('node.waitingTitle')} action={enroll}>
          {t('node.waitingText')}
        </Notice>
      )}
      {upgrade}
      <div className={detail.columns}>
        <Stack className={detail.main} gap={16}>
          {charts}
          {gameServers}
          {log}
        </Stack>
        {facts}
      </div>
      {sftp}
      {manage}
      {joinAgain}
    </Stack>
  )
}
