// The RCON connection of one run of a game: opened when it is needed, kept for some seconds, one command at a time.

import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { RconClient } from './rcon-client.ts'

const idleMs = 15_000
const waitingLimit = 16

export class RconConnection {
  readonly #open: () => Promise<RconClient>
  #client: RconClient | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(open: () => Promise<RconClient>) {
    this.#open = open
  }

  send(command: string): Promise<string> {
    if (this.#waiting >= waitingLimit) {
      const message = `${waitingLimit} commands wait for an answer of this game already: try again later`
      return Promise.reject(new LinkRefusal('conflict', message))
    }
    this.#waiting += 1
    const answer = this.#turn.then(() => this.#ask(command)).finally(() => (this.#waiting -= 1))
    this.#turn = answer.catch(() => {})
    return answer
  }

  close(): void {
    this.#isClosed = true
    this.#letGo()
  }

  async #ask(command: string): Promise<string> {
    clearTimeout(this.#idle)
    if (this.#isClosed) throw new LinkRefusal('conflict', 'the game has ended in the meantime')
    if (this.#client?.isClosed) this.#letGo()
    this.#client ??= await this.#open()
    try {
      return await this.#client.send(command)
    } finally {
      if (this.#isClosed || this.#client.isClosed) this.#letGo()
      else this.#idle = setTimeout(() => this.#letGo(), idleMs).unref()
    }
  }

  #letGo(): void {
    clearTimeout(this.#idle)
    this.#client?.close()
    this.#client = null
  }
}
