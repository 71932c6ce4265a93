// The keys of the list: move, select, open, and from anywhere on the page to the filter.

import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { isMoveKey, rowAfterMove } from './logic/list-move.ts'

interface ListKeys {
  order: readonly number[]
  activeId: number | null
  hasSelection: boolean
  onActive: (id: number) => void
  onSelect: (id: number, isRange: boolean) => void
  onSelectAll: () => void
  onClear: () => void
  onOpen: (id: number) => void
  onConsole: (id: number) => void
}

const isControl = (target: EventTarget) =>
  target instanceof Element &&
  target.closest('a, button, input, select, textarea, [role="separator"]') !== null

/** True when the key was one of the list's. */
function actOn(event: KeyboardEvent, keys: ListKeys): boolean {
  const { order, activeId } = keys
  if (isMoveKey(event.key)) {
    const next = rowAfterMove(order, activeId, event.key)
    if (next === null) return true
    if (event.shiftKey && activeId !== null) {
      keys.onSelect(activeId, true)
      keys.onSelect(next, true)
    }
    keys.onActive(next)
    return true
  }
  if (event.key === 'Escape' && keys.hasSelection) {
    keys.onClear()
    return true
  }
  if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    keys.onSelectAll()
    return true
  }
  // Enter and space belong to the control that has the focus.
  if (activeId === null || isControl(event.target) || event.ctrlKey || event.metaKey || event.altKey)
    return false
  if (event.key === ' ') keys.onSelect(activeId, event.shiftKey)
  else if (event.key === 'Enter') keys.onOpen(activeId)
  else if (event.key === 'c') keys.onConsole(activeId)
  else return false
  return true
}

export function onListKey(event: KeyboardEvent<HTMLElement>, keys: ListKeys): void {
  if (!actOn(event, keys)) return
  event.preventDefault()
  // Moving leaves the control that had the focus: the row has it now.
  if (isMoveKey(event.key)) event.currentTarget.focus({ preventScroll: true })
}

/** `/` goes to the filter, unless somebody is typing. */
export function useFilterKey(filter: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          target.closest('input:not([type="checkbox"]), textarea, select') !== null)
      const isOther =
        event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
      if (isOther || isTyping || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      filter.current?.focus()
      filter.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [filter])
}
