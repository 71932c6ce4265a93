// Names the browser's tab after the page: its heading, also when that comes later or is changed.

import { useEffect } from 'react'
import { useTexts } from '../../texts/texts.ts'

export function usePageTitle(): void {
  const product = useTexts()('product.name')
  useEffect(() => {
    const content = document.getElementById('content')
    if (!content) return
    function name() {
      const heading = content?.querySelector('h1')?.textContent?.trim()
      const title = heading ? `${heading} · ${product}` : product
      if (document.title !== title) document.title = title
    }
    name()
    const observer = new MutationObserver(name)
    observer.observe(content, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = product
    }
  }, [product])
}
