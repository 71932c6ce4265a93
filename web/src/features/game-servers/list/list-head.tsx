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
  sorts: SortKey[]
  className?: string
}

function Head({ sorts, className, arrangement, onSort }: HeadProps) {
  const t = useTexts()
  const isSorted = sorts.includes(arrangement.sort)
  const Icon = arrangement.isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      className={className ? `${styles.headCell} ${className}` : styles.headCell}
      aria-sort={isSorted ? (arrangement.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sorts.map(sort => (
        <button
          key={sort}
          type="button"
          className={arrangement.sort === sort ? `${table.sort} ${table.sorted}` : table.sort}
          onClick={() => onSort(sort)}
        >
          {t(sortTexts[sort])}
          {arrangement.sort === sort && <Icon size={13} aria-hidden />}
        </button>
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
            <Head sorts={['cpu', 'memory']} className={`${styles.usageCell} ${styles.usageHead}`} {...head} />
            <th>{t('servers.address')}</th>
            <Head sorts={['node']} className={styles.nodeCell} {...head} />
            <th aria-label={t('servers.power')} />
          </>
        )}
      </tr>
    </thead>
  )
}
