// Finds the games that ship with the daemon: beside its bundle, or, when it runs from source, built on the spot.

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedGames {
  /** A single file that Node runs. */
  arena: string
}

/** Beside a bundle they were put there by the build. */
export function shippedBeside(bundleFolder: string): ShippedGames {
  return { arena: join(bundleFolder, 'arena.mjs') }
}

/** For development: what a build has left, or a fresh build into `folder`. */
export async function shippedFromSource(repositoryFolder: string, folder: string): Promise<ShippedGames> {
  const built = join(repositoryFolder, 'dist/arena.mjs')
  if (existsSync(built)) return { arena: built }
  const arena = join(folder, 'arena.mjs')
  mkdirSync(folder, { recursive: true })
  // Not written as text in the import, so that no bundle of the daemon ever contains the bundler.
  const bundler = 'esbuild'
  const { build } = (await import(bundler)) as typeof import('esbuild')
  await build({
    entryPoints: [join(repositoryFolder, 'arena/src/main.ts')],
    outfile: arena,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'silent',
  })
  return { arena }
}
