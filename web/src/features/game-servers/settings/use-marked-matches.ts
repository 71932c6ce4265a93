// Marks what a search found in the texts of a page, without touching its elements.

import { type RefObject, useEffect } from 'react'

const highlightName = 'found-setting'

function rangesOf(root: Node, search: string): Range[] {
  const wanted = search.toLocaleLowerCase()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLocaleLowerCase() ?? ''
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, Math.min(at + wanted.length, node.textContent?.length ?? 0))
      ranges.push(range)
    }
  }
  return ranges
}

/** Browsers that cannot mark show what was found all the same. */
export function useMarkedMatches(place: RefObject<HTMLElement | null>, search: string): void {
  useEffect(() => {
    const root = place.current
    if (!root || search === '' || !('highlights' in CSS)) return
    const mark = () => CSS.highlights.set(highlightName, new Highlight(...rangesOf(root, search)))
    mark()
    const changes = new MutationObserver(mark)
    changes.observe(root, { childList: true, subtree: true, characterData: true })
    return () => {
      changes.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [place, search])
}
