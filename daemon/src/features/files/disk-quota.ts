// What a game server's folder may still take: its disk limit, counted over all who write at the same time (T-068).

import { ConfinedFileError } from '../../platform/confined-files/confined-file-error.ts'
import { formatBytes } from '../../platform/logic/format-bytes.ts'
import { createLedger, type Ledger } from './logic/disk-ledger.ts'
import type { DiskQuota } from './logic/file-work.ts'

export interface DiskQuotas {
  of(gameServerId: number): DiskQuota
  /** Counts, and says what is wrong when the files take more than the limit; null when they do not. */
  problemOf(gameServerId: number): Promise<string | null>
}

export interface DiskQuotaDeps {
  /** What a game server is now; its uuid tells it from an earlier one with the same number. */
  limitOf: (gameServerId: number) => { uuid: string; limitBytes: number | null }
  /** Looks at the whole folder; one that is missing is empty. */
  measure: (gameServerId: number) => Promise<{ files: number; bytes: number }>
  monotonicMs: () => number
}

/** The game writes too, and nobody tells of that: a count is good for this long. */
const countLastsMs = 10_000
/** A folder that takes long to count is counted more rarely: this share of the time at most. */
const countingShare = 1 / 10

export function createDiskQuotas(deps: DiskQuotaDeps): DiskQuotas {
  const quotas = new Map<number, { uuid: string; quota: DiskQuota }>()
  function quotaOf(gameServerId: number): DiskQuota {
    const { uuid } = deps.limitOf(gameServerId)
    const known = quotas.get(gameServerId)
    if (known?.uuid === uuid) return known.quota
    const quota = createDiskQuota(gameServerId, deps)
    quotas.set(gameServerId, { uuid, quota })
    return quota
  }
  return {
    of: quotaOf,
    async problemOf(gameServerId) {
      const { usedBytes, limitBytes } = await quotaOf(gameServerId).usage()
      return diskProblem(usedBytes, limitBytes)
    },
  }
}

export function diskProblem(usedBytes: number, limitBytes: number | null): string | null {
  if (limitBytes === null || usedBytes <= limitBytes) return null
  const [used, limit] = [formatBytes(usedBytes), formatBytes(limitBytes)]
  return `its files take ${used}, more than its disk limit of ${limit}: delete something, or raise the limit`
}

function createDiskQuota(gameServerId: number, deps: DiskQuotaDeps): DiskQuota {
  const ledger = createLedger()
  const count = createCounting(ledger, deps, gameServerId)
  const limitBytes = () => deps.limitOf(gameServerId).limitBytes

  async function take(id: number, bytes: number): Promise<void> {
    const limit = limitBytes()
    if (limit === null) return ledger.take(id, bytes)
    if (!ledger.isCounted()) await count.now()
    else if (count.isDue()) count.inBackground()
    if (ledger.usedBytes() + bytes > limit && ledger.mayBeLess()) await count.now()
    if (ledger.usedBytes() + bytes > limit)
      throw new ConfinedFileError(
        'no_space',
        '',
        `the disk limit of this game server is ${limit} bytes, and there is not enough left: delete something, or ask for a higher limit`,
      )
    ledger.take(id, bytes)
  }

  return {
    reserve(place = 'inside') {
      const id = ledger.open(place)
      return { take: bytes => take(id, bytes), moves: () => ledger.move(id), release: () => ledger.close(id) }
    },
    hasShrunk: () => ledger.noteShrinking(),
    async usage() {
      if (!ledger.isCounted() || ledger.mayBeLess() || count.isDue()) await count.now()
      return { usedBytes: ledger.usedBytes(), files: ledger.files(), limitBytes: limitBytes() }
    },
  }
}

/** Counts the folder for the ledger, never twice at the same time. */
function createCounting(ledger: Ledger, deps: DiskQuotaDeps, gameServerId: number) {
  let countedAtMs = Number.NEGATIVE_INFINITY
  let tookMs = 0
  let current: Promise<void> | null = null
  async function run(): Promise<void> {
    const beganMs = deps.monotonicMs()
    const mark = ledger.beginCount()
    ledger.endCount(mark, await deps.measure(gameServerId))
    countedAtMs = deps.monotonicMs()
    tookMs = countedAtMs - beganMs
  }
  function begin(): Promise<void> {
    current = run().finally(() => {
      current = null
    })
    return current
  }
  return {
    isDue: () => deps.monotonicMs() - countedAtMs > Math.max(countLastsMs, tookMs / countingShare),
    /** A count that is under way may have passed what has changed since: its end is waited for, then one more made. */
    async now(): Promise<void> {
      await current
      await (current ?? begin())
    },
    inBackground(): void {
      // A failure shows where a count is waited for.
      if (current === null) begin().catch(() => {})
    },
  }
}
