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

const refused = { tone: 'trouble', Icon: IconAlertTriangle } as const

interface NodeViewProps {
  node: Node
  /** For those who may update it. */
  upgrade?: ReactNode
  charts: ReactNode
  gameServers: ReactNode
  log: ReactNode
  facts: ReactNode
  /** Left out for a node that has not joined. */
  sftp?: ReactNode
  /** Left out for those who may only look. */
  manage?: ReactNode
}

export function NodeView(props: NodeViewProps) {
  const { node, upgrade, charts, gameServers, log, facts, sftp, manage } = props
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
        <Notice status={refused} title={t('node.refusedTitle')}>
          <TimeAgo at={node.refusal.at} />: {node.refusal.reason}
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
    </Stack>
  )
}
