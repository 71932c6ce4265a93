// Every way in which work below a confined folder can be refused: a closed set of codes, each with a sentence.

export type ConfinedFileProblem =
  | 'invalid_path'
  | 'root_protected'
  | 'protected'
  | 'not_found'
  | 'escapes'
  | 'not_a_file'
  | 'not_a_folder'
  | 'exists'
  | 'changed'
  | 'too_large'
  | 'too_deep'
  | 'no_space'
  | 'not_permitted'
  | 'busy'
  | 'failed'

export class ConfinedFileError extends Error {
  readonly code: ConfinedFileProblem
  readonly path: string

  constructor(code: ConfinedFileProblem, path: string, sentence: string, options?: ErrorOptions) {
    super(`${JSON.stringify(path)}: ${sentence}`, options)
    this.name = 'ConfinedFileError'
    this.code = code
    this.path = path
  }
}

const byErrno: Record<string, [ConfinedFileProblem, string]> = {
  ENOENT: ['not_found', 'there is no such file or folder'],
  ENOTDIR: ['not_a_folder', 'a part of this path is not a folder'],
  ELOOP: ['escapes', 'this is a link, and links are not followed'],
  EXDEV: ['escapes', 'this lies on another file system'],
  EEXIST: ['exists', 'this name is already taken'],
  ENOTEMPTY: ['exists', 'this name is already taken by a folder that is not empty'],
  EISDIR: ['not_a_file', 'this is a folder'],
  ENXIO: ['not_a_file', 'this is not a regular file'],
  EFBIG: ['too_large', 'the file is larger than this file system takes'],
  ENOSPC: ['no_space', 'there is no space left'],
  EDQUOT: ['no_space', 'the disk quota is used up'],
  EACCES: ['not_permitted', 'the daemon has no permission to do this'],
  EPERM: ['not_permitted', 'the daemon has no permission to do this'],
  EROFS: ['not_permitted', 'this file system is read-only'],
  EBUSY: ['busy', 'this is in use, or something is mounted here'],
  ETXTBSY: ['busy', 'this program is running'],
  ENAMETOOLONG: ['invalid_path', 'the name is too long'],
  EINVAL: ['invalid_path', 'a folder cannot be moved into itself, or the name is not possible here'],
}

/** Runs one piece of work on `path` and gives each failure of the system its code and sentence. */
export async function describingErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConfinedFileError) throw error
    const known = byErrno[errnoOf(error) ?? '']
    if (known) throw new ConfinedFileError(known[0], path, known[1], { cause: error })
    throw new ConfinedFileError('failed', path, 'the file system refused this', { cause: error })
  }
}

/** As `describingErrors`, for what is gone through step by step; what is no failure of the system stays as it is. */
export async function* describingWalk<T>(path: string, walk: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* walk
  } catch (error) {
    const isOfSystem = error instanceof Error && 'syscall' in error
    throw isOfSystem ? await describingErrors(path, () => Promise.reject(error)) : error
  }
}

export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
}
