// The nodes: who is there, what each can run, when it was last seen.

import { Button } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconLock, IconPlus, IconServerBolt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { runtimeNames } from '../../parts/run-state/runtime-names.ts'
import { useTexts } from '../../texts/texts.ts'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { nodeState, nodeStyles } from './node-state.ts'
import styles from './nodes.module.css'

interface NodesViewProps {
  /** Closed: this person may not see the nodes at all. */
  status: 'loading' | 'problem' | 'closed' | 'ready'
  canAdd: boolean
  /** May hand out join commands for nodes that are there. */
  canEnroll: boolean
  problem?: unknown
  nodes: Node[]
  gameServersOn: (nodeId: number) => number
  /** What stands above the table, for those who may update nodes. */
  upgrades?: ReactNode
  onAdd: () => void
  onEnroll: (node: Node) => void
  onRetry: () => void
}

export function NodesView(props: NodesViewProps) {
  const t = useTexts()
  return (
    <PageFrame
      title={t('pages.nodes')}
      actions={
        props.canAdd && (
          <Button leftSection={<IconPlus size={17} />} onClick={props.onAdd}>
            {t('nodes.add')}
          </Button>
        )
      }
    >
      {props.upgrades}
      <Panel>
        <Content {...props} />
      </Panel>
    </PageFrame>
  )
}

function Content(props: NodesViewProps) {
  const { status, problem, nodes, gameServersOn, canAdd, canEnroll, onAdd, onEnroll, onRetry } = props
  const t = useTexts()
  if (status === 'loading') return <LoadingRows rows={3} />
  if (status === 'problem') return <ProblemState problem={problem} onRetry={onRetry} />
  if (status === 'closed') {
    return (
      <EmptyState
        icon={<IconLock size={28} stroke={1.5} />}
        title={t('nodes.closedTitle')}
        text={t('nodes.closedText')}
        action={
          <Button variant="default" renderRoot={each => <Link to="/" {...each} />}>
            {t('pages.goHome')}
          </Button>
        }
      />
    )
  }
  if (nodes.length === 0) {
    return (
      <EmptyState
        icon={<IconServerBolt size={28} stroke={1.5} />}
        title={t('nodes.emptyTitle')}
        text={t('nodes.emptyText')}
        action={canAdd && <Button onClick={onAdd}>{t('nodes.add')}</Button>}
      />
    )
  }
  return (
    <div className={table.scroll}>
      <table className={`${table.table} ${table.stacks} ${styles.table}`}>
        <thead>
          <tr>
            <th>{t('nodes.name')}</th>
            <th>{t('nodes.state')}</th>
            <th className={table.right}>{t('nodes.servers')}</th>
            <th>{t('nodes.runtimes')}</th>
            <th>{t('nodes.addresses')}</th>
            <th>{t('nodes.system')}</th>
            <th>{t('nodes.lastSeen')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(node => (
            <NodeRow
              key={node.id}
              node={node}
              gameServers={gameServersOn(node.id)}
              onEnroll={canEnroll ? () => onEnroll(node) : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface NodeRowProps {
  node: Node
  gameServers: number
  onEnroll?: () => void
}

function NodeRow({ node, gameServers, onEnroll }: NodeRowProps) {
  const t = useTexts()
  const state = nodeState(node)
  const system = [node.os, node.arch].filter(Boolean).join(' ')
  return (
    <tr>
      <td className={table.grow}>
        <Link to="/nodes/$nodeId" params={{ nodeId: String(node.id) }} className={table.strong}>
          {node.name}
        </Link>
      </td>
      <td className={styles.stateCell}>
        <Pill status={nodeStyles[state]} label={t(`nodes.${state}`)} />
      </td>
      <td className={`${table.right} text-quiet`}>{gameServers}</td>
      {state === 'waiting' ? (
        <td colSpan={4} className={table.right}>
          {onEnroll && (
            <Button size="xs" variant="default" onClick={onEnroll}>
              {t('nodes.enroll')}
            </Button>
          )}
        </td>
      ) : (
        <>
          <td className="text-quiet">{runtimeNames(t, node.runtimes)}</td>
          <td className="mono">{node.ips.slice(0, 2).join(', ')}</td>
          <td className={`text-quiet ${node.upgrade.available === null ? '' : styles.behindCell}`}>
            {system} {node.version && <span className="text-faint">{node.version}</span>}
            {node.upgrade.available !== null && (
              <div className={styles.behind}>{t('nodeUpgrade.available')}</div>
            )}
          </td>
          <td className="text-quiet">
            {node.online ? (
              t('nodes.now')
            ) : node.last_seen_at ? (
              <TimeAgo at={node.last_seen_at} />
            ) : (
              t('nodes.never')
            )}
          </td>
        </>
      )}
    </tr>
  )
}
