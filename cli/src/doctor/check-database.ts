// Checks whether an SQLite file is whole, without changing anything beside it: what is broken stays as it was found.

import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isOpenElsewhere } from '../sqlite-use.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const patienceMs = 3000
const sqliteBusy = 5

/** A larger file is not copied, only read. */
const largestCopiedBytes = 2 * 1024 ** 3

export interface SqliteInspection {
  finding: Finding
  /** Where others may read the same database without touching it; null: do not open it. */
  readableFile: string | null
  close(): void
}

/** `name` is what the finding is called. */
export function inspectSqliteFile(name: string, file: string): SqliteInspection {
  const none = { readableFile: null, close: () => {} }
  const missing = missingFinding(name, file)
  if (missing) return { finding: missing, ...none }
  // The owner's own files beside it stand already: nothing is made by reading along.
  if (isOpenElsewhere(file))
    return { finding: quickCheck(name, file, file), readableFile: file, close: () => {} }
  const writeAheadLog = `${file}-wal`
  const isJournaled = sizeOf(writeAheadLog) > 0 || existsSync(`${file}-journal`)
  if (!isJournaled) {
    const finding = quickCheck(name, file, immutable(file))
    if (finding.verdict === 'problem') return { finding, ...none }
    const copied = copyAside(file, [''])
    const copy = copied === 'too large' ? null : copied
    return { finding, readableFile: copy?.file ?? null, close: () => copy?.remove() }
  }
  // Its last changes are in the log beside it, and merely opening it would merge them.
  const copy = copyAside(file, ['', '-wal', '-journal'])
  if (copy === 'too large') {
    const text = `${file} was not closed properly and is too large to look at a copy (more than 2 GiB): not checked. The next start completes it; run doctor again then`
    return { finding: warning(name, text), ...none }
  }
  if (copy === null) {
    const text = `${file} was not closed properly, and there is no room in ${tmpdir()} to look at a copy; make room, or set TMPDIR`
    return { finding: problem(name, text), ...none }
  }
  const finding = quickCheck(name, file, copy.file)
  return { finding, readableFile: finding.verdict === 'problem' ? null : copy.file, close: copy.remove }
}

export function checkSqliteFile(name: string, file: string): Finding {
  const inspect = inspectSqliteFile(name, file)
  inspect.close()
  return inspect.finding
}

/** Null: there is a file with something in it. */
function missingFinding(name: string, file: string): Finding | null {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) {
    const left = ['-wal', '-shm', '-journal'].map(ending => file + ending).filter(path => existsSync(path))
    if (left.length === 0) return ok(name, `${file} will be made at the first start`)
    const text = `${file} is missing, but ${left.join(' and ')} of it is there: the database was moved or deleted; put it back, or restore a backup, before anything is started`
    return problem(name, text)
  }
  if (!found.isFile()) return problem(name, `${file} is not a file; move it away, or restore a backup`)
  if (found.size > 0) return null
  return problem(name, `${file} is empty: its content is lost; restore a backup`)
}

function quickCheck(name: string, file: string, place: string | URL): Finding {
  try {
    const database = new DatabaseSync(place, { readOnly: true, timeout: patienceMs })
    try {
      const verdict = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
      if (verdict !== 'ok') return problem(name, `${file} is damaged (${String(verdict)}); restore a backup`)
    } finally {
      database.close()
    }
    return ok(name, file)
  } catch (error) {
    // A daemon that runs lets nobody else read its file.
    if (isBusy(error)) return ok(name, `${file} is in use, so it was not looked into`)
    const reason = error instanceof Error ? error.message : reasonOf(error)
    return problem(name, `${file} cannot be opened (${reason}); restore a backup or correct its permissions`)
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy

/** As it stands, without the files that SQLite makes beside a database it reads. */
function immutable(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** Null: there is no room for it. */
function copyAside(file: string, endings: string[]): { file: string; remove(): void } | 'too large' | null {
  const bytes = endings.reduce((sum, ending) => sum + sizeOf(file + ending), 0)
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bytes > largestCopiedBytes) return 'too large'
  if (bytes > bavail * bsize * 0.9) return null
  const folder = mkdtempSync(join(tmpdir(), 'rookery-doctor-copy-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const target = join(folder, 'copy.sqlite')
    for (const ending of endings.filter(each => existsSync(file + each))) {
      copyFileSync(file + ending, target + ending, constants.COPYFILE_FICLONE)
    }
    return { file: target, remove }
  } catch {
    remove()
    return null
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
