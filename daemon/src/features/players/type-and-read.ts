// Types a command into a game's console and reads what the game prints then.

import { plainString } from '@rookery/primitives/terminal-text.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { ConsoleRefused, type Consoles } from '../console/console.ts'

/** An answer is over when nothing more has come for so long. */
const quietMs = 400
/** A game that prints nothing at all by then has nothing to say; where an answer must come, a busy one gets longer. */
const [usualLimitMs, patientLimitMs] = [1_500, 5_000]
const answerLimitBytes = 64 * 1024

/** `isEnough` ends the wait early; otherwise silence does, unless `waitsForMore` says that the answer is still to come. */
export async function typeAndRead(
  consoles: Consoles,
  gameServerId: number,
  command: string,
  isEnough: (answer: string) => boolean,
  { waitsForMore = false, isPatient = false } = {},
): Promise<string> {
  const output = consoles.current(gameServerId)
  const from = output?.endSeq ?? 0
  await typeCommand(consoles, gameServerId, command)
  if (!output) return ''
  const until = performance.now() + (isPatient || waitsForMore ? patientLimitMs : usualLimitMs)
  const read = () => withoutTyped(plainString(output.read(from, answerLimitBytes).bytes), command)
  for (let answer = ''; ; answer = read()) {
    if (isEnough(answer)) return answer
    const leftMs = until - performance.now()
    if (leftMs <= 0 || output.isOver) return answer
    const hasNews = await within(
      output.changed,
      answer === '' || waitsForMore ? leftMs : Math.min(leftMs, quietMs),
    )
    if (!hasNews) return read()
  }
}

/** A terminal shows what is typed into it, which is no answer. */
function withoutTyped(text: string, command: string): string {
  return text
    .split('\n')
    .filter(line => line.trim() !== command)
    .join('\n')
    .trim()
}

async function within(news: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([news.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

async function typeCommand(consoles: Consoles, gameServerId: number, command: string): Promise<void> {
  try {
    await consoles.type(gameServerId, Buffer.from(command))
  } catch (error) {
    throw error instanceof ConsoleRefused ? new LinkRefusal(error.code, error.message) : error
  }
}
