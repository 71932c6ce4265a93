// Global setup of the stories: one running product for all that share it, started when the first of them asks for it.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeNode, listNodes, readNode } from '@rookery/contracts/http/nodes.ts'
import type { TestProject } from 'vitest/node'
import { signIn } from './api.ts'
import { freePort, freeSharedGamePorts } from './ports.ts'
import { createHome, startRookery } from './rookery.ts'
import { waitFor } from './wait-for.ts'

export interface SharedProduct {
  url: string
  dataDir: string
  administrator: { login: string; password: string }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a story asks for the product. */
    sharedProduct: string
    /** For what one story makes and others may use; gone with the run. */
    runFolder: string
  }
}

async function startProduct() {
  const home = await createHome()
  const password = 'a product for many stories'
  const rookery = await startRookery(home, {
    ADMIN_PASSWORD: password,
    AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
    // Plugins of stories fetch from the test itself.
    PLUGIN_HTTP_BLOCK_PRIVATE_IPS: 'false',
    PLUGIN_HTTP_ALLOWED_SCHEMES: 'http',
  })
  const { url, dataDir } = rookery
  const shared: SharedProduct = { url, dataDir, administrator: { login: 'admin', password } }
  return {
    shared,
    async stop() {
      await rookery.interrupt()
      await home.remove()
    },
  }
}

/** Switched on for the first story that asks for it, and at the same port for all. */
async function openSftp({ url, administrator }: SharedProduct): Promise<{ port: number }> {
  const api = await signIn(url, administrator)
  const node = (await api.call(listNodes, {})).find(({ name }) => name === 'This machine')
  const params = { id: String(node?.id) }
  const port = await freePort()
  await api.call(changeNode, { params, body: { sftp: { enabled: true, port } } })
  await waitFor('SFTP is offered', async () => (await api.call(readNode, { params })).sftp.listening)
  return { port }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let product: ReturnType<typeof startProduct> | null = null
  let sftp: ReturnType<typeof openSftp> | null = null
  // The product also knows ports of game servers that do not run: here alone is known which were given away.
  const answerTo = async (path = '') => {
    if (path === '/ports') return freeSharedGamePorts()
    product ??= startProduct()
    const { shared } = await product
    if (path !== '/sftp') return shared
    sftp ??= openSftp(shared)
    return sftp
  }
  const server = createServer(({ url }, response) => {
    void answerTo(url).then(
      answer => response.end(JSON.stringify(answer)),
      error => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('sharedProduct', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const runFolder = mkdtempSync(join(tmpdir(), 'rookery-stories-'))
  project.provide('runFolder', runFolder)
  return async () => {
    server.close()
    const started = await product?.catch(() => null)
    await started?.stop()
    rmSync(runFolder, { recursive: true, force: true })
  }
}
