// Keeps in this browser whether the list is shown as table or as cards.

import type { ListShape } from './filter-bar.tsx'

const storageKey = 'rookery.server-list-shape'

export function storedShape(): ListShape {
  try {
    return window.localStorage.getItem(storageKey) === 'cards' ? 'cards' : 'table'
  } catch {
    return 'table'
  }
}

export function storeShape(shape: ListShape): void {
  try {
    window.localStorage.setItem(storageKey, shape)
  } catch {
    // The choice then lasts as long as the page.
  }
}
