// A folder of this machine as a storage.

import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderStorage } from '../backup-engine.ts'
import type { StorageClient } from './storage-client.ts'

export async function openFolderClient({ path }: FolderStorage): Promise<StorageClient> {
  if (!(await stat(path)).isDirectory()) throw new Error(`ENOTDIR: ${path} is not a folder`)
  return {
    async write(name, content) {
      const file = await open(join(path, name), 'wx', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    read: name => readFile(join(path, name)),
    delete: name => rm(join(path, name)),
    async folders() {
      const entries = await readdir(path, { withFileTypes: true })
      return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
    },
    removeAll: name => rm(join(path, name), { recursive: true, force: true }),
    close: async () => {},
  }
}
