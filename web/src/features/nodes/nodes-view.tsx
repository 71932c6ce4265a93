// The nodes: who is there, how much of each is used, and which version runs on it.

import { Button, Group } from '@mantine/core'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconChevronRight, IconPlus, IconServerBolt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MissingState, ProblemState } from '../../parts/problems/problem-state.tsx'
import { ShareBar } from '../../parts/usage/share-bar.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Dotted } from '../../ui/controls/dotted.tsx'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { Pill } from '../../ui/tone/pill.tsx'
import { nodeState, nodeStyles } from './node-state.ts'
import styles from './nodes.module.css'
import { PlacementPill } from './placing/placement-pill.tsx'
import { useNodeShares } from './use-node-shares.ts'

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
  if (status === 'closed') return <MissingState isForbidden />
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
            <th className={`${table.right} ${styles.count}`}>{t('nodes.servers')}</th>
            <th>{t('nodes.cpu')}</th>
            <th>{t('nodes.memory')}</th>
            <th>{t('nodes.disk')}</th>
            <th>{t('nodes.version')}</th>
            <th aria-hidden />
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

function UsageCells({ node }: { node: Node }) {
  const shares = useNodeShares(node)
  return shares.map(share => (
    <td key={share.label} className={styles.usageCell} data-unknown={share.percent === null || undefined}>
      <ShareBar {...share} />
    </td>
  ))
}

/** In the place of its figures. */
function AwayCell({ node }: { node: Node }) {
  const t = useTexts()
  return (
    <td colSpan={3}>
      <Group component="span" className="text-caption" gap="2px 12px">
        {t('nodes.noFigures')}
        <Link to="/nodes/$nodeId" params={{ nodeId: String(node.id) }} className={`link ${styles.above}`}>
          {t('nodes.reconnect')}
        </Link>
      </Group>
    </td>
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
    <tr className={styles.row}>
      <td className={table.grow}>
        <Link
          to="/nodes/$nodeId"
          params={{ nodeId: String(node.id) }}
          className={`${table.strong} ${styles.open}`}
        >
          {node.name}
        </Link>
        {(node.ips[0] || node.location) && (
          <Dotted component="div" className={`text-faint ${styles.address}`}>
            {node.ips[0] && <span className="mono">{node.ips[0]}</span>}
            {node.location && <span className="breakable">{node.location}</span>}
          </Dotted>
        )}
      </td>
      <td>
        <span className={styles.state}>
          <Pill status={nodeStyles[state]} label={t(`nodes.${state}`)} />
          <PlacementPill node={node} />
          {state === 'away' && node.last_seen_at && (
            <span className="text-faint">
              <TimeAgo at={node.last_seen_at} />
            </span>
          )}
        </span>
      </td>
      <td className={`${table.right} text-quiet ${styles.labeled} ${styles.count}`}>
        <span className={styles.label}>{t('nodes.servers')}</span>
        {gameServers}
      </td>
      {state === 'waiting' ? (
        <td colSpan={4}>
          <Group component="span" gap="6px 12px">
            <span className="text-caption">{t('nodes.waitsForCommand')}</span>
            {onEnroll && (
              <Button size="xs" variant="default" className={styles.above} onClick={onEnroll}>
                {t('nodes.enroll')}
              </Button>
            )}
          </Group>
        </td>
      ) : (
        <>
          {state === 'away' ? <AwayCell node={node} /> : <UsageCells node={node} />}
          <td className={`text-quiet ${styles.labeled}`}>
            <span className={styles.label}>{t('nodes.version')}</span>
            <span>{node.version}</span>{' '}
            {node.upgrade.available !== null ? (
              <span className={styles.behind}>{t('nodeUpgrade.available')}</span>
            ) : (
              <span className={`text-faint truncate ${styles.system}`} title={system}>
                {system}
              </span>
            )}
          </td>
        </>
      )}
      <td className={styles.chevron}>
        <IconChevronRight size={16} aria-hidden />
      </td>
    </tr>
  )
}
