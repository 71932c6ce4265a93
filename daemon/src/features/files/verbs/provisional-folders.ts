// Folders that are made for files which may never appear: they go again with the last writer whose file did not.

import type { ServerFiles } from '../logic/file-work.ts'

export interface ProvisionalFolders {
  /** Makes the folders above `path` that are missing. The writer must leave, once. */
  makeAbove(serverFiles: ServerFiles, path: string): Promise<LeaveFolders>
}

/** `hasFile`: the writer's file is there, and so the folders stay. */
export type LeaveFolders = (hasFile: boolean) => Promise<void>

interface Use {
  writers: number
  /** One of them has made it, and none has put a file into it so far. */
  isProvisional: boolean
}

export function createProvisionalFolders(): ProvisionalFolders {
  const uses = new Map<string, Use>()

  return {
    async makeAbove({ root, uuid }, path) {
      const parents = foldersAbove(path)
      const keyOf = (folder: string) => `${uuid}/${folder}`
      for (const folder of parents) {
        const use = uses.get(keyOf(folder)) ?? { writers: 0, isProvisional: false }
        use.writers += 1
        uses.set(keyOf(folder), use)
      }
      const leave: LeaveFolders = async hasFile => {
        const unwanted = parents.filter(folder => {
          const use = uses.get(keyOf(folder))
          if (!use) return false
          if (hasFile) use.isProvisional = false
          use.writers -= 1
          if (use.writers > 0) return false
          uses.delete(keyOf(folder))
          return use.isProvisional
        })
        await root.unmake(unwanted)
      }
      try {
        const made = await root.mkdir(parents.at(-1) ?? '', { mayExist: true })
        for (const folder of made) {
          const use = uses.get(keyOf(folder))
          if (use) use.isProvisional = true
        }
        return leave
      } catch (error) {
        await leave(false)
        throw error
      }
    },
  }
}

/** The uppermost first. */
function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}
