// Turns a structured log line into what a person at the terminal wants to see.

export interface FormattedLine {
  isImportant: boolean
  text: string
}

const levelNames: [number, string][] = [
  [60, 'fatal'],
  [50, 'error'],
  [40, 'warning'],
  [30, 'info'],
]
const importantLevel = 40
const ordinaryLevel = 30

/** Some logs write levels as words. */
const levelOfWord: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 }

/** Lines that are not structured come from outside the log and are shown as they are. */
export function readLogLine(line: string): FormattedLine {
  const entry = parseEntry(line)
  if (!entry) return { isImportant: false, text: line }
  const level =
    typeof entry.level === 'number' ? entry.level : (levelOfWord[String(entry.level)] ?? ordinaryLevel)
  const name = levelNames.find(([least]) => level >= least)?.[1] ?? 'debug'
  return { isImportant: level >= importantLevel, text: `${name}: ${messageOf(entry)}` }
}

function parseEntry(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function messageOf(entry: Record<string, unknown>): string {
  const message = typeof entry.msg === 'string' ? entry.msg : ''
  const cause = entry.err as { message?: unknown } | undefined
  const reason = [cause?.message, entry.reason].find(text => typeof text === 'string') ?? ''
  return (
    [message, message.includes(String(reason)) ? '' : reason].filter(part => part !== '').join(': ') ||
    'without words, see the log file'
  )
}
