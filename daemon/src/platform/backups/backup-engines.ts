// The engines of a node: restic where there is one, and archives, which are always there.

import { ArchiveEngine } from './archive/archive-engine.ts'
import { type BackupEngine, type BackupEngineName, BackupError } from './backup-engine.ts'
import { ResticEngine } from './restic/restic-engine.ts'

export interface BackupEnginesOptions {
  /** A folder of the daemon's own: for the cache of restic, and for what a run needs. */
  stateFolder: string
  /** As configured: this one and no other. */
  resticPath: string | null
  /** Where one lies that came with the daemon. */
  shippedRestic?: string | undefined
  nowMs: () => number
}

/** What new backups are made with, and why it is not restic. */
export interface PreferredEngine {
  engine: BackupEngine
  version: string
  problem: BackupError | null
}

export interface BackupEngines {
  /** A repository stays with the engine that it was made with. */
  of(name: BackupEngineName): BackupEngine
  /** Looks again each time: restic may be installed meanwhile. */
  preferred(): Promise<PreferredEngine>
  close(): Promise<void>
}

export function openBackupEngines(options: BackupEnginesOptions): BackupEngines {
  const restic = new ResticEngine({
    program: options.resticPath,
    shippedProgram: options.shippedRestic,
    stateFolder: options.stateFolder,
  })
  const archive = new ArchiveEngine(options.nowMs)
  return {
    of: name => (name === 'restic' ? restic : archive),
    async preferred() {
      try {
        return { engine: restic, version: await restic.version(), problem: null }
      } catch (error) {
        if (!(error instanceof BackupError)) throw error
        return { engine: archive, version: await archive.version(), problem: error }
      }
    },
    async close() {
      await Promise.all([restic.close(), archive.close()])
    },
  }
}
