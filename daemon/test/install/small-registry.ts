// A registry of images on this machine with one small image, so that fetching can be tried without the internet.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findProgram } from '../../../test-services/running-component.ts'
import { type FileServer, startFileServer } from './file-server.ts'

export interface SmallRegistry {
  /** As an engine wants it named. */
  image: string
  server: FileServer
}

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'

export async function startSmallRegistry(): Promise<SmallRegistry> {
  const server = await startFileServer()
  const tar = busyboxRoot()
  const layer = gzipSync(tar)
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: {},
      rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    }),
  )
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: manifestType,
      config: descriptor('application/vnd.docker.container.image.v1+json', config),
      layers: [descriptor('application/vnd.docker.image.rootfs.diff.tar.gzip', layer)],
    }),
  )
  const serve = (path: string, type: string, content: Buffer) =>
    server.serve(path, (request, response) => {
      const headers = {
        'content-type': type,
        'content-length': content.length,
        'docker-content-digest': digestOf(content),
      }
      response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : content)
    })
  server.serve('/v2/', (_, response) => void response.writeHead(200).end('{}'))
  for (const name of ['1', digestOf(manifest)]) serve(`/v2/small/manifests/${name}`, manifestType, manifest)
  for (const blob of [config, layer])
    serve(`/v2/small/blobs/${digestOf(blob)}`, 'application/octet-stream', blob)
  return { server, image: `${new URL(server.url('/')).host}/small:1` }
}

function busyboxRoot(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-layer-'))
  try {
    mkdirSync(join(folder, 'bin'))
    copyFileSync(findProgram('busybox') ?? '', join(folder, 'bin/busybox'))
    for (const name of ['sh', 'cat', 'echo', 'sleep']) symlinkSync('busybox', join(folder, 'bin', name))
    return execFileSync('tar', ['-C', folder, '-c', '.'], { maxBuffer: 64 * 1024 * 1024 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function descriptor(mediaType: string, content: Buffer) {
  return { mediaType, size: content.length, digest: digestOf(content) }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}
