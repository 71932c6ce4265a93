// A panel from the built programs that hands out the daemon to machines.

import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { isAnswering, Program, quickHashing } from '../../test-services/start-program.ts'
import { signIn } from '../api.ts'
import { createHome } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'
import { borrowPackedDaemon } from './packed-daemon.ts'

const password = 'a story about machines'

export type InstallingPanel = Awaited<ReturnType<typeof startInstallingPanel>>

export async function startInstallingPanel() {
  const home = await createHome()
  borrowPackedDaemon(home.dataDir)
  const url = `http://localhost:${home.ports.http}`
  const variables = {
    DATA_DIR: home.dataDir,
    HTTP_PORT: String(home.ports.http),
    GRPC_PORT: String(home.ports.grpc),
    ADMIN_PASSWORD: password,
    ...quickHashing,
  }
  const program = new Program('rookery', { args: ['panel', '--set-up'], variables })
  await waitFor('the panel answers', () => {
    program.requireRunning()
    return isAnswering(`${url}/api/ready`)
  })
  const api = await signIn(url, { login: 'admin', password })
  return {
    program,
    api,
    dataDir: home.dataDir,
    /** As it serves it. */
    script: await (await fetch(`${url}/install/daemon`)).text(),
    /** A node that a machine can join as. */
    async addNode(name: string) {
      const { id } = await api.call(createNode, { body: { name } })
      const params = { id: String(id) }
      const { key } = await api.call(issueEnrollment, { params })
      return { id, params, key, read: () => api.call(readNode, { params }) }
    },
    async stop() {
      await program.end()
      await home.remove()
    },
  }
}
