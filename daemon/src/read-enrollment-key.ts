// Where the one-time key of an enrollment comes from: standard input or a file, so that it stands in no process list.

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { enrollmentKeyLength, readKeyLine } from '@rookery/contracts/daemon/enrollment-key.ts'

/** Longer than any key; what pours in endlessly is not read to its end. */
const longestInputBytes = 64 * 1024

const advice = "give it on standard input: echo 'ROOKERY_KEY=rk1_…' | rookery node enroll URL"

export interface KeySource {
  /** From the command line, as it was done before; other users of the machine can read it there. */
  key: string | undefined
  keyFile: string | undefined
}

/** Throws an error with a reason when there is no key. */
export async function readEnrollmentKey({ key, keyFile }: KeySource): Promise<string> {
  if (key !== undefined) {
    console.error(`warning: --key shows the key to every user of this machine; next time ${advice}`)
    return key
  }
  const text = keyFile === undefined || keyFile === '-' ? await readInput() : readFileSync(keyFile, 'utf8')
  const found = readKeyLine(text)
  if (found !== null) return found
  throw new Error(
    text.trim() === ''
      ? `there is no one-time key in ${keyFile ?? 'standard input'}; ${advice}`
      : `what is in ${keyFile ?? 'standard input'} is not a whole key: one begins with rk1_ and has ${enrollmentKeyLength} characters. Copy the whole line from the panel again`,
  )
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await terminal.question('One-time key from the panel: ')
    } finally {
      terminal.close()
    }
  }
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    // A pipe that stays open need not end: the first key is enough.
    if (text.length > longestInputBytes || (text.includes('\n') && readKeyLine(text) !== null)) break
  }
  return text
}
