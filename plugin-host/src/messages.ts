// What passes between the host and the worker that holds a plugin.

export interface WorkerLimits {
  /** Host calls within one call of the plugin. */
  hostCalls: number
  /** Of one message, either way. */
  messageBytes: number
}

export interface WorkerStart {
  module: Uint8Array
  limits: WorkerLimits
}

export type ToWorker =
  | { kind: 'call'; id: number; text: string }
  /** The answer to the host call that the plugin waits for. */
  | { kind: 'host-answer'; text: string }

export type FromWorker =
  | { kind: 'ready' }
  /** The module cannot be used at all. */
  | { kind: 'unusable'; message: string }
  | { kind: 'answer'; id: number; text: string }
  /** The plugin trapped or broke a rule: its memory is no longer to be trusted. */
  | { kind: 'broken'; id: number; message: string }
  | { kind: 'host-call'; text: string }
