// Keeps people away from the files that a template protects, whichever verb they come with.
//
// A protected file is listed, and that is all: it is neither read nor written, moved, copied, removed nor changed in its
// rights. A folder that holds one cannot be moved, copied or removed; an archive leaves it out and says so. A hard link
// to one is as protected as the file, and links are never followed in any case.

import type { FileHandle } from 'node:fs/promises'
import type { ConfinedRoot, OpenedRoot } from '../confined-files.ts'
import { ConfinedFileError } from './confined-file-error.ts'
import { linkedPath } from './logic/link-target.ts'
import type { PathPatterns } from './logic/path-patterns.ts'
import type { SeenEntry } from './trees/scan-tree.ts'
import type { VisitedEntry } from './trees/visit-tree.ts'

const depthLimit = 200
const reason = 'the template of this game server protects it, and only an administrator can open or change it'
/** What the daemon has not finished: it may hold what is about to be protected, or what was until now. */
const unfinished = /(?:^|\/)\.rookery-[0-9a-f]{18}\.tmp(?:\/|$)/
/** A stage (archives/stage.ts): what is below `new` is meant for the place behind it. */
const staged = /^(\.rookery-[0-9a-f]{18}\.tmp)(?:\/new(?:\/|$)|\/old(?:\/.*)?$|$)/

/** The same root, for somebody who must keep off what the patterns name. A verb without a rule does not compile. */
export function protectFiles(root: OpenedRoot, patterns: PathPatterns): ConfinedRoot {
  const guard = createGuard(root, patterns)
  const { requireName, requireTree, afterName, afterFile } = guard
  return {
    readFile: (path, limits) => afterFile(path, () => root.readFile(path, limits)),
    openRead: (path, range) => afterFile(path, () => root.openRead(path, range)),
    openFile: path => afterFile(path, () => root.openFile(path)),
    openForChange: (path, how) => afterFile(path, () => root.openForChange(path, how)),
    setTimes: (path, times) => afterFile(path, () => root.setTimes(path, times)),
    chmod: (path, mode) => afterFile(path, () => root.chmod(path, mode)),

    openReplacement: (path, options) => afterName(path, () => root.openReplacement(path, options)),
    writeFileAtomic: (path, content, options) =>
      afterName(path, () => root.writeFileAtomic(path, content, options)),
    putFile: (path, content, options) => afterName(path, () => root.putFile(path, content, options)),
    checkWrite: (path, expect) => afterName(path, () => root.checkWrite(path, expect)),
    copyIn: (source, path, options) => afterName(path, () => root.copyIn(source, path, options)),
    moveIn: (source, path, options) => afterName(path, () => root.moveIn(source, path, options)),
    removeFile: path => afterName(path, () => root.removeFile(path)),
    removeEmptyFolder: path => afterName(path, () => root.removeEmptyFolder(path)),
    readLink: path => afterName(path, () => root.readLink(path)),
    async symlink(path, target) {
      requireName(path)
      requireName(linkedPath(path, target))
      await root.symlink(path, target)
    },
    mkdir: (path, options) => guard.createFolder(path, options),

    async checkRemoval(path) {
      requireName(path)
      await requireTree(path, null)
      await root.checkRemoval(path)
    },
    async remove(path) {
      requireName(path)
      await requireTree(path, null)
      await root.remove(path)
    },
    async rename(from, to) {
      requireName(from)
      requireName(to)
      await requireTree(from, to)
      await root.rename(from, to)
    },
    async copy(from, to, options) {
      await guard.requireCopy(from, to)
      await root.copy(from, to, options)
    },
    async merge(merge) {
      await requireTree(merge.staged, null)
      await root.merge(merge)
    },
    visit: (path, options) => guard.visited(path, root.visit(path, options)),
    scanTree: (path, limits) => guard.seen(root.scanTree(path, limits)),

    stat: path => root.stat(path),
    list: (path, page) => root.list(path, page),
    openFolderReader: path => root.openFolderReader(path),
    measure: () => root.measure(),
    freeBytes: () => root.freeBytes(),
    unmake: made => root.unmake(made),
    close: () => root.close(),
  }
}

function createGuard(root: OpenedRoot, patterns: PathPatterns) {
  /** Those that were made through this very root. */
  const stages = new Set<string>()
  let inodes: Promise<Set<string>> | null = null

  /** Where it will be in the end; '' for what is only in our own way there. */
  function meantPath(path: string): string {
    const [whole = '', stage = ''] = staged.exec(path) ?? []
    return stages.has(stage) ? path.slice(whole.length) : path
  }
  const isProtected = (path: string) => patterns.matches(meantPath(path))
  const isClosed = (path: string) => isProtected(path) || unfinished.test(meantPath(path))

  /** For verbs that put something else under this name, or take the name away. */
  function requireName(path: string): void {
    if (isClosed(path)) throw new ConfinedFileError('protected', meantPath(path), reason)
  }
  /** For verbs that read or change what has this name, by whatever other name it is protected. */
  async function requireFile(path: string): Promise<void> {
    requireName(path)
    if (await isSecondName(await root.identify(path)))
      throw new ConfinedFileError('protected', path, `this is a second name of a protected file: ${reason}`)
  }
  async function isSecondName({ links, inode }: { links: number; inode: string }): Promise<boolean> {
    return links > 1 && (await protectedInodes()).has(inode)
  }
  /** Of those with several names: no other path leads to the rest of them. */
  function protectedInodes(): Promise<Set<string>> {
    inodes ??= (async () => {
      const found = new Set<string>()
      for await (const { path, type } of below('')) {
        if (type !== 'file' || !isProtected(path)) continue
        const { links, inode } = await root.identify(path).catch(() => ({ links: 0, inode: '' }))
        if (links > 1) found.add(inode)
      }
      return found
    })()
    return inodes
  }
  /** Everything below a folder, where it is and where it would be. */
  async function requireTree(from: string, to: string | null): Promise<void> {
    for await (const { path } of below(from)) {
      if (isProtected(path) || (to !== null && isProtected(to + path.slice(from.length))))
        throw holding(from, meantPath(path))
    }
  }
  /** Nothing for what is no folder, or not there: the verb itself says that. */
  async function* below(folder: string): AsyncGenerator<SeenEntry> {
    let isTooDeep = false
    const onTooDeep = () => {
      isTooDeep = true
    }
    try {
      yield* root.scanTree(folder, { depth: depthLimit, onTooDeep })
    } catch (error) {
      const isOfVerb = error instanceof ConfinedFileError && verbsOwn.includes(error.code)
      if (!isOfVerb) throw error
    }
    if (isTooDeep) throw new ConfinedFileError('too_deep', folder, `there are more than ${depthLimit} levels`)
  }

  return {
    requireName,
    requireTree,
    async afterName<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
      requireName(path)
      return work()
    },
    async afterFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
      await requireFile(path)
      return work()
    },
    async requireCopy(from: string, to: string): Promise<void> {
      await requireFile(from)
      requireName(to)
      await requireTree(from, to)
      const { size } = await protectedInodes()
      for await (const { path, type } of below(from)) {
        const isOther = size > 0 && type === 'file' && (await isSecondName(await root.identify(path)))
        if (isOther || isClosed(path)) throw holding(from, path)
      }
    },
    async createFolder(path: string, options: { mayExist?: boolean } = {}): Promise<string[]> {
      const isStage = staged.test(path) && path.endsWith('/new') && !options.mayExist
      if (!isStage) requireName(path)
      const made = await root.mkdir(path, options)
      const [uppermost] = made
      if (isStage && uppermost !== undefined && !uppermost.includes('/')) stages.add(uppermost)
      return made
    },
    /** What is left out is told, a folder with all that is in it at once. */
    async *visited(asked: string, entries: AsyncGenerator<VisitedEntry>): AsyncGenerator<VisitedEntry> {
      requireName(asked)
      let leftOut: string | null = null
      for await (const entry of entries) {
        const { path, type } = entry
        if (leftOut !== null && path.startsWith(`${leftOut}/`)) continue
        const isOther = type === 'file' && (await isSecondName(await identityOf(entry.handle)))
        if (!isOther && !isClosed(path)) yield entry
        else {
          leftOut = path
          yield { path, type: 'passed_over', reason }
        }
      }
    },
    /** Names are told, contents are not. */
    async *seen(entries: AsyncGenerator<SeenEntry>): AsyncGenerator<SeenEntry> {
      for await (const entry of entries) {
        async function open(): Promise<FileHandle | null> {
          const handle = isClosed(entry.path) ? null : await entry.open()
          if (handle === null || !(await isSecondName(await identityOf(handle)))) return handle
          await handle.close()
          return null
        }
        yield { ...entry, open }
      }
    },
  }
}

const verbsOwn: readonly string[] = ['not_found', 'not_a_folder', 'escapes', 'invalid_path']

async function identityOf(handle: FileHandle): Promise<{ links: number; inode: string }> {
  const { nlink, dev, ino } = await handle.stat({ bigint: true })
  return { links: Number(nlink), inode: `${dev}:${ino}` }
}

function holding(folder: string, path: string): ConfinedFileError {
  return new ConfinedFileError('protected', folder, `this folder holds ${JSON.stringify(path)}: ${reason}`)
}
