// Listens for the single-key shortcuts, unless the person has switched them off in this browser.

import { useEffect, useRef, useState } from 'react'
import { deedOf, isFree, type JumpPage } from './logic/shortcuts.ts'

const storageKey = 'rookery.single-keys'

function areKeptOn(): boolean {
  try {
    return window.localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Somebody who speaks to the machine, or presses keys by accident, must be able to switch them off. */
export function useSingleKeys(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(areKeptOn)
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

interface ShortcutDeeds {
  onHelp: () => void
  onJump: (page: JumpPage) => void
}

export function useShortcuts(isOn: boolean, deeds: ShortcutDeeds): void {
  const latest = useRef(deeds)
  latest.current = deeds
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
      const found = deedOf({ key, atMs: event.timeStamp }, waitingSinceMs)
      waitingSinceMs = found?.deed === 'wait' ? event.timeStamp : null
      if (found === null) return
      event.preventDefault()
      if (found.deed === 'help') latest.current.onHelp()
      if (found.deed === 'jump') latest.current.onJump(found.page)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
