// The keyboard of the file table.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import type { KeyboardEvent } from 'react'
import type { FileAction } from './logic/available-actions.ts'
import { availableActions } from './logic/available-actions.ts'
import {
  chooseAll,
  chooseOnly,
  extendTo,
  noSelection,
  rowAfter,
  type Selection,
  type Step,
  toggle,
} from './logic/selection.ts'

interface FileKeysDeps {
  visible: readonly FileEntry[]
  selection: Selection
  isReadOnly: boolean
  onSelect: (selection: Selection) => void
  onAction: (action: FileAction, entries: readonly FileEntry[]) => void
  onHold: (how: 'copy' | 'move', entries: readonly FileEntry[]) => void
  onPaste: () => void
  onUp: () => void
}

const steps: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
}

/** True when the key was for the table. */
export function fileKeys(parts: FileKeysDeps): (event: KeyboardEvent) => void {
  const { visible, selection, onSelect } = parts
  const order = () => visible.map(({ path }) => path)
  const chosen = () => visible.filter(({ path }) => selection.chosen.has(path))

  function step(event: KeyboardEvent, to: Step): true {
    const paths = order()
    const path = rowAfter(selection, to, paths)
    if (path === null) return true
    if (event.shiftKey) onSelect(extendTo(selection, path, paths))
    else if (event.ctrlKey || event.metaKey) onSelect({ ...selection, current: path })
    else onSelect(chooseOnly(path))
    return true
  }

  function action(wanted: FileAction, entries: readonly FileEntry[]): boolean {
    if (!availableActions(entries, parts.isReadOnly).includes(wanted)) return false
    parts.onAction(wanted, entries)
    return true
  }

  function withControl(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase()
    if (key === 'a') {
      onSelect(chooseAll(selection, order()))
      return true
    }
    if (parts.isReadOnly) return false
    if (key === 'v') {
      parts.onPaste()
      return true
    }
    const how = key === 'c' ? 'copy' : key === 'x' ? 'move' : null
    if (!how || !availableActions(chosen(), false).includes(how)) return false
    parts.onHold(how, chosen())
    return true
  }

  function plain(event: KeyboardEvent): boolean {
    const current = visible.filter(({ path }) => path === selection.current)
    switch (event.key) {
      case 'Enter':
        return action('open', current)
      case ' ':
        if (selection.current !== null) onSelect(toggle(selection, selection.current))
        return true
      case 'F2':
        return action('rename', current)
      case 'Delete':
        return action('delete', chosen())
      case 'Backspace':
        parts.onUp()
        return true
      case 'Escape':
        onSelect(noSelection)
        return true
      default:
        return false
    }
  }

  return event => {
    // A button or field inside the table has its own keys.
    if (
      event.target !== event.currentTarget &&
      /^(?:BUTTON|INPUT|A)$/.test((event.target as Element).tagName)
    )
      return
    const to = steps[event.key]
    const isOurs = to ? step(event, to) : event.ctrlKey || event.metaKey ? withControl(event) : plain(event)
    if (isOurs) event.preventDefault()
  }
}
