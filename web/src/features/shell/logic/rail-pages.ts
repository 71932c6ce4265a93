// The pages that the rail leads to, and which of them stand in the bar of a phone: five fit with their whole names.

export type PageName =
  | 'home'
  | 'servers'
  | 'nodes'
  | 'templates'
  | 'tasks'
  | 'activity'
  | 'people'
  | 'plugins'
  | 'settings'

const places = 5
/** What people look at on the way. */
const wanted: readonly PageName[] = ['home', 'servers', 'nodes', 'tasks', 'activity']

/** All of them where they fit; else the rest is behind "More". */
export function pagesInBar(pages: readonly PageName[], pluginPlaceCount: number): PageName[] {
  if (pages.length + pluginPlaceCount <= places) return [...pages]
  const first = wanted.filter(page => pages.includes(page)).slice(0, places - 1)
  return pages.filter(page => first.includes(page))
}

/** A page of a plugin that has its own place in the rail: that alone is lit. */
export const isPluginPlace = (
  pathname: string,
  places: readonly { pluginId: string; pageId: string }[],
): boolean => places.some(({ pluginId, pageId }) => pathname === `/plugins/${pluginId}/pages/${pageId}`)
