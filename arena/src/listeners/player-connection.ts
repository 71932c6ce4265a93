// One player's connection: asks for a name, then passes lines to the game within limits.

import type { Socket } from 'node:net'
import type { Game, Line } from '../game.ts'
import { checkName } from '../logic/player-name.ts'
import { checkIdleness, createRateLimit, type RateLimit } from '../logic/wire/limits.ts'
import { createLineSplitter, type InputLine, type LineSplitter } from '../logic/wire/line-splitter.ts'
import type { Bans } from '../storage/bans.ts'

export type ConnectionDeps = {
  name: string
  maxPlayers: number
  game: Game
  bans: Bans
  clockMs: () => number
}

const lineLimitBytes = 300
const endlessLineBytes = 64 * 1024
const unreadLimitBytes = 256 * 1024
const ignoredLinesLimit = 100
const nameAttempts = 5
const namePrompt = 'Your name? '
const fullText = 'The arena is full. Come back when somebody has died of boredom.'

export class PlayerConnection implements Line {
  readonly address: string
  readonly #socket: Socket
  readonly #deps: ConnectionDeps
  readonly #splitter: LineSplitter = createLineSplitter(lineLimitBytes)
  readonly #rate: RateLimit
  #fighterId: number | null = null
  #lastLineAtMs: number
  #wasWarned = false
  #ignoredLines = 0
  #unfinishedBytes = 0
  #attemptsLeft = nameAttempts
  #isEnding = false

  constructor(socket: Socket, deps: ConnectionDeps) {
    this.address = socket.remoteAddress ?? 'unknown'
    this.#socket = socket
    this.#deps = deps
    this.#lastLineAtMs = deps.clockMs()
    this.#rate = createRateLimit(10, 4, this.#lastLineAtMs)
    socket.on('data', chunk => this.#read(chunk))
    this.send(`\r\n  ${deps.name}\r\n  A place to settle things with kitchenware.\r\n`)
    if (this.#isFull()) this.end(fullText)
    else socket.write(namePrompt)
  }

  send(text: string): void {
    if (this.#isEnding) return
    this.#socket.write(`${text}\r\n`)
    // Somebody who does not read must not fill our memory.
    if (this.#socket.writableLength > unreadLimitBytes) this.#socket.destroy()
  }

  end(text: string): void {
    if (this.#isEnding) return
    if (text !== '') this.send(text)
    this.#isEnding = true
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), 2_000).unref()
  }

  checkIdleness(): void {
    const verdict = checkIdleness(this.#deps.clockMs() - this.#lastLineAtMs, this.#fighterId === null)
    if (verdict === 'end') this.end('You stood still until the janitor took you for a statue. Goodbye.')
    if (verdict !== 'warn' || this.#wasWarned) return
    this.#wasWarned = true
    this.send('Are you there? In one minute the janitor dusts you and carries you out.')
  }

  closed(): void {
    this.#isEnding = true
    if (this.#fighterId !== null) this.#deps.game.leave(this.#fighterId)
  }

  #read(chunk: Buffer): void {
    const lines = this.#splitter.feed(chunk)
    this.#unfinishedBytes = lines.length > 0 ? 0 : this.#unfinishedBytes + chunk.length
    if (this.#unfinishedBytes > endlessLineBytes) this.end('A line that never ends is called noise.')
    for (const line of lines) if (!this.#isEnding) this.#receive(line)
  }

  #receive(line: InputLine): void {
    this.#lastLineAtMs = this.#deps.clockMs()
    this.#wasWarned = false
    if (!this.#rate.spend(this.#lastLineAtMs)) this.#ignore()
    else if (line.tooLong) this.send(`That was a speech, not a line. Keep it under ${lineLimitBytes} bytes.`)
    else if (this.#fighterId === null) this.#tryName(line.text)
    else this.#deps.game.obey(this.#fighterId, line.text)
  }

  #ignore(): void {
    this.#ignoredLines += 1
    if (this.#ignoredLines % 20 === 1) this.send('Easy. You type faster than the arena can wince.')
    if (this.#ignoredLines >= ignoredLinesLimit)
      this.end('The arena has stopped listening. Come back calmer.')
  }

  #tryName(wish: string): void {
    const { game, bans } = this.#deps
    if (this.#isFull()) {
      this.end(fullText)
      return
    }
    const taken = game.players().map(player => player.fighter.name)
    const verdict = checkName(wish, taken, bans.has)
    if (verdict.ok) {
      this.#fighterId = game.join(verdict.name, this)
      return
    }
    this.#attemptsLeft -= 1
    if (this.#attemptsLeft === 0) this.end(`${verdict.reason} Names are hard. Try again another day.`)
    this.send(verdict.reason)
    if (!this.#isEnding) this.#socket.write(namePrompt)
  }

  #isFull(): boolean {
    return this.#deps.game.players().length >= this.#deps.maxPlayers
  }
}
