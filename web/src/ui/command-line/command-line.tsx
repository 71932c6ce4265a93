// The line below a console: type a command, Enter sends it, arrow keys bring back earlier ones.

import { Group } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { newHistory, remember, walk } from './command-history-rules.ts'
import styles from './command-line.module.css'

interface CommandLineProps {
  isEnabled: boolean
  placeholder: string
  earlier: readonly string[]
  /** What is wrong with a line, in words; null when it can be sent. */
  check: (line: string) => string | null
  /** Said when a line could not be sent. */
  notSent: string
  /** False when it could not be sent: the text stays. */
  onSend: (command: string) => boolean
  onRemember: (commands: readonly string[]) => void
}

export function CommandLine(props: CommandLineProps) {
  const { isEnabled, placeholder, earlier, check, notSent, onSend, onRemember } = props
  const [line, setLine] = useState('')
  const [history, setHistory] = useState(() => newHistory(earlier))
  const [problem, setProblem] = useState<string | null>(null)

  function send() {
    if (!line.trim()) return
    const fault = check(line)
    if (fault !== null) return setProblem(fault)
    if (!onSend(line)) return setProblem(notSent)
    const next = remember(history, line)
    setHistory(next)
    onRemember(next.commands)
    setLine('')
    setProblem(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      send()
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const step = walk(history, event.key === 'ArrowUp' ? 'older' : 'newer', line)
      setHistory(step.history)
      setLine(step.line)
    }
  }

  return (
    <Group className={styles.commandLine} gap={8} wrap="nowrap">
      <IconChevronRight size={16} className={styles.prompt} aria-hidden />
      <input
        className={styles.command}
        value={line}
        disabled={!isEnabled}
        placeholder={placeholder}
        aria-label={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        onChange={event => setLine(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {problem && (
        <span className="text-problem" role="alert">
          {problem}
        </span>
      )}
    </Group>
  )
}
