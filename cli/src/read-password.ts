// Asks for a new password without showing it, or reads it from standard input; never from the command line.

import { randomBytes } from 'node:crypto'
import { password as askHidden, isCancel } from '@clack/prompts'

/** Far more than any password; what pours in endlessly is not read to its end. */
const longestInputBytes = 64 * 1024

/** What is in the way, in words for the person at the keyboard. */
export class PasswordProblem extends Error {}

export interface NewPassword {
  password: string
  /** Made here, and therefore to be shown once. */
  isGenerated: boolean
}

/** 120 random bits. */
export const generatePassword = (): string => randomBytes(15).toString('base64url')

export async function readNewPassword(login: string, options: { generate: boolean }): Promise<NewPassword> {
  if (options.generate) return { password: generatePassword(), isGenerated: true }
  const password = process.stdin.isTTY ? await askTwice(login) : oneLineOf(await readInput(process.stdin))
  return { password, isGenerated: false }
}

async function askTwice(login: string): Promise<string> {
  const first = await ask(`New password for ${login} (not shown)`)
  const second = await ask('Repeat the password')
  if (first !== second) throw new PasswordProblem('the two entries differ; nothing was changed')
  return first
}

async function ask(message: string): Promise<string> {
  const answer = await askHidden({ message, mask: '' })
  if (isCancel(answer)) throw new PasswordProblem('canceled; nothing was changed')
  return answer ?? ''
}

export async function readInput(input: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > longestInputBytes) break
  }
  return text
}

/** The line without its end; a password may begin and end with spaces. */
export function oneLineOf(text: string): string {
  const line = text.replace(/\r?\n$/, '')
  if (line === '') {
    throw new PasswordProblem(
      'standard input is empty: give the password there as one line, or use --generate',
    )
  }
  if (/[\r\n]/.test(line)) {
    throw new PasswordProblem('standard input has several lines: give the password there as one line')
  }
  return line
}
