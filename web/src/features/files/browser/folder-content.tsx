// The entries of a folder with what is chosen among them, how they are sorted and what is filtered out.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { type MouseEvent, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { formatNumber } from '../../../ui/format/unit-rules.ts'
import { parentOf } from '../logic/file-paths.ts'
import type { BrowserViewProps } from './browser-view.tsx'
import { fileKeys } from './file-keys.ts'
import { FileTable } from './file-table.tsx'
import { arrangeEntries, byName, narrowEntries, nextSort, type Sort } from './logic/arrange-entries.ts'
import type { FileAction } from './logic/available-actions.ts'
import {
  chooseAll,
  chooseOnly,
  extendTo,
  noSelection,
  onlyVisible,
  type Selection,
  toggle,
} from './logic/selection.ts'
import { ChosenBar, FilterBar } from './toolbar.tsx'

interface FolderContentProps extends BrowserViewProps {
  label: string
  searchText: string
  empty: ReactNode
  isByKeys: RefObject<boolean>
  onSearchText: (searchText: string) => void
}

const noPaths: ReadonlySet<string> = new Set()

export function FolderContent(props: FolderContentProps) {
  const t = useTexts()
  const language = useLanguage()
  const { entries, isWhole, isReadOnly, held, searchText, onAction } = props
  const [sort, setSort] = useState<Sort>(byName)
  const [picked, setPicked] = useState<Selection>(noSelection)
  const [renaming, setRenaming] = useState<string | null>(null)
  const visible = useMemo(() => {
    const narrowed = narrowEntries(entries, searchText)
    // Parts of a folder come in the node's order, which later parts go on with.
    return isWhole ? arrangeEntries(narrowed, sort) : narrowed
  }, [entries, searchText, sort, isWhole])
  const order = useMemo(() => visible.map(({ path }) => path), [visible])
  const taken = useMemo(() => new Set(entries.map(({ name }) => name)), [entries])
  const cutOut = useMemo(
    () => (held?.how === 'move' ? new Set(held.entries.map(({ path }) => path)) : noPaths),
    [held],
  )
  const selection = useMemo(() => onlyVisible(picked, order), [picked, order])
  const chosen = visible.filter(({ path }) => selection.chosen.has(path))

  function act(action: FileAction, on: readonly FileEntry[]) {
    const [first] = on
    if (action === 'rename' && first) {
      setPicked(chooseOnly(first.path))
      setRenaming(first.path)
    } else onAction(action, on)
  }

  function click(entry: FileEntry, event: MouseEvent) {
    if (event.shiftKey) setPicked(extendTo(selection, entry.path, order))
    else if (event.ctrlKey || event.metaKey) setPicked(toggle(selection, entry.path))
    else setPicked(chooseOnly(entry.path))
  }

  return (
    <>
      {chosen.length > 0 ? (
        <ChosenBar
          chosen={chosen}
          isReadOnly={isReadOnly}
          onAction={action => act(action, chosen)}
          onClear={() => setPicked(noSelection)}
        />
      ) : (
        <FilterBar
          searchText={searchText}
          count={t('files.count', { count: visible.length, number: formatNumber(visible.length, language) })}
          onSearchText={props.onSearchText}
        />
      )}
      {visible.length === 0 ? (
        props.empty
      ) : (
        <FileTable
          label={props.label}
          entries={visible}
          taken={taken}
          sort={isWhole ? sort : byName}
          canSort={isWhole}
          selection={selection}
          held={cutOut}
          renaming={renaming}
          isReadOnly={isReadOnly}
          isByKeys={props.isByKeys}
          onSort={column => setSort(nextSort(sort, column))}
          onToggleAll={() => setPicked(chosen.length > 0 ? noSelection : chooseAll(selection, order))}
          onToggle={entry => setPicked(toggle(selection, entry.path))}
          onRowClick={click}
          onAction={act}
          onRename={(entry, name) => {
            setRenaming(null)
            props.onRename(entry, name)
          }}
          onStopRenaming={() => setRenaming(null)}
          onKeyDown={fileKeys({
            visible,
            selection,
            isReadOnly,
            onSelect: setPicked,
            onAction: (action, on) => {
              props.isByKeys.current = action === 'open'
              act(action, on)
            },
            onHold: (how, held) => {
              setPicked({ ...noSelection, current: selection.current })
              props.onHold(how, held)
            },
            onPaste: props.onPaste,
            onUp: () => {
              props.isByKeys.current = true
              props.onOpenFolder(parentOf(props.folder))
            },
          })}
          onNearEnd={props.onLoadMore}
        />
      )}
    </>
  )
}
