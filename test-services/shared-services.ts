// Global setup of the services tests: each database server, container engine and S3 server once per run, started when first
// asked for.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { importBusybox } from './container-engine.ts'
import { startDockerEngine } from './docker-engine.ts'
import { startMariadb } from './mariadb.ts'
import { startPodmanEngine } from './podman-engine.ts'
import { startPostgres } from './postgres.ts'
import type { RunningDatabase } from './running-component.ts'
import { busyboxImage } from './shared.ts'
import { removeAbandonedFolders } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for a service. */
    sharedServices: string
  }
}

interface Stoppable {
  stop(): Promise<void>
}

/** What is asked for by its path; the answer is what a test needs to use it. */
function openServices() {
  const started = new Map<string, Promise<Stoppable>>()
  const once = <Service extends Stoppable>(name: string, start: () => Promise<Service>): Promise<Service> => {
    const running = (started.get(name) as Promise<Service> | undefined) ?? start()
    started.set(name, running)
    return running
  }
  // Several panels at once, each with its own connections.
  const databases = {
    postgres: () => once('postgres', () => startPostgres({ maxConnections: 300 })),
    mariadb: () => once('mariadb', () => startMariadb({ maxConnections: 300 })),
  }
  const withBusybox = async (start: typeof startDockerEngine) => {
    const engine = await start()
    try {
      await importBusybox(engine, busyboxImage)
      return engine
    } catch (error) {
      await engine.stop()
      throw error
    }
  }
  const engines = {
    docker: () => once('docker', () => withBusybox(startDockerEngine)),
    podman: () => once('podman', () => withBusybox(startPodmanEngine)),
  }
  const migrated = new Map<string, Promise<string>>()
  const answers: Record<string, () => Promise<unknown>> = {}
  for (const [name, open] of Object.entries(databases)) {
    const driver = name === 'mariadb' ? 'mysql' : 'postgres'
    answers[`/${name}`] = async () => describeDatabase(await open())
    answers[`/${name}/empty`] = async () => (await open()).createDatabase()
    answers[`/${name}/migrated`] = async () => {
      const server = await open()
      const model = migrated.get(name) ?? migrateOne(server, driver)
      migrated.set(name, model)
      return server.createDatabase(await model)
    }
  }
  for (const [name, open] of Object.entries(engines)) {
    answers[`/${name}`] = async () => {
      const { socketFile, folder } = await open()
      return { socketFile, folder }
    }
  }
  answers['/s3'] = async () => {
    const { url, port, bucketFolder } = await once('s3', async () => {
      // Loaded only here: it looks for its program.
      const { startS3Proxy } = await import('./s3-server.ts')
      return startS3Proxy()
    })
    return { url, port, bucketFolder }
  }
  return {
    answerTo: async (path: string) => {
      const answer = answers[path]
      if (answer === undefined) throw new Error(`there is no shared service at ${path}`)
      return answer()
    },
    stop: async () => {
      await Promise.allSettled([...started.values()].map(async running => (await running).stop()))
    },
  }
}

const describeDatabase = ({ url, port }: RunningDatabase) => ({ url, port })

/** Its migrations are done once; every other database that wants them is a copy. */
async function migrateOne(server: RunningDatabase, driver: 'postgres' | 'mysql'): Promise<string> {
  // Loaded only here: a run without databases needs nothing of the panel.
  const { openDatabase } = await import('../panel/src/platform/database/database.ts')
  const { migrate } = await import('../panel/src/platform/database/migrate.ts')
  const url = await server.createDatabase()
  const database = await openDatabase({ driver, url }, { info: () => {}, warn: () => {} })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  return url
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedFolders()
  const services = openServices()
  const server = createServer(({ url = '' }, response) => {
    void services.answerTo(url).then(
      answer => response.end(JSON.stringify(answer)),
      error => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  project.provide('sharedServices', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    await services.stop()
  }
}
