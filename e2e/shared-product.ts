// Global setup of the stories: one running product for all that share it, started when the first of them asks for it.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { makeHome, startRookery } from './rookery.ts'

export interface SharedProduct {
  url: string
  administrator: { login: string; password: string }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a story asks for the product. */
    sharedProduct: string
  }
}

async function startProduct() {
  const home = await makeHome()
  const password = 'a product for many stories'
  const rookery = await startRookery(home, {
    ADMIN_PASSWORD: password,
    AUTH_REQUIRE_MFA_FOR_ADMINS: 'false',
  })
  const shared: SharedProduct = { url: rookery.url, administrator: { login: 'admin', password } }
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
  const server = createServer((_, response) => {
    product ??= startProduct()
    void product.then(
      ({ shared }) => response.end(JSON.stringify(shared)),
      error => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('sharedProduct', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    const started = await product?.catch(() => null)
    await started?.stop()
  }
}
