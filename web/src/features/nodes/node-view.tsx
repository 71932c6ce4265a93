// The page of one node: state, load, what runs on it, its log, and what can be done to it.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import frame from '../../ui/controls/controls.module.css'
import detail from '../../ui/controls/detail.module.css'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import styles from './node.module.css'
import { nodeState, nodeStyles } from './node-state.ts'

interface NodeViewProps {
  node: Node
  charts: ReactNode
  gameServers: ReactNode
  log: ReactNode
  facts: ReactNode
  /** Left out for a node that has not joined. */
  sftp?: ReactNode
  /** Left out for those who may only look. */
  manage?: ReactNode
}

export function NodeView({ node, charts, gameServers, log, facts, sftp, manage }: NodeViewProps) {
  const t = useTexts()
  const state = nodeState(node)
  return (
    <div className={frame.page}>
      <header>
        <nav className={detail.path} aria-label={t('pages.nodes')}>
          <Link to="/nodes">{t('pages.nodes')}</Link>
        </nav>
        <h1>{node.name}</h1>
        <div className={styles.strip}>
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
        </div>
      </header>
      <div className={detail.columns}>
        <div className={detail.main}>
          {charts}
          {gameServers}
          {log}
        </div>
        {facts}
      </div>
      {sftp}
      {manage}
    </div>
  )
}
