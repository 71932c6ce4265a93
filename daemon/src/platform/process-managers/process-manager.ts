// The port for where games live: started, typed to, watched and ended the same way, whoever keeps them.

import type { ProcessManagerName } from '@rookery/contracts/process-managers.ts'

/** What a game may use at most; a manager that cannot hold to a limit ignores it. */
export interface Limits {
  memoryBytes?: number
  /** 100 is one whole processor core. */
  cpuPercent?: number
  /** Processes and threads. */
  pids?: number
}

/** A port that the game listens on, opened on the node under the same number. */
export interface PublishedPort {
  ip: string
  port: number
  protocol: 'tcp' | 'udp'
}

/** What a manager of containers must know beyond the program. */
export interface Container {
  image: string
  ports: PublishedPort[]
  readOnlyRoot: boolean
  /** Where the working folder is mounted; `/game` when absent. */
  folder?: string
  /** Hears how far it is when the image has to be fetched; without it only an image of the node is used. */
  pull?: ((text: string) => void) | null
}

/** Work in a container of its own that ends by itself: a script that fills a folder, for one. */
export interface OneOffJob {
  /** At most one with this id is at work. */
  id: number
  image: string
  /** As for a container of a game. */
  pull: ((text: string) => void) | null
  /** The first words are the entry point. */
  argv: string[]
  env: Record<string, string>
  mounts: { source: string; target: string; isReadOnly: boolean }[]
  cwd: string
  limits: Limits
  /** Every line it prints. */
  onLine: (line: string) => void
  /** Ends it, and removes it, at once. */
  signal: AbortSignal
}

export interface Launch {
  /** Names the process for good: at most one with this id lives at a time. */
  id: number
  /** Program and arguments, passed on literally: no shell, no expansion. */
  argv: string[]
  cwd: string
  /** The whole environment; the manager adds one variable of its own at most. */
  env: Record<string, string>
  uid?: number
  gid?: number
  cols: number
  rows: number
  limits: Limits
  /** Needed by docker and podman, ignored by the others. */
  container?: Container
}

export interface ProcessExit {
  /** Both null: it ended while nobody could see how. */
  code: number | null
  signal: string | null
  /** It was ended because it, or its whole group, had used more memory than it may. */
  outOfMemory: boolean
  /** The sequence number after the last byte of output. */
  endSeq: number
}

/** What a game uses right now. What the manager cannot measure is absent, never 0. */
export interface ProcessUsage {
  /** Since it was started, over all of its processes; never decreases while it runs. */
  cpuSeconds?: number
  memoryBytes?: number
  memoryLimitBytes?: number
  networkReceiveBytes?: number
  networkTransmitBytes?: number
  blockReadBytes?: number
  blockWriteBytes?: number
  /** Number of its processes. */
  pids?: number
}

export interface OutputChunk {
  streamId: string
  /** Offset of the first of these bytes since the process began. */
  seq: number
  bytes: Uint8Array
  /** How many bytes before these are lost for good, because the reader came too late. */
  gapBytes: number
}

export type ProcessSignal =
  | 'SIGINT'
  | 'SIGTERM'
  | 'SIGHUP'
  | 'SIGQUIT'
  | 'SIGUSR1'
  | 'SIGUSR2'
  | 'SIGSTOP'
  | 'SIGCONT'
  | 'SIGKILL'

export interface ProcessManager {
  readonly name: ProcessManagerName
  /** Resolves when the program itself runs (or has run); rejects with a LaunchError. */
  start(launch: Launch): Promise<RunningProcess>
  /**
   * Root inside, without the rights that make root dangerous; gone afterwards. Absent where there are no containers.
   * Resolves with the exit code, rejects with a LaunchError.
   */
  runOnce?(job: OneOffJob): Promise<number>
  /** What still runs, and what has ended while nobody was connected: ask once at the start. */
  adopt(): Promise<RunningProcess[]>
  /** What is alive under this id, whoever has started it; null when nothing is. Rejects when that cannot be told. */
  find(id: number): Promise<RunningProcess | null>
  /** Lets go of everything; what runs keeps running. */
  close(): Promise<void>
}

/** All managers that this node offers, side by side: each game server names its own. */
export interface ProcessManagers {
  readonly present: readonly ProcessManagerName[]
  /** Null when the node does not offer it. */
  of(name: ProcessManagerName): ProcessManager | null
  /** Over all of them. Those that did not answer are named: what lives under them is not known. */
  adopt(): Promise<{ running: RunningProcess[]; unanswered: ProcessManagerName[] }>
  close(): Promise<void>
}

export interface RunningProcess {
  readonly id: number
  readonly pid: number
  /** New for every start: sequence numbers of two streams cannot be compared. */
  readonly streamId: string
  readonly startedAtMs: number
  /** How far its output went when it was started or adopted; absent where the manager cannot tell. */
  readonly earlierOutputEndSeq?: number
  /** Never rejects. It stays open for ever once the manager is closed. */
  readonly exit: Promise<ProcessExit>
  /** A terminal cuts a line of input at 4,095 bytes; rejects with input_full when the program does not read. */
  write(bytes: Uint8Array): Promise<void>
  resize(cols: number, rows: number): Promise<void>
  /** SIGSTOP and SIGCONT reach all that the process has started, SIGKILL ends it; others go to its process group. */
  signal(name: ProcessSignal): Promise<void>
  /** SIGKILL for everything it has started, wherever that has gone; resolves when none of it is alive. */
  endTree(): Promise<void>
  /** Rejects when it has ended. */
  usage(): Promise<ProcessUsage>
  /** From this byte on, then live, to the end of the process. As slow as its reader; leaving the loop ends the watch. */
  output(fromSeq: number): AsyncIterable<OutputChunk>
  /** Drops what is kept of an ended process; its id is free afterwards. */
  forget(): Promise<void>
}

export interface LaunchSubject {
  what: 'image' | 'engine' | 'program' | 'port'
  /** Empty: it has none. */
  name: string
}

export type LaunchProblem = 'invalid' | 'already_running' | 'not_runnable' | 'unavailable'

/** Why a start did not happen, in a sentence for the one who asked. */
export class LaunchError extends Error {
  readonly code: LaunchProblem
  /** What is missing, or taken; left out where only the sentence tells. */
  readonly about: LaunchSubject | undefined

  constructor(code: LaunchProblem, message: string, options?: ErrorOptions & { about?: LaunchSubject }) {
    super(message, options)
    this.name = 'LaunchError'
    this.code = code
    this.about = options?.about
  }
}

export type ProcessProblem = 'ended' | 'input_full' | 'still_running' | 'unavailable' | 'survives'

/** Why something could not be done with a process that had been started. */
export class ProcessError extends Error {
  readonly code: ProcessProblem

  constructor(code: ProcessProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProcessError'
    this.code = code
  }
}
