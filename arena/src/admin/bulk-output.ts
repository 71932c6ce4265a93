// The two commands that print a great deal: count and flood.

import { setTimeout as pause } from 'node:timers/promises'

export const rconCountLimit = 100_000

const linesPerChunk = 500
const chunkBytes = 64 * 1024
const chunksPerMegabyte = 16

/** Each number exactly once and in order; `isOver` ends it early when the game stops. */
export async function count(
  lines: number,
  pauseMs: number,
  print: (text: string) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const step = pauseMs > 0 ? 1 : linesPerChunk
  for (let first = 1; first <= lines && !isOver(); first += step) {
    await print(numberedLines(first, Math.min(lines, first + step - 1)))
    if (pauseMs > 0 && first < lines) await pause(pauseMs)
  }
}

export function numberedLines(first: number, last: number): string {
  let text = ''
  for (let number = first; number <= last; number++) text += `line ${number}\n`
  return text
}

export async function flood(
  megabytes: number,
  print: (text: string) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const line = `${'The goose honks. '.repeat(4).slice(0, 63)}\n`
  const chunk = line.repeat(chunkBytes / line.length)
  for (let sent = 0; sent < megabytes * chunksPerMegabyte && !isOver(); sent++) await print(chunk)
}
