// A whole daemon without its link, on a real keeper in a temporary folder; everything is ended and removed afterwards.

import { randomInt, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import { pino } from 'pino'
import { shippedKeeper } from '../../test-services/start-program.ts'
import { type App, type AppOptions, openApp } from '../src/app.ts'
import { pickUserIdBase } from '../src/config/write-daemon-config.ts'
import { watchConsole } from '../src/features/console/watch-console.ts'
import { LinkRefusal, type NodeMessage } from '../src/platform/panel-link/link-hooks.ts'
import { endGames, endGamesAndKeepers } from '../src/platform/process-managers/process/test/end-keepers.ts'

export const isRoot = process.getuid?.() === 0
/** A range of its own: other tests on this machine end their games by user id too. */
export const gameUserIdBase = pickUserIdBase(randomInt)

/** Of the keeper that serves all nodes; null while each of them has its own. */
let sharedSocketFile: string | null = null

/** See share-keeper.ts. */
export function useKeeper(socketFile: string | null): void {
  sharedSocketFile = socketFile
}

export interface TestNode {
  readonly folder: string
  readonly app: App
  readonly sent: NodeMessage[]
  /** A new daemon in the place of the old one, which has let go or was never here. */
  open(): Promise<void>
  close(): Promise<void>
  put(id: number, change?: Partial<GameServerDefinition>, revision?: number): GameServerDefinition
  /** Asks for a task and waits for its end. */
  run(gameServerId: number, kind: TaskKind, payload?: string): Promise<TaskUpdate>
  ask(gameServerId: number, kind: TaskKind, payload?: string): number
  ended(taskId: number): Promise<TaskUpdate>
  state(gameServerId: number): string | undefined
  type(gameServerId: number, line: string): Promise<void>
  /** What the console shows, once `wanted` is in it. */
  consoleUntil(gameServerId: number, wanted: string | RegExp): Promise<string>
  end(): Promise<void>
}

export function openTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-node-'))
  chmodSync(folder, 0o755)
  return folder
}

export function appOptions(
  folder: string,
  send: (message: NodeMessage) => void,
  change: Partial<AppOptions['config']> = {},
): AppOptions {
  return {
    dataFolder: folder,
    config: {
      nodeId: 1,
      workPath: join(folder, 'servers'),
      gameUserIdBase,
      metrics: { enabled: false, intervalSeconds: 5, retentionSeconds: 600 },
      networkInterfaces: [],
      drives: [],
      ...change,
    },
    version: '0.0.0',
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    recentLogLines: () => [],
    shippedGames: { arena: join(folder, 'arena.mjs') },
    sharedFolder: `${folder}-shared`,
    keeper: { ...shippedKeeper, ...(sharedSocketFile !== null && { socketFile: sharedSocketFile }) },
    nowMs: Date.now,
    send,
    ask: async () => {
      throw new LinkRefusal('unavailable', 'there is no panel here')
    },
  }
}

export async function openTestNode(
  folder = openTestFolder(),
  change: Partial<AppOptions['config']> = {},
  more: Partial<Omit<AppOptions, 'config'>> = {},
): Promise<TestNode> {
  const sent: NodeMessage[] = []
  const open = () => openApp({ ...appOptions(folder, message => sent.push(message), change), ...more })
  let app = await open()
  let isOpen = true
  let lastTaskId = 0
  const lastUpdate = (taskId: number) => {
    const updates = sent.flatMap(message => (message.$case === 'taskUpdate' ? [message.value] : []))
    return updates.findLast(update => update.taskId === taskId)
  }
  const node: TestNode = {
    folder,
    sent,
    get app() {
      return app
    },
    async open() {
      app = await open()
      isOpen = true
    },
    async close() {
      isOpen = false
      await app.close()
    },
    put(id, change = {}, revision = 1) {
      const definition = { ...plainDefinition(), ...change }
      void app.gameServers.put({ gameServerId: id, revision, definition: JSON.stringify(definition) })
      return definition
    },
    ask(gameServerId, kind, payload = '') {
      lastTaskId += 1
      app.tasks.run({ taskId: lastTaskId, gameServerId, kind, payload })
      return lastTaskId
    },
    async ended(taskId) {
      await until(
        () => !['waiting', 'working', undefined].includes(lastUpdate(taskId)?.status),
        `task ${taskId} ends`,
      )
      return lastUpdate(taskId) as TaskUpdate
    },
    run: (gameServerId, kind, payload) => node.ended(node.ask(gameServerId, kind, payload)),
    state: gameServerId => app.gameServers.get(gameServerId)?.record.state,
    type: (gameServerId, line) => app.consoles.type(gameServerId, Buffer.from(line)),
    consoleUntil: (gameServerId, wanted) => readConsole(app, gameServerId, wanted),
    async end() {
      if (isOpen) await app.close()
      await endKeeper(folder)
      for (const path of [folder, `${folder}-shared`]) rmSync(path, { recursive: true, force: true })
    },
  }
  return node
}

export function plainDefinition(): GameServerDefinition {
  return {
    uuid: randomUUID(),
    name: 'test',
    placement_epoch: 1,
    origin: null,
    process_manager: 'process',
    command: ['/bin/sh', 'game.sh'],
    environment: {},
    install: [{ do: 'write-file', path: 'game.sh', content: gameScript, words: 'writing the game' }],
    ready: { pattern: 'ready', grace_ms: 0 },
    stop: { method: { by: 'command', command: 'quit' }, grace_ms: 5_000 },
    autostart: false,
    suspended: null,
    limits: { memory_bytes: null, cpu_percent: null, disk_bytes: null },
    ports: [],
    container: null,
    update: null,
    config_files: [],
    update_before_start: false,
    rcon: null,
    query: null,
    query_address: '127.0.0.1',
    players: null,
    schedules: [],
    step_schedules: [],
    backup_storages: [],
    backup_sources: [],
    backup: null,
    protected_files: [],
    crash_policy: { restart: false, attempts: 5, window_ms: 60_000, delay_ms: 100 },
    secrets: [],
  }
}

/** Answers what is typed, ends when told to. */
export const gameScript = `
echo ready
while read -r line; do
  case "$line" in
    quit) echo bye; exit 0 ;;
    crash) exit 7 ;;
    *) echo "you said: $line" ;;
  esac
done
`

/** A game whose one file is this script. */
export function shellGame(script: string): Pick<GameServerDefinition, 'install' | 'command'> {
  return {
    install: [{ do: 'write-file', path: 'game.sh', content: script, words: 'writing the game' }],
    command: ['/bin/sh', 'game.sh'],
  }
}

export async function readConsole(app: App, gameServerId: number, wanted: string | RegExp): Promise<string> {
  const leave = new AbortController()
  const timer = setTimeout(() => leave.abort(), 30_000)
  let text = ''
  for await (const { bytes } of watchConsole(
    app.consoles,
    { gameServerId, sinceSeq: 0, streamId: '' },
    leave.signal,
  )) {
    text += bytes.toString()
    if (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)) break
  }
  clearTimeout(timer)
  if (leave.signal.aborted) throw new Error(`the console never showed ${wanted}, but: ${text.slice(-2_000)}`)
  return text
}

export async function until(condition: () => boolean, what: string, limitMs = 90_000): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
    await delay(10)
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Ends every game that is left, and the keeper where it is the node's own. */
export async function endKeeper(folder: string): Promise<void> {
  const ownSocketFile = join(folder, 'keeper.sock')
  if (sharedSocketFile !== null) await endGames(sharedSocketFile, gameUserIdBase)
  if (sharedSocketFile === null || existsSync(`${ownSocketFile}.pid`))
    await endGamesAndKeepers(ownSocketFile, gameUserIdBase)
}

export function keeperPid(folder: string): number {
  try {
    return Number.parseInt(readFileSync(join(folder, 'keeper.sock.pid'), 'utf8'), 10)
  } catch {
    return 0
  }
}
