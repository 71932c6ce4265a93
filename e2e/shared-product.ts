// Global setup of the stories: one running product for all that share it, started when the first of them asks for it.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freeSharedGamePorts } from './ports.ts'
import { createHome, startRookery } from './rookery.ts'

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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let product: ReturnType<typeof startProduct> | null = null
  // The product also knows ports of game servers that do not run: here alone is known which were given away.
  const answerTo = async (path = '') => {
    if (path === '/ports') return freeSharedGamePorts()
    product ??= startProduct()
    return (await product).shared
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
