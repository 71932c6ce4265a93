// The right to start a game, held by one daemon at a time. Whoever starts it first ends what is left of its last run;
// without a claim, a second daemon that does the same at the same moment would end the first one's new game.

import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Longer than any start takes. */
const forgottenAfterMs = 5 * 60_000
/** A process id may be given again: this tells lives of a program apart. */
const ownLife = `${process.pid} ${randomUUID()}`

/** Gives the function that ends the claim; null when somebody else is starting it. */
export function claimStart(socketFile: string, id: number): (() => void) | null {
  const file = `${socketFile}.start-${id}`
  if (!create(file)) {
    if (!isForgotten(file)) return null
    rmSync(file, { force: true })
    if (!create(file)) return null
  }
  return () => rmSync(file, { force: true })
}

/** The claim appears whole or not at all: a disk that is full leaves nothing that would stand for one. */
function create(file: string): boolean {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, ownLife, { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isForgotten(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > forgottenAfterMs) return true
    const life = readFileSync(file, 'utf8')
    const [processId = ''] = life.split(' ')
    // No claim is ever seen half written: an older daemon's disk was full, or this machine lost its power.
    if (processId === '') return true
    return Number(processId) === process.pid ? life !== ownLife : !isAlive(Number(processId))
  } catch {
    // It has just ended: whoever asks again may have it.
    return false
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
