// The heads of the columns: select all, and by what the list is sorted.

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import table from '../../../ui/controls/table.module.css'
import styles from './game-servers.module.css'
import type { Arrangement } from './logic/arrange-game-servers.ts'
import type { SortKey } from './logic/list-sort.ts'

interface SelectAllProps {
  /** Null: some are selected, others are not. */
  isAllSelected: boolean | null
  onSelectAll: () => void
}

export function SelectAll({ isAllSelected, onSelectAll }: SelectAllProps) {
  const t = useTexts()
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={t('serverList.selectAll')}
      ref={box => {
        if (box) box.indeterminate = isAllSelected === null
      }}
      checked={isAllSelected === true}
      onChange={onSelectAll}
    />
  )
}

interface ListHeadProps extends SelectAllProps {
  arrangement: Arrangement
  onSort: (sort: SortKey) => void
  /** Takes the place of the heads while something is selected. */
  bulkBar: ReactNode
}

/** What each order is called. */
export const sortTexts = {
  name: 'servers.name',
  game: 'servers.game',
  state: 'servers.state',
  since: 'servers.since',
  players: 'usage.players',
  cpu: 'usage.cpuShort',
  memory: 'usage.memoryShort',
  node: 'servers.node',
} as const satisfies Record<SortKey, string>

interface HeadProps extends Pick<ListHeadProps, 'arrangement' | 'onSort'> {
  /** The column's own order, and those of what stands below: named only while the list has one of them. */
  sorts: readonly [SortKey, ...SortKey[]]
  className?: string
}

function orderOf({ sort, isDescending }: Arrangement, sorts: readonly SortKey[]) {
  if (!sorts.includes(sort)) return undefined
  return isDescending ? 'descending' : 'ascending'
}

interface SortButtonProps extends Pick<ListHeadProps, 'arrangement' | 'onSort'> {
  sort: SortKey
}

function SortButton({ sort, arrangement, onSort }: SortButtonProps) {
  const t = useTexts()
  const isSorted = arrangement.sort === sort
  const Icon = arrangement.isDescending ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={isSorted ? `${table.sort} ${table.sorted}` : table.sort}
      onClick={() => onSort(sort)}
    >
      {t(sortTexts[sort])}
      {isSorted && <Icon size={13} aria-hidden />}
    </button>
  )
}

function Head({ sorts, className, ...head }: HeadProps) {
  const visible = sorts.filter((sort, at) => at === 0 || sort === head.arrangement.sort)
  return (
    <th
      className={className ? `${styles.headCell} ${className}` : styles.headCell}
      aria-sort={orderOf(head.arrangement, sorts)}
    >
      {visible.map(sort => (
        <SortButton key={sort} sort={sort} {...head} />
      ))}
    </th>
  )
}

/** Two figures in one cell: each has its name above it. */
function UsageHead({ arrangement, onSort }: Pick<ListHeadProps, 'arrangement' | 'onSort'>) {
  const sorts = ['cpu', 'memory'] as const
  return (
    <th
      className={`${styles.headCell} ${styles.usageCell} ${styles.usageHead}`}
      aria-sort={orderOf(arrangement, sorts)}
    >
      {sorts.map(sort => (
        <SortButton key={sort} sort={sort} arrangement={arrangement} onSort={onSort} />
      ))}
    </th>
  )
}

export function ListHead({ arrangement, bulkBar, onSort, ...all }: ListHeadProps) {
  const t = useTexts()
  const head = { arrangement, onSort }
  return (
    <thead className={`text-caption ${styles.head}`}>
      <tr className={bulkBar ? `${styles.headRow} ${styles.bulkRow}` : styles.headRow} aria-rowindex={1}>
        <th className={styles.boxCell}>
          <SelectAll {...all} />
        </th>
        {bulkBar ? (
          <th>{bulkBar}</th>
        ) : (
          <>
            <Head sorts={['name', 'game']} {...head} />
            <Head sorts={['state', 'since']} {...head} />
            <Head sorts={['players']} {...head} />
            <UsageHead {...head} />
            <th>{t('servers.address')}</th>
            <Head sorts={['node']} className={styles.nodeCell} {...head} />
            <th aria-label={t('servers.power')} />
          </>
        )}
      </tr>
    </thead>
  )
}
