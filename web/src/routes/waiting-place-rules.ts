// How much of the window a page that is on its way takes.

/** Of which route it is a part; undefined of the root itself. */
export function waitingPlace(parentId: string | undefined): 'nowhere' | 'window' | 'page' | 'tab' {
  if (parentId === undefined) return 'nowhere'
  if (parentId === '__root__') return 'window'
  // What hangs from a page has the head and tabs of that page above it.
  return parentId === '/shell' ? 'page' : 'tab'
}
