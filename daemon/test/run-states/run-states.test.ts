// Whatever is asked of a game server, in whatever order, and whatever happens meanwhile: its state never lies.

import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { createConsoles } from '../../src/features/console/console.ts'
import type { GameServerFolders } from '../../src/features/game-servers/game-server-folders.ts'
import { createGameServerStore } from '../../src/features/game-servers/game-server-store.ts'
import { GameServers } from '../../src/features/game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed } from '../../src/features/game-servers/logic/action.ts'
import { nextRunState, occupiesProcess, runInputs } from '../../src/features/game-servers/logic/run-state.ts'
import type { OpenedRoot } from '../../src/platform/confined-files.ts'
import { ProcessError } from '../../src/platform/process-managers/process-manager.ts'
import { migrations } from '../../src/platform/store/migrations.ts'
import { plainDefinition } from '../open-test-node.ts'
import { type DaemonLife, MovableClock, SimulatedProcesses, type StartFault } from './simulated-processes.ts'

const id = 1
const orders = ['start', 'stop', 'kill', 'restart', 'pause', 'resume', 'update', 'install'] as const
type Order = (typeof orders)[number]

type Step =
  | { do: 'order'; order: Order }
  | { do: 'cancel'; which: number }
  | { do: 'answer'; which: number }
  | { do: 'answer_all' }
  | { do: 'ready' }
  | { do: 'crash'; code: number }
  | { do: 'wait'; ms: number }
  | { do: 'next_start'; fault: StartFault }
  | { do: 'obedience'; isObedient: boolean }
  | { do: 'installation'; fails: boolean }
  | { do: 'restart_daemon'; isCarriedOut: boolean; hasRebooted: boolean; isSilent: boolean }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('order'), order: fc.constantFrom(...orders) }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'order', order: 'start' }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('answer'), which: fc.nat(5) }) },
  { weight: 6, arbitrary: fc.constant<Step>({ do: 'answer_all' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'ready' }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('crash'), code: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 200, 5_000, 700_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), which: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('next_start'),
      fault: fc.constantFrom<StartFault>('refused', 'answer_lost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('obedience'), isObedient: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('installation'), fails: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('restart_daemon'),
      isCarriedOut: fc.boolean(),
      hasRebooted: fc.boolean(),
      isSilent: fc.boolean(),
    }),
  },
) as fc.Arbitrary<Step>

/** Orders that faults were found by before: tried every time, whatever the others are. */
const oftenBroken: Step[][] = [
  [
    { do: 'order', order: 'start' },
    { do: 'order', order: 'restart' },
    { do: 'order', order: 'kill' },
  ],
  [
    { do: 'restart_daemon', isCarriedOut: false, hasRebooted: false, isSilent: true },
    { do: 'order', order: 'start' },
    { do: 'order', order: 'kill' },
  ],
]

interface Asked {
  order: Order
  life: DaemonLife
  cancel: AbortController
  outcome: 'open' | 'success' | Error
}

const database = new DatabaseSync(':memory:')
for (const migration of migrations) database.exec(migration)

/** Games whose folders are always there, and whose installation ends when the test says so. */
class SimulatedNode {
  readonly clock = new MovableClock()
  readonly processes = new SimulatedProcesses(this.clock)
  readonly asked: Asked[] = []
  readonly violations: string[] = []
  readonly #store = createGameServerStore(database, error => this.violations.push(String(error)))
  #life: DaemonLife = { isOver: false }
  #gameServers!: GameServers
  #boot = 1
  #state: RunState = 'not_installed'
  #sequence = 0
  #isAdopting = false
  #wasSilent = false
  installationFails = false

  async begin(): Promise<void> {
    database.exec('DELETE FROM game_servers; DELETE FROM game_server_numbers; DELETE FROM facts')
    await this.#open()
    const definition = {
      ...plainDefinition(),
      uuid: randomUUID(),
      autostart: true,
      crash_policy: { restart: true, attempts: 2, window_ms: 600_000, delay_ms: 100 },
    }
    await this.#gameServers.put({ gameServerId: id, revision: 1, definition: JSON.stringify(definition) })
    await this.#take({ do: 'order', order: 'install' })
    await this.#settle()
  }

  /** After a start with a silent manager the state stays as it was written until the manager tells what lives. */
  get #isUnknown(): boolean {
    return this.#wasSilent && this.processes.foundCount === 0
  }

  get state(): RunState {
    return this.#gameServers.require(id).record.state
  }

  get reason(): string {
    return this.#gameServers.require(id).record.reason
  }

  async step(step: Step): Promise<void> {
    await this.#take(step)
    await this.#settle()
    this.#check()
  }

  /** Everything that is under way comes to its end, however long it takes. */
  async drain(): Promise<void> {
    this.processes.isSilent = false
    this.processes.nextStart = null
    for (let round = 0; round < 40; round++) {
      await this.#answerAll()
      this.#check()
      await this.clock.advance(60_000, () => this.#answerAll())
    }
    await this.#answerAll()
    this.#check()
    for (const { order, life, outcome } of this.asked) {
      if (life !== this.#life) continue
      if (outcome === 'open') this.violations.push(`the order ${order} never ends`)
      else if (outcome !== 'success' && !namesReason(outcome)) {
        this.violations.push(`the order ${order} fails without a reason: ${String(outcome)}`)
      }
    }
    const last = this.asked.findLast(({ order }) => ['start', 'restart', 'stop', 'kill'].includes(order))
    const wasEnded = last?.outcome === 'success' && (last.order === 'stop' || last.order === 'kill')
    if (wasEnded && this.processes.isAlive(id)) this.violations.push(`it runs after a ${last.order}`)
    this.violations.push(...this.processes.violations)
  }

  async #take(step: Step): Promise<void> {
    switch (step.do) {
      case 'order':
        return this.#order(step.order)
      case 'cancel':
        return this.asked[step.which]?.cancel.abort()
      case 'answer':
        return this.processes.giveAnswer(step.which)
      case 'answer_all':
        return this.#answerAll()
      case 'ready':
        return this.processes.printReady(id)
      case 'crash':
        return this.processes.crash(id, step.code)
      case 'wait':
        return this.clock.advance(step.ms, () => this.#settle())
      case 'next_start':
        this.processes.nextStart = step.fault
        return
      case 'obedience':
        this.processes.areObedient = step.isObedient
        return
      case 'installation':
        this.installationFails = step.fails
        return
      case 'restart_daemon':
        return this.#restart(step)
    }
  }

  #order(order: Order): void {
    const supervisor = this.#gameServers.require(id)
    const cancel = new AbortController()
    const asked: Asked = { order, life: this.#life, cancel, outcome: 'open' }
    this.asked.push(asked)
    const action: Action = {
      say: () => {},
      progress: () => {},
      superseded: new AbortController().signal,
      delivered: () => {},
      canceled: cancel.signal,
    }
    const done =
      order === 'install' || order === 'update'
        ? supervisor.install(order, async () => {
            if (this.installationFails) throw new ActionFailed('a step of the installation failed')
          })
        : supervisor[order](action)
    done.then(
      () => {
        asked.outcome = 'success'
      },
      (error: unknown) => {
        asked.outcome = error as Error
      },
    )
  }

  async #restart({ isCarriedOut, hasRebooted, isSilent }: Extract<Step, { do: 'restart_daemon' }>) {
    this.#gameServers.close()
    this.processes.endLife(this.#life, isCarriedOut)
    if (hasRebooted) {
      this.processes.endAll()
      this.#boot += 1
    }
    this.processes.isSilent = isSilent
    this.processes.foundCount = 0
    this.#wasSilent = isSilent && !hasRebooted
    this.#life = { isOver: false }
    await this.#open()
    this.processes.isSilent = false
  }

  async #open(): Promise<void> {
    const life = this.#life
    this.#gameServers = new GameServers({
      store: this.#store,
      processManagers: this.processes.managersFor(life),
      consoles: createConsoles(),
      folders: standingFolders,
      clock: this.clock,
      diskProblem: async () => null,
      nodeBinary: '/usr/bin/node',
      timeZone: 'UTC',
      adjustConfigFiles: async () => {},
      report: state => {
        if (life === this.#life) this.#hear(state)
      },
      log: pino({ level: 'silent' }),
    })
    this.#isAdopting = true
    const taken = this.#gameServers.takeUp(`boot ${this.#boot}`).then(() => {
      if (life === this.#life) this.#isAdopting = false
    })
    // What is found of an installation is ended, which needs answers.
    while (this.#isAdopting) {
      this.processes.giveAnswer(0)
      await this.#settle()
    }
    await taken
  }

  #hear({ state, sequence }: GameServerState): void {
    const from = this.#state
    const isKnown = from === state || runInputs.some(input => nextRunState(from, input) === state)
    if (!isKnown) this.violations.push(`it went from ${from} to ${state}`)
    if (sequence <= this.#sequence) this.violations.push('a state was told with an old sequence number')
    this.#state = state as RunState
    this.#sequence = sequence
  }

  #check(): void {
    const isAlive = this.processes.isAlive(id)
    const isSaid = occupiesProcess(this.state)
    if (isAlive && !isSaid) this.violations.push(`it is ${this.state} and its process lives`)
    // While an answer is awaited, a launch or the cleaning up after an end is under way.
    const isQuiet = this.processes.pendingCount === 0
    if (isQuiet && isSaid && !isAlive && !this.#isUnknown) {
      this.violations.push(`it is ${this.state} and nothing lives`)
    }
    const [stored] = this.#store.all()
    if (stored?.state !== this.state) this.violations.push('another state is stored')
  }

  async #answerAll(): Promise<void> {
    for (let count = 0; count < 1_000; count++) {
      await this.#settle()
      if (this.processes.pendingCount === 0) return
      this.processes.giveAnswer(0)
    }
    this.violations.push('there is no end of questions')
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve))
  }
}

const noRoot = {} as OpenedRoot
const standingFolders: GameServerFolders = {
  prepare: async () => ({ path: '/games/one', uid: undefined }),
  work: (_id, _uuid, work) => work(noRoot),
  visit: (_id, _uuid, work) => work(null),
  uuids: async () => [],
  numbers: async () => [],
  freeBytes: async () => 1,
  install: async () => {},
  cleanUp: async () => {},
  remove: async () => {},
}

function namesReason(error: Error): boolean {
  const isKnown =
    error instanceof ActionFailed || error instanceof ActionCanceled || error instanceof ProcessError
  return isKnown && error.message.trim() !== ''
}

async function play(steps: readonly Step[]): Promise<SimulatedNode> {
  const node = new SimulatedNode()
  await node.begin()
  for (const step of steps) await node.step(step)
  return node
}

const start: Step = { do: 'order', order: 'start' }
const answerAll: Step = { do: 'answer_all' }

describe('run states', () => {
  it('4.2 a second start joins the one that is under way', async () => {
    const node = await play([start, start, answerAll, start, answerAll])
    expect(node.state).toBe('starting')
    await node.step({ do: 'ready' })
    expect(node.state).toBe('running')
    expect(node.asked.slice(1).map(({ outcome }) => outcome)).toEqual(['success', 'success', 'success'])
    expect(node.violations).toEqual([])
  })

  it('4.2 a start while it is started again after a crash joins that', async () => {
    const crash: Step = { do: 'crash', code: 7 }
    const node = await play([start, answerAll, { do: 'ready' }, crash, answerAll, { do: 'wait', ms: 200 }])
    expect(node.state).toBe('starting')
    for (const step of [start, answerAll, { do: 'ready' }] as const) await node.step(step)
    expect(node.state).toBe('running')
    expect(node.asked.at(-1)?.outcome).toBe('success')
    expect(node.violations).toEqual([])
  })

  it('4.2 a start whose answer was lost is found running, not called a crash', async () => {
    const node = await play([{ do: 'next_start', fault: 'answer_lost' }, start, answerAll, { do: 'ready' }])
    expect(node.state).toBe('running')
    expect(node.violations).toEqual([])
  })

  it('4.2 a daemon that dies in the middle of a start says so, and blames no other program', async () => {
    const away: Step = { do: 'restart_daemon', isCarriedOut: false, hasRebooted: false, isSilent: false }
    const node = await play([start, away])
    expect(node.state).toBe('crashed')
    expect(node.reason).toMatch(/^the daemon was restarted while the game was being started, and no process/)
  })

  it('4.2 a process manager that is silent when the daemon comes back does not make a crash of a living game', async () => {
    const away: Step = { do: 'restart_daemon', isCarriedOut: true, hasRebooted: false, isSilent: true }
    const node = await play([start, answerAll, { do: 'ready' }, away, { do: 'order', order: 'pause' }])
    expect(node.state).toBe('running')
    await node.drain()
    expect(node.state).toBe('paused')
    expect(node.violations).toEqual([])
  })

  it('4.2 no interleaving of orders, crashes and restarts of the daemon makes the state lie', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async steps => {
        const node = await play(steps)
        await node.drain()
        expect(node.violations).toEqual([])
      }),
      { numRuns: proofSize({ short: 200, proof: 50_000 }), examples: oftenBroken.map(steps => [steps]) },
    )
  })
})
