// The engine of backups in a process of its own, as in a daemon: does one order after the other and says how it went.
//
// Arguments: the program restic, a folder for its state, the folder of the storage.

import { rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { ResticEngine } from '../../daemon/src/platform/backups/restic/restic-engine.ts'
import { processorMsWithChildren } from '../measuring/process-figures.ts'

export type EngineOrder =
  | { do: 'remove' | 'size'; repository: string }
  | { do: 'take'; repository: string; folder: string }
  | { do: 'read'; repository: string; id: string; path: string }

export interface EngineAnswer {
  seconds: number
  /** Of all processors together, with restic. */
  processorSeconds: number
  /** Of the backup that was taken. */
  id: string
  /** Of the repository. */
  bytes: number
}

const [program = '', stateFolder = '', path = ''] = process.argv.slice(2)
const engine = new ResticEngine({ program, stateFolder })

async function obey(order: EngineOrder): Promise<Partial<EngineAnswer>> {
  const place = { storage: { kind: 'folder' as const, path }, name: order.repository, password: 'a password' }
  const repository = engine.repository(place)
  switch (order.do) {
    case 'remove':
      await repository.remove()
      rmSync(`${stateFolder}/cache`, { recursive: true, force: true })
      return {}
    case 'size':
      return { bytes: await repository.sizeBytes() }
    case 'take': {
      // As a node does: opened or created, then taken, with low priority.
      await repository.create()
      const sources = { files: order.folder }
      const { id } = await repository.take({ sources, manifest: '{}', tags: {}, priority: 'low' })
      return { id }
    }
    case 'read': {
      const { stream } = await repository.readFile(order.id, order.path)
      await finished(stream.resume(), { writable: false })
      return {}
    }
  }
}

process.on('message', (order: EngineOrder) => {
  const [beganMs, processorBefore] = [performance.now(), processorMsWithChildren(process.pid)]
  obey(order).then(
    done =>
      process.send?.({
        ...{ id: '', bytes: 0, ...done, seconds: (performance.now() - beganMs) / 1_000 },
        processorSeconds: (processorMsWithChildren(process.pid) - processorBefore) / 1_000,
      }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => void engine.close().then(() => process.exit(0)))
process.send?.('ready')
