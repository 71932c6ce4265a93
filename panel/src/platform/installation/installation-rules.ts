// Whether a database belongs to this installation: a lost or exchanged one must not silently become a new installation.

/** What was found in the database before anything is written to it. */
export type FoundDatabase = 'none' | { id: string | null; hasUsers: boolean }

export type InstallationDecision =
  /** `id` null: a new one is made. */
  { start: true; id: string | null } | { start: false; problem: 'lost' | 'other' }

/**
 * `fileId` is what stands beside the configuration; null for a new instance, a new container, or a version before there
 * were ids. A database with people and without an id is of such a version too, and belongs to whoever opens it.
 */
export function decideInstallation(
  fileId: string | null,
  database: FoundDatabase,
  beginsAnew: boolean,
): InstallationDecision {
  if (database === 'none' || (database.id === null && !database.hasUsers)) {
    if (fileId !== null && !beginsAnew) return { start: false, problem: 'lost' }
    return { start: true, id: null }
  }
  const { id } = database
  if (id !== null && fileId !== null && id !== fileId && !beginsAnew)
    return { start: false, problem: 'other' }
  return { start: true, id: id ?? (beginsAnew ? null : fileId) }
}
