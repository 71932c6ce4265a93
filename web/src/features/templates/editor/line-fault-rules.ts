// Faults of a template's text with the line that each is about, as the panel tells them: `line 12, ports.game: …`.

export interface LineFault {
  /** Counted from 1; null where the fault is about the whole. */
  line: number | null
  words: string
}

export function lineFaults(faults: readonly string[]): LineFault[] {
  return faults.map(fault => {
    const found = /^line (\d+)[,:]\s*(.*)$/s.exec(fault)
    return found ? { line: Number(found[1]), words: found[2] ?? '' } : { line: null, words: fault }
  })
}

/** Where a line begins and ends, to be selected. */
export function lineSpan(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return [start, start + (lines[line - 1]?.length ?? 0)]
}

/** A copy needs a slug of its own. */
export const asCopy = (text: string): string => text.replace(/^(slug:\s*)(['"]?)([a-z0-9-]+)\2/m, '$1$3-copy')
