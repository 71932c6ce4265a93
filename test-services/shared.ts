// The services that all files of a run share: a database of its own in the one server, containers in the one engine, a
// prefix in the one bucket.

import { inject } from 'vitest'
import { type ContainerEngine, importImage } from './container-engine.ts'
import type { RunningDatabase } from './running-component.ts'
import type { RunningS3 } from './s3-server.ts'

/** Every shared engine has it: busybox under all of its names. */
export const busyboxImage = 'localhost/rookery-busybox:1'

/** One server for the whole run: it is neither stopped nor restarted here. */
export interface SharedDatabase extends Pick<RunningDatabase, 'url' | 'port'> {
  /** An empty database of its own. */
  createDatabase(): Promise<string>
  /** A database of its own with every migration done, for tests in which migrating is not what is tested. */
  createMigratedDatabase(): Promise<string>
}

/** One engine for the whole run: other files have containers in it too, and it is neither stopped nor crashed here. */
export type SharedEngine = Pick<ContainerEngine, 'socketFile' | 'folder' | 'importImage'>

/** One S3 server for the whole run: whoever uses it has a prefix of their own in its bucket. */
export type SharedS3 = Pick<RunningS3, 'url' | 'port' | 'bucketFolder'>

export const sharedS3 = () => ask<SharedS3>('s3')
export const sharedPostgres = () => sharedDatabase('postgres')
export const sharedMariadb = () => sharedDatabase('mariadb')
export const sharedDocker = () => sharedEngine('docker')
export const sharedPodman = () => sharedEngine('podman')

async function sharedDatabase(name: string): Promise<SharedDatabase> {
  const { url, port } = await ask<SharedDatabase>(name)
  return {
    url,
    port,
    createDatabase: () => ask(`${name}/empty`),
    createMigratedDatabase: () => ask(`${name}/migrated`),
  }
}

async function sharedEngine(name: string): Promise<SharedEngine> {
  const { socketFile, folder } = await ask<SharedEngine>(name)
  return {
    socketFile,
    folder,
    importImage: (image, rootFolder) => importImage(socketFile, image, rootFolder),
  }
}

async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${inject('sharedServices')}/${path}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text) as Answer
}
