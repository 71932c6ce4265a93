// A real nginx for tests, with a configuration of the test's own; its other files stay in a temporary folder.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findProgram, type RunningComponent, startComponent } from './running-component.ts'

const streamModule = '/usr/lib/nginx/modules/ngx_stream_module.so'

/** Why nginx cannot be started here, or null. */
export function missingNginx(): string | null {
  if (findProgram('nginx') === null) return 'nginx is not installed (Debian package nginx-light)'
  return existsSync(streamModule) ? null : 'nginx has no streams here (Debian package libnginx-mod-stream)'
}

/** `configuration` is the whole file; every path in it that is relative begins in the temporary folder. */
export async function startNginx(configuration: string, readyPort: number): Promise<RunningComponent> {
  const program = findProgram('nginx')
  if (program === null) throw new Error(missingNginx() ?? '')
  return startComponent({
    name: 'nginx',
    systemUser: 'www-data',
    start: async plan => {
      const file = join(plan.folder, 'nginx.conf')
      await writeFile(file, configuration, { mode: 0o644 })
      const settings = `daemon off; pid ${plan.folder}/nginx.pid; error_log ${plan.folder}/error.log warn;`
      return plan.start(program, ['-p', plan.folder, '-c', file, '-e', 'stderr', '-g', settings])
    },
    isReady: async () => {
      const socket = connect(readyPort, '127.0.0.1')
      try {
        await once(socket, 'connect')
        return true
      } finally {
        socket.destroy()
      }
    },
    describe: (_plan, stop) => ({ url: `http://127.0.0.1:${readyPort}`, port: readyPort, stop }),
  })
}
