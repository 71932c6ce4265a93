// Keeps which placeholders stand on the page, for those that follow them.

import { useLayoutEffect, useState } from 'react'
import { isSameWait, quietMs } from './waiting-rules.ts'

const begun = new Map<symbol, number>()
let leftMs: number | null = null

/** Whether this placeholder is in sight at once, because it goes on with another. */
export function useIsSameWait(): boolean {
  const [isSame] = useState(() => isSameWait({ begunMs: [...begun.values()], leftMs }, performance.now()))
  useLayoutEffect(() => {
    const id = Symbol()
    // Of a wait that goes on, the beginning lies further back.
    const beganMs = isSame ? performance.now() - quietMs : performance.now()
    begun.set(id, beganMs)
    return () => {
      begun.delete(id)
      const nowMs = performance.now()
      if (nowMs - beganMs >= quietMs) leftMs = nowMs
    }
  }, [isSame])
  return isSame
}
