// What every RCON protocol gives, and the words for the ways in which a game can fail to answer.

import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'

export interface RconAddress {
  host: string
  port: number
  password: string
}

export interface RconClient {
  /** One at a time: the next waits until the answer is complete. Throws LinkRefusal in words, never the password. */
  send(command: string): Promise<string>
  /** True from the moment when no answer can be had from it any more. */
  readonly isClosed: boolean
  close(): void
}

export interface RconLimits {
  connectMs: number
  /** From the command to the last byte of its answer. */
  answerMs: number
  /** How long silence must last to end an answer that has no end of its own. */
  quietMs: number
}

export const rconLimits: RconLimits = { connectMs: 3_000, answerMs: 5_000, quietMs: 300 }

/** What is longer is dropped while it is read: nothing a game says may fill the daemon's memory. */
export const retainedAnswerBytes = 1024 * 1024

export function unreachable(message: string): LinkRefusal {
  return new LinkRefusal('game_unreachable', message)
}

export function wrongPassword(): LinkRefusal {
  return new LinkRefusal(
    'conflict',
    'the game refuses the RCON password: it may have been started with another one, so restart it',
  )
}

export function tooLong(limitBytes: number): LinkRefusal {
  return new LinkRefusal('invalid_input', `the command is too long: this game takes ${limitBytes} bytes`)
}

export function noAnswer(): LinkRefusal {
  return unreachable('the game did not answer by RCON in time: it may be busy, or RCON is switched off')
}

export function notListening(): LinkRefusal {
  return unreachable('nothing answers on the RCON port: the game may still be starting, or RCON is off')
}

export function notRcon(): LinkRefusal {
  return unreachable('what answers on the RCON port does not speak the RCON of the template')
}
