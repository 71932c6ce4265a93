// What one plugin may use; nothing of it can be raised by the plugin itself.

export interface PluginLimits {
  moduleBytes: number
  /** Of 64 KiB. */
  memoryPages: number
  tableEntries: number
  /** For compiling and starting. */
  startMs: number
  /** The plugin's own work within one call; while it waits for the host, no time passes. */
  callMs: number
  /** One call from its beginning to its end, waiting included. */
  wholeCallMs: number
  hostCalls: number
  /** Of one message, either way. */
  messageBytes: number
  waitingCalls: number
}

export const defaultLimits: PluginLimits = {
  moduleBytes: 8 * 1024 * 1024,
  memoryPages: 256,
  tableEntries: 10_000,
  startMs: 10_000,
  callMs: 2_000,
  wholeCallMs: 60_000,
  hostCalls: 1_000,
  messageBytes: 1024 * 1024,
  waitingCalls: 64,
}
