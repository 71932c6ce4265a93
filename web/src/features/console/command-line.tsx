// The line below the console: type a command, Enter sends it, arrow keys bring back earlier ones.

import { consoleCommand } from '@rookery/contracts/http/game-servers.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './console.module.css'
import { newHistory, remember, walk } from './logic/command-history.ts'

interface CommandLineProps {
  isEnabled: boolean
  placeholder: string
  earlier: readonly string[]
  /** False when it could not be sent: the text stays. */
  onSend: (command: string) => boolean
  onRemember: (commands: readonly string[]) => void
}

export function CommandLine({ isEnabled, placeholder, earlier, onSend, onRemember }: CommandLineProps) {
  const t = useTexts()
  const [line, setLine] = useState('')
  const [history, setHistory] = useState(() => newHistory(earlier))
  const [problem, setProblem] = useState<string | null>(null)

  function send() {
    if (!line.trim()) return
    const checked = consoleCommand.safeParse(line)
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? null)
    if (!onSend(line)) return setProblem(t('console.notSent'))
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
    <div className={styles.commandLine}>
      <IconChevronRight size={16} className={styles.prompt} aria-hidden />
      <input
        className={styles.command}
        value={line}
        disabled={!isEnabled}
        placeholder={placeholder}
        aria-label={t('console.command')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        onChange={event => setLine(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {problem && (
        <span className={styles.commandProblem} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
