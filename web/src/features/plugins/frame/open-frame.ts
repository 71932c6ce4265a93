// Puts the sandboxed frame of a plugin's page into its place and takes it away again, without waiting for anybody.

import styles from './frame.module.css'
import { currentAppearance } from './frame-appearance.ts'
import { converse, type FrameOptions, type FrameStart } from './frame-conversation.ts'
import frameStyles from './frame-styles.css?raw'
import { frameDocument, frameHeight } from './logic/frame-document.ts'

interface OpenFrameOptions extends Pick<FrameOptions, 'pluginId' | 'onVisible' | 'onProblem'> {
  start: Omit<FrameStart, 'look'>
  limitPx: number
}

/** Gives the function that removes it. */
export function openFrame(place: HTMLElement, title: string, options: OpenFrameOptions): () => void {
  const { pluginId, start, limitPx, onVisible, onProblem } = options
  const frame = document.createElement('iframe')
  frame.className = styles.frame ?? ''
  frame.title = title
  // Scripts and nothing else: no origin, so no session, no storage and no page around it; no windows, no navigation.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.srcdoc = frameDocument(window.location.origin, frameStyles)
  let end: (() => void) | null = null
  const begin = () => {
    end = converse(frame, {
      pluginId,
      start: { ...start, look: currentAppearance() },
      onVisible,
      onHeight: reported => {
        frame.style.height = `${frameHeight(reported, limitPx)}px`
      },
      onProblem: problem => {
        // At once: a part that floods could keep the page from drawing anything.
        frame.remove()
        onProblem(problem)
      },
    })
  }
  frame.addEventListener('load', begin, { once: true })
  place.append(frame)
  return () => {
    end?.()
    frame.remove()
  }
}
