// Which npm packages an output really contains, as folders: from what the bundlers say they wrote.

import type { Metafile } from 'esbuild'

const inPackage = /^(?:.*?\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//

/** `node_modules/zod` of any path of a file in it, null for files of our own. The innermost package counts. */
export function packageFolder(path: string): string | null {
  return inPackage.exec(path.replace(/^\0/, ''))?.[1] ?? null
}

export function packageFolders(paths: readonly string[]): string[] {
  const folders = paths.map(packageFolder).filter(folder => folder !== null)
  return [...new Set(folders)].toSorted()
}

/** Only files of which something is left: what was read and dropped is not shipped. */
export function packagesOfBundle({ outputs }: Metafile): string[] {
  const paths = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  )
  return packageFolders(paths)
}

/** What the build of the pages gives, as far as it is needed here. */
export interface PageOutput {
  output: readonly (
    | { type: 'chunk'; modules: Record<string, { renderedLength: number }> }
    | { type: 'asset'; originalFileNames: readonly string[] }
  )[]
}

/** Style sheets leave nothing in the scripts and are in the output all the same; fonts are assets. */
export function packagesOfPages(outputs: readonly PageOutput[]): string[] {
  const paths = outputs.flatMap(({ output }) =>
    output.flatMap(entry =>
      entry.type === 'asset'
        ? entry.originalFileNames
        : Object.entries(entry.modules)
            .filter(([id, { renderedLength }]) => renderedLength > 0 || /\.css(\?|$)/.test(id))
            .map(([id]) => id),
    ),
  )
  return packageFolders(paths)
}
