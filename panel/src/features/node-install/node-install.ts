// Machines become nodes by a script that this panel serves together with the daemon: no other place is needed.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installIdOf } from '@rookery/contracts/daemon/enrollment-key.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { NodeInstall as Description, reportInstallStep } from '@rookery/contracts/http/node-install.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import {
  type Architecture,
  architectures,
  archiveName,
  createDaemonArchives,
  type DaemonArchive,
  NoArchiveError,
} from './daemon-archives.ts'
import { createDownloadLimit } from './download-limit.ts'
import { fillScript, findObstacles } from './install-script-rules.ts'
import { nodeInstallRoutes } from './routes.ts'

export type { DaemonArchive } from './daemon-archives.ts'

type Report = BodyOf<typeof reportInstallStep>

interface NodeInstallDeps {
  cache: Cache
  changes: Pick<Changes, 'announce'>
  log: Log
  config: Parameters<typeof findObstacles>[0] & { dataDir: string }
  /** Where browsers and daemons find this panel. */
  publicUrl: string
  /** The folder that holds `dist`; null in a panel without it. */
  programFolder: string | null
  /** What the daemon of this panel's own architecture is packed from. */
  nodeProgram: { file: string; platform: string; architecture: string }
}

/** As long as an enrollment key is good, and somewhat longer: the last step is reported after it was spent. */
const followedMs = 90 * 60_000

export function openNodeInstall(deps: NodeInstallDeps) {
  const install = createNodeInstall(deps)
  const limit = createDownloadLimit(deps.cache.namespace('node-install'))
  return { ...install, routes: nodeInstallRoutes({ install, limit }) }
}

export type NodeInstall = ReturnType<typeof createNodeInstall>

function createNodeInstall({
  cache,
  changes,
  log,
  config,
  publicUrl,
  programFolder,
  nodeProgram,
}: NodeInstallDeps) {
  const archives = createDaemonArchives({
    programFolder,
    cacheFolder: join(config.dataDir, 'daemons'),
    nodeFile: nodeProgram.file,
    platform: nodeProgram.platform,
    architecture: nodeProgram.architecture,
  })

  async function archiveOrReason(architecture: Architecture): Promise<DaemonArchive | { reason: string }> {
    try {
      return await archives.archive(architecture)
    } catch (error) {
      if (error instanceof NoArchiveError) return { reason: error.message }
      log.error({ err: error, architecture }, 'the archive of the daemon could not be packed')
      throw new PanelError('unavailable', {
        message: 'the panel could not pack the daemon (is its disk full?); its log says why',
        cause: error,
      })
    }
  }

  async function readTemplate(): Promise<string> {
    const text =
      programFolder && readFile(join(programFolder, 'dist/node-install/install.sh'), 'utf8').catch(() => null)
    const template = await text
    if (template) return template
    throw new PanelError('not_found', {
      message: 'this panel was not built, so it has no daemon to hand out: run npm run build',
    })
  }

  /** With this panel's address and the sums of its archives in it, which are packed first where they are not yet. */
  async function script() {
    const template = await readTemplate()
    const found = await Promise.all(
      architectures.map(async architecture => ({ architecture, ...(await archiveOrReason(architecture)) })),
    )
    const sumOf = (wanted: Architecture) =>
      found.flatMap(each => (each.architecture === wanted && 'sha256' in each ? [each.sha256] : []))[0] ?? ''
    return {
      script: fillScript(template, {
        PANEL_URL: publicUrl,
        DAEMON_VERSION: await archives.version(),
        DAEMON_SHA256_X64: sumOf('x64'),
        DAEMON_SHA256_ARM64: sumOf('arm64'),
      }),
      missing: found.flatMap(each =>
        'reason' in each ? [{ architecture: each.architecture, reason: each.reason }] : [],
      ),
    }
  }

  const followed = cache.namespace('node-install-progress')

  return {
    script,

    /** From now on reports that were made with this key are about this node. */
    follow: (nodeId: number, key: string) => followed.set(installIdOf(key), String(nodeId), followedMs),

    async report({ id, step, problem }: Report): Promise<void> {
      const nodeId = await followed.get(id)
      if (nodeId === null)
        throw new PanelError('not_found', { message: 'no one is following this installation' })
      changes.announce({ kind: 'node-install', nodeId: Number(nodeId), step, problem: problem || null })
    },

    async describe(): Promise<Description> {
      const { script: text, missing } = await script()
      return {
        script_url: `${publicUrl}/install/daemon`,
        script_sha256: createHash('sha256').update(text).digest('hex'),
        over_tls: publicUrl.startsWith('https:'),
        obstacles: findObstacles(config),
        missing,
      }
    },

    /** What a node of this architecture is upgraded with; throws a PanelError with the reason where there is none. */
    async archiveFor(architecture: string): Promise<DaemonArchive> {
      const known = architectures.find(each => each === architecture)
      const found = known
        ? await archiveOrReason(known)
        : { reason: `there is no daemon for ${architecture.slice(0, 32) || 'this machine'}` }
      if ('reason' in found) throw new PanelError('conflict', { message: found.reason })
      return found
    },

    /** An archive, or the text of its sum; null when there is no such file. */
    async file(name: string): Promise<DaemonArchive | { text: string } | null> {
      const version = await archives.version().catch(() => null)
      if (version === null) return null
      const wanted = name.replace(/\.sha256$/, '')
      const architecture = architectures.find(each => archiveName(version, each) === wanted)
      if (!architecture) return null
      const found = await archiveOrReason(architecture)
      if ('reason' in found) return null
      return name === wanted ? found : { text: `${found.sha256}  ${wanted}\n` }
    },
  }
}
