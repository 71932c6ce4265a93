// The entries of a folder: a grid that draws only what is in sight and listens to the keyboard.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import table from '../../../ui/controls/table.module.css'
import { useVirtualList } from '../../../ui/virtual-list/use-virtual-list.ts'
import styles from './browser.module.css'
import { FileRow } from './file-row.tsx'
import { type Sort, type SortColumn, sortColumns } from './logic/arrange-entries.ts'
import { availableActions, type FileAction } from './logic/available-actions.ts'
import type { Selection } from './logic/selection.ts'

export interface FileTableProps {
  label: string
  entries: readonly FileEntry[]
  /** Of all loaded entries, also those that a filter hides. */
  taken: ReadonlySet<string>
  sort: Sort
  /** Only a whole folder can be put in another order. */
  canSort: boolean
  selection: Selection
  held: ReadonlySet<string>
  renaming: string | null
  isReadOnly: boolean
  /** The keyboard led here: it goes on here. */
  isByKeys: RefObject<boolean>
  onSort: (column: SortColumn) => void
  onToggleAll: () => void
  onToggle: (entry: FileEntry) => void
  onRowClick: (entry: FileEntry, event: MouseEvent) => void
  onAction: (action: FileAction, entries: readonly FileEntry[]) => void
  onRename: (entry: FileEntry, name: string) => void
  onStopRenaming: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onNearEnd: () => void
}

/** As in browser.module.css. */
const rowHeight = 44
const nearEndRows = 60

export function FileTable(props: FileTableProps) {
  const { entries, selection } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { stretch, height, bringIntoSight } = useVirtualList({
    body,
    frame,
    count: entries.length,
    rowHeight,
  })
  const { first, end } = stretch
  const currentAt = entries.findIndex(({ path }) => path === selection.current)
  const bring = useRef(bringIntoSight)
  bring.current = bringIntoSight
  // The row that the keyboard is on is never out of sight, also when it is not drawn yet.
  useEffect(() => {
    if (currentAt >= 0) bring.current(currentAt)
  }, [currentAt])
  const grid = useRetainedFocus(props)
  const isNearEnd = end > entries.length - nearEndRows
  const { onNearEnd } = props
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  return (
    <div ref={frame} className={styles.frame}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen and opened
        role="grid"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable
        aria-rowcount={entries.length + 1}
        aria-activedescendant={currentAt < 0 ? undefined : `${id}-${currentAt}`}
        className={styles.grid}
        onKeyDown={props.onKeyDown}
      >
        <Head {...props} />
        <tbody ref={body} style={{ height, paddingTop: first * rowHeight }}>
          {entries.slice(first, end).map((entry, index) => (
            <FileRow
              key={entry.path}
              id={`${id}-${first + index}`}
              rowIndex={first + index + 1}
              entry={entry}
              isChosen={selection.chosen.has(entry.path)}
              isCurrent={selection.current === entry.path}
              isHeld={props.held.has(entry.path)}
              isRenaming={props.renaming === entry.path}
              taken={props.taken}
              actions={availableActions([entry], props.isReadOnly)}
              onClick={event => props.onRowClick(entry, event)}
              onToggle={() => props.onToggle(entry)}
              onAction={action => props.onAction(action, [entry])}
              onRename={name => props.onRename(entry, name)}
              onStopRenaming={props.onStopRenaming}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The keyboard stays with the table when a folder was opened or a name was typed with it. */
function useRetainedFocus({ isByKeys, renaming }: FileTableProps) {
  const grid = useRef<HTMLTableElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (isByKeys.current) grid.current?.focus({ preventScroll: true })
    isByKeys.current = false
  }, [isByKeys])
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (wasRenaming.current && renaming === null && isLost) grid.current?.focus({ preventScroll: true })
    wasRenaming.current = renaming !== null
  }, [renaming])
  return grid
}

function Head({ entries, selection, sort, canSort, onSort, onToggleAll }: FileTableProps) {
  const t = useTexts()
  const count = selection.chosen.size
  const isAll = count > 0 && count >= entries.length
  return (
    <thead className={styles.head}>
      <tr className={`text-caption ${styles.headRow}`} aria-rowindex={1}>
        <th>
          <input
            type="checkbox"
            className="tick"
            aria-label={t('files.chooseAll')}
            checked={isAll}
            ref={box => {
              if (box) box.indeterminate = count > 0 && !isAll
            }}
            onChange={onToggleAll}
          />
        </th>
        {sortColumns.map(column => (
          <th
            key={column}
            aria-sort={sort.column === column ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
          >
            {canSort ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              t(`files.columns.${column}`)
            )}
          </th>
        ))}
        <th>
          <span className="visually-hidden">{t('files.columns.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

interface SortButtonProps {
  column: SortColumn
  sort: Sort
  onSort: (column: SortColumn) => void
}

function SortButton({ column, sort, onSort }: SortButtonProps) {
  const t = useTexts()
  const columnLabel = t(`files.columns.${column}`)
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={sort.column === column ? `${table.sort} ${table.sorted}` : table.sort}
      aria-label={t('files.sortBy', { column: columnLabel })}
      onClick={() => onSort(column)}
    >
      {columnLabel}
      {sort.column === column && <Arrow size={13} aria-hidden />}
    </button>
  )
}
