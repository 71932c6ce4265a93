// Restarts of game servers, asked for at any moment through the proxy, whatever is being killed meanwhile.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readGameServer, restartGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listTasks, type Task } from '@rookery/contracts/http/tasks.ts'
import type { DaemonProgram } from './daemon-program.ts'
import type { ScaleWorld } from './scale-world.ts'

/** Writes down every start. */
export const countedGame =
  'echo start >> starts; echo ready; while read -r line; do [ "$line" = quit ] && exit 0; done'

export interface StormedGame {
  daemon: DaemonProgram
  gameServerId: number
}

export class TaskStorm {
  readonly #world: ScaleWorld
  readonly #games: StormedGame[]
  readonly accepted: number[] = []
  /** Not taken: nobody promised anything. */
  refused = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  constructor(world: ScaleWorld, games: StormedGame[]) {
    this.#world = world
    this.#games = games
  }

  start(everyMs: number): void {
    this.#running = Promise.all(this.#games.map(game => this.#order(game, everyMs)))
  }

  async #order({ gameServerId }: StormedGame, everyMs: number): Promise<void> {
    while (!this.#isOver) {
      try {
        const params = { server: String(gameServerId) }
        this.accepted.push((await this.#world.api.call(restartGameServer, { params })).task_id)
      } catch {
        this.refused += 1
      }
      await delay(everyMs)
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async tasksOf(gameServerId: number): Promise<Task[]> {
    const tasks: Task[] = []
    for (let page = 1; ; page++) {
      const query = { server: String(gameServerId), per_page: '100', page: String(page) }
      const more = await this.#world.api.call(listTasks, { query } as never)
      tasks.push(...more)
      if (more.length < 100) return tasks
    }
  }

  /** How often the game has been started, as it says itself. */
  async startsOf({ daemon, gameServerId }: StormedGame): Promise<number> {
    const params = { server: String(gameServerId) }
    const { uuid } = await this.#world.api.call(readGameServer, { params })
    return readFileSync(join(daemon.folder, 'servers', uuid, 'starts'), 'utf8')
      .trim()
      .split('\n').length
  }
}
