// A JSON file that is either the old or the new one, never half of one.

import { readFile, rename, writeFile } from 'node:fs/promises'

export type JsonFile<T> = { load(): Promise<T>; save(value: T): Promise<void> }

/** An unreadable file is set aside under `.broken`, so that nothing is lost and the game still starts. */
export function createJsonFile<T>(
  path: string,
  empty: () => T,
  isValid: (value: unknown) => value is T,
  warn: (text: string) => void,
): JsonFile<T> {
  let saving: Promise<void> = Promise.resolve()

  async function setAside(reason: string): Promise<T> {
    await rename(path, `${path}.broken`)
    warn(`${path} ${reason}; kept as ${path}.broken, starting afresh`)
    return empty()
  }

  async function write(text: string): Promise<void> {
    await writeFile(`${path}.tmp`, text)
    await rename(`${path}.tmp`, path)
  }

  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((problem: NodeJS.ErrnoException) => {
        if (problem.code === 'ENOENT') return null
        throw problem
      })
      if (text === null) return empty()
      const value = parse(text)
      return isValid(value) ? value : setAside('is damaged')
    },
    save(value) {
      const text = `${JSON.stringify(value, null, 2)}\n`
      saving = saving.catch(() => undefined).then(() => write(text))
      return saving
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
