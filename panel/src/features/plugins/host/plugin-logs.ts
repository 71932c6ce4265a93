// The last lines that each plugin has logged, in memory: what is older is in the panel's own log.

export interface PluginLogLine {
  atMs: number
  level: string
  message: string
}

const lineLimit = 200

export type PluginLogs = ReturnType<typeof createPluginLogs>

export function createPluginLogs(now: () => number) {
  const lines = new Map<number, PluginLogLine[]>()
  return {
    add(pluginId: number, level: string, message: string): void {
      const stored = lines.get(pluginId) ?? []
      stored.push({ atMs: now(), level, message })
      if (stored.length > lineLimit) stored.shift()
      lines.set(pluginId, stored)
    },
    of: (pluginId: number): readonly PluginLogLine[] => lines.get(pluginId) ?? [],
    forget: (pluginId: number): void => void lines.delete(pluginId),
  }
}
