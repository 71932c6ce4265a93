// Gives the focus back to where it was when a dialog is gone, however it was taken away.

import { useEffect } from 'react'

/** Dialogs and menus live in here, beside the page. */
const portals = '[data-portal]'

export function useFocusAfterDialogs(): void {
  useEffect(() => {
    let lastOnPage: HTMLElement | null = null
    const observer = new MutationObserver(changes => {
      const isOneGone = changes.some(({ removedNodes }) => removedNodes.length > 0)
      if (isOneGone && document.activeElement === document.body && lastOnPage?.isConnected) lastOnPage.focus()
    })
    function remember({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return
      const portal = target.closest(portals)
      if (portal) observer.observe(portal, { childList: true, subtree: true })
      else lastOnPage = target
    }
    document.addEventListener('focusin', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
