// How far the machines are that are becoming nodes, as the live channel reports it.

import type { NodeInstallEvent } from '@rookery/contracts/websocket/events.ts'
import { useSyncExternalStore } from 'react'

type Report = NodeInstallEvent['payload']

export interface InstallProgress {
  /** The last step that was done. */
  reached: Exclude<Report['step'], 'failed'> | null
  /** Why it went no further. */
  problem: string | null
}

const newest = new Map<number, InstallProgress>()
const listeners = new Set<() => void>()

export const installProgress = {
  take(reports: readonly Report[]): void {
    if (reports.length === 0) return
    for (const { id, step, problem } of reports) {
      const reached = step === 'failed' ? (newest.get(id)?.reached ?? null) : step
      newest.set(id, { reached, problem: step === 'failed' ? (problem ?? '') : null })
    }
    for (const listener of listeners) listener()
  },
  /** A new command begins anew. */
  forget(nodeId: number): void {
    if (!newest.delete(nodeId)) return
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useInstallProgress(nodeId: number | null): InstallProgress | null {
  return useSyncExternalStore(subscribe, () => (nodeId === null ? null : (newest.get(nodeId) ?? null)))
}
