// How a new archive is called, unless somebody says otherwise.

import type { ArchiveFormat } from '@rookery/contracts/daemon/file-request.ts'
import { endingAt, freeName } from '../logic/file-paths.ts'

const knownEnding = /\.(?:zip|tar|tar\.gz|tar\.xz|7z)$/i

/** The name with the ending of another format; an ending that is no format stays. */
export const withEnding = (name: string, format: ArchiveFormat): string =>
  `${name.replace(knownEnding, '')}.${format}`

/** One entry gives its own name, several the name of their folder. */
export function archiveName(
  names: readonly string[],
  folderName: string,
  format: ArchiveFormat,
  taken: ReadonlySet<string>,
): string {
  const [first = ''] = names
  const stem = names.length === 1 ? first.slice(0, endingAt(first)) : folderName || 'files'
  return freeName(`${stem}.${format}`, taken)
}
