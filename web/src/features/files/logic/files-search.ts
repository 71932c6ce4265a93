// What the addresses of the file manager hold: the folder, what is searched below it, or one file and a line of it.

export interface FilesSearch {
  path?: string
  /** The search is open; with words in them it runs. */
  search?: true
  name?: string
  content?: string
}

export interface FileSearch {
  path: string
  line?: number
}

type Typed = Record<string, unknown>

/** An address is typed by anybody: a folder named 42 arrives as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export function readFilesSearch(typed: Typed): FilesSearch {
  return {
    path: textOf(typed.path) || undefined,
    search: typed.search === true || undefined,
    name: textOf(typed.name) || undefined,
    content: textOf(typed.content) || undefined,
  }
}

export function readFileSearch(typed: Typed): FileSearch {
  const line = typed.line
  const isLine = typeof line === 'number' && Number.isInteger(line) && line > 0
  return { path: textOf(typed.path), line: isLine ? line : undefined }
}
