// The entries of a folder with what is chosen among them, how they are sorted and what is filtered out.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { type MouseEvent, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { parentOf } from '../logic/file-paths.ts'
import type { BrowserViewProps } from './browser-view.tsx'
import { fileKeys } from './file-keys.ts'
import { FileTable } from './file-table.tsx'
import { arrangeEntries, byName, narrowEntries, nextSort, type Sort } from './logic/arrange-entries.ts'
import type { FileDeed } from './logic/available-actions.ts'
import {
  chooseAll,
  chooseOnly,
  extendTo,
  noSelection,
  onlyShown,
  type Selection,
  toggle,
} from './logic/selection.ts'
import { ChosenBar, FilterBar } from './toolbar.tsx'

interface FolderContentProps extends BrowserViewProps {
  label: string
  words: string
  empty: ReactNode
  isByKeys: RefObject<boolean>
  onWords: (words: string) => void
}

const noPaths: ReadonlySet<string> = new Set()

export function FolderContent(props: FolderContentProps) {
  const t = useTexts()
  const language = useLanguage()
  const { entries, isWhole, isReadOnly, held, words, onDeed } = props
  const [sort, setSort] = useState<Sort>(byName)
  const [picked, setPicked] = useState<Selection>(noSelection)
  const [renaming, setRenaming] = useState<string | null>(null)
  const shown = useMemo(() => {
    const narrowed = narrowEntries(entries, words)
    // Parts of a folder come in the node's order, which later parts go on with.
    return isWhole ? arrangeEntries(narrowed, sort) : narrowed
  }, [entries, words, sort, isWhole])
  const order = useMemo(() => shown.map(({ path }) => path), [shown])
  const taken = useMemo(() => new Set(entries.map(({ name }) => name)), [entries])
  const cutOut = useMemo(
    () => (held?.how === 'move' ? new Set(held.entries.map(({ path }) => path)) : noPaths),
    [held],
  )
  const selection = useMemo(() => onlyShown(picked, order), [picked, order])
  const chosen = shown.filter(({ path }) => selection.chosen.has(path))

  function act(deed: FileDeed, on: readonly FileEntry[]) {
    const [first] = on
    if (deed === 'rename' && first) {
      setPicked(chooseOnly(first.path))
      setRenaming(first.path)
    } else onDeed(deed, on)
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
          onDeed={deed => act(deed, chosen)}
          onClear={() => setPicked(noSelection)}
        />
      ) : (
        <FilterBar
          words={words}
          count={t('files.count', { count: shown.length, number: shown.length.toLocaleString(language) })}
          onWords={props.onWords}
        />
      )}
      {shown.length === 0 ? (
        props.empty
      ) : (
        <FileTable
          label={props.label}
          entries={shown}
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
          onDeed={act}
          onRename={(entry, name) => {
            setRenaming(null)
            props.onRename(entry, name)
          }}
          onStopRenaming={() => setRenaming(null)}
          onKeyDown={fileKeys({
            shown,
            selection,
            isReadOnly,
            onSelect: setPicked,
            onDeed: (deed, on) => {
              props.isByKeys.current = deed === 'open'
              act(deed, on)
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
