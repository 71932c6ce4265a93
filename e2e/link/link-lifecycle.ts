// Starts panels and daemons for one test and closes them after it, in reverse order.

import { afterEach } from 'vitest'
import { DaemonSide, PanelSide } from './link-world.ts'

export function linkLifecycle() {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const thing of opened.splice(0).reverse()) await thing.close()
  })
  const daemonOf = (...args: ConstructorParameters<typeof DaemonSide>): DaemonSide => {
    const daemon = new DaemonSide(...args)
    opened.push(daemon.link)
    return daemon
  }
  return {
    startPanel: async (options: Parameters<PanelSide['start']>[0] = {}): Promise<PanelSide> => {
      const panel = await new PanelSide().start(options)
      opened.push({ close: () => panel.link.close() })
      return panel
    },
    daemonOf,
    startDaemon: (...args: ConstructorParameters<typeof DaemonSide>) => daemonOf(...args).connect(),
    closeLater: (close: () => unknown) =>
      void opened.push({
        close: async () => {
          await close()
        },
      }),
  }
}
