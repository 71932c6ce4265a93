// A pane of plain output that follows its end until the reader scrolls up.

import { useEffect, useRef } from 'react'
import { outputLines } from './output-line-rules.ts'
import styles from './task.module.css'

const visibleLines = 2000

interface OutputPaneProps {
  output: string
  label: string
  empty: string
  /** It has the rest of the window for itself. */
  isTall?: boolean
}

export function OutputPane({ output, label, empty, isTall = false }: OutputPaneProps) {
  const pane = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const text = outputLines(output, visibleLines).join('\n')

  useEffect(() => {
    if (text && isAtEnd.current && pane.current) pane.current.scrollTop = pane.current.scrollHeight
  }, [text])

  return (
    <section
      ref={pane}
      className={`mono ${styles.output} ${isTall ? styles.tall : ''}`}
      aria-label={label}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {text || <span className="text-faint">{empty}</span>}
    </section>
  )
}
