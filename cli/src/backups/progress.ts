// How far a restore is: one line that moves on a terminal, and every tenth part of it elsewhere.

import { formatBytes } from './backup-table-rules.ts'

export interface Progress {
  step(text: string): void
  move(bytesDone: number, bytesTotal: number | null): void
  end(): void
}

export function showProgress(output: NodeJS.WriteStream): Progress {
  let lastTenth = 0
  let isLineOpen = false
  const close = () => {
    if (isLineOpen) output.write('\n')
    isLineOpen = false
  }
  return {
    step(text) {
      close()
      output.write(`${text}\n`)
    },
    move(bytesDone, bytesTotal) {
      if (!bytesTotal) return
      const text = `${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`
      if (output.isTTY) {
        output.write(`\r\u001B[K  ${text}`)
        isLineOpen = true
        return
      }
      const tenth = Math.floor((bytesDone / bytesTotal) * 10)
      if (tenth > lastTenth) output.write(`  ${text}\n`)
      lastTenth = Math.max(tenth, lastTenth)
    },
    end: close,
  }
}
