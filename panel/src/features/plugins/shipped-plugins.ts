// The plugin packages that come with Rookery: one zip file each, in a folder beside the programs.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, ShippedPlugin } from '@rookery/contracts/http/plugins.ts'
import { compareVersions } from '@rookery/primitives/compare-versions.ts'
import type { Log } from '../../platform/log.ts'
import { type PluginPackage, readPackage } from './read-package.ts'

export interface ShippedPackage extends Pick<PluginPackage, 'manifest' | 'packageHash'> {
  bytes: Buffer
}

export type ShippedPlugins = ReturnType<typeof openShippedPlugins>

/** `folder` is null in a panel that nothing was built for. */
export function openShippedPlugins(folder: string | null, log: Log) {
  let cached: Promise<ShippedPackage[]> | null = null
  /** Read once: with other packages comes another panel. */
  const packages = () => {
    cached ??= folder === null ? Promise.resolve([]) : readPackages(folder, log)
    return cached
  }
  return {
    async list(installed: readonly Plugin[]): Promise<ShippedPlugin[]> {
      return (await packages()).map(one => describeShipped(one, installed))
    },
    async find(id: string): Promise<ShippedPackage | null> {
      return (await packages()).find(({ manifest }) => manifest.id === id) ?? null
    },
  }
}

/** One that cannot be read is left out, and the log says which. */
async function readPackages(folder: string, log: Log): Promise<ShippedPackage[]> {
  const names = await readdir(folder).catch(() => [])
  const read = await Promise.all(
    names
      .filter(name => name.endsWith('.zip'))
      .map(async name => {
        try {
          const bytes = await readFile(join(folder, name))
          const { manifest, packageHash } = await readPackage(bytes)
          return [{ manifest, packageHash, bytes }]
        } catch (error) {
          log.error(
            { err: error, file: join(folder, name) },
            'a plugin that comes with Rookery cannot be read',
          )
          return []
        }
      }),
  )
  return read.flat().toSorted((a, b) => a.manifest.name.localeCompare(b.manifest.name, 'en'))
}

function describeShipped(
  { manifest, packageHash }: ShippedPackage,
  plugins: readonly Plugin[],
): ShippedPlugin {
  const found = plugins.find(plugin => plugin.manifest.id === manifest.id)
  return {
    manifest,
    package_hash: packageHash,
    installed: found ? { id: found.id, version: found.manifest.version } : null,
    is_update: found !== undefined && compareVersions(manifest.version, found.manifest.version) > 0,
  }
}
