// Listens for the single-key shortcuts, unless the person has switched them off in this browser.

import { useEffect, useRef, useState } from 'react'
import { actionOf, isFree, type JumpPage } from './logic/shortcuts.ts'

const storageKey = 'rookery.single-keys'

function areEnabled(): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Somebody who speaks to the machine, or presses keys by accident, must be able to switch them off. */
export function useSingleKeys(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(areEnabled)
  return [
    isOn,
    wanted => {
      try {
        window.localStorage.setItem(storageKey, wanted ? 'on' : 'off')
      } catch {
        // The choice then lasts as long as the page.
      }
      setIsOn(wanted)
    },
  ]
}

interface ShortcutActions {
  onHelp: () => void
  onJump: (page: JumpPage) => void
}

export function useShortcuts(isOn: boolean, actions: ShortcutActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!isOn) return
    let waitingSinceMs: number | null = null
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      const element = target instanceof HTMLElement ? target : document.body
      const isOurs = isFree({
        tagName: element.tagName,
        isEditable: element.isContentEditable,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isTakenAlready: event.defaultPrevented || event.isComposing,
        isDialogOpen: document.querySelector('[role="dialog"], [role="menu"]') !== null,
      })
      if (!isOurs || key === 'Shift') return
      const found = actionOf({ key, atMs: event.timeStamp }, waitingSinceMs)
      waitingSinceMs = found?.action === 'wait' ? event.timeStamp : null
      if (found === null) return
      event.preventDefault()
      if (found.action === 'help') latest.current.onHelp()
      if (found.action === 'jump') latest.current.onJump(found.page)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
