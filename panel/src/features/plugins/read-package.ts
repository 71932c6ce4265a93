// Opens an uploaded plugin package: three known files, within limits, and nothing else (T-120).

import { createHash } from 'node:crypto'
import {
  frontendLimitBytes,
  type PluginManifest,
  pluginManifest,
} from '@rookery/contracts/plugin/manifest.ts'
import { defaultLimits, moduleProblem } from '@rookery/plugin-host/plugin-host.ts'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { issueMessage } from '../../platform/http/logic/issue-message.ts'
import { PanelError } from '../../platform/panel-error.ts'

export interface PluginPackage {
  manifest: PluginManifest
  module: Buffer | null
  frontend: string | null
  packageHash: string
}

const limits: Record<string, number> = {
  'plugin.json': 256 * 1024,
  'plugin.wasm': defaultLimits.moduleBytes,
  'frontend.js': frontendLimitBytes,
}

/** Throws PanelError `invalid_input` with words for whoever made the package. */
export async function readPackage(bytes: Buffer): Promise<PluginPackage> {
  const files = await unzip(bytes)
  const manifest = readManifest(files.get('plugin.json'))
  const module = files.get('plugin.wasm') ?? null
  const problem = module && moduleProblem(module)
  if (problem) throw refusal('plugin.wasm', problem)
  const frontend = files.get('frontend.js')?.toString('utf8') ?? null
  if (manifest.pages.length > 0 && frontend === null) {
    throw refusal('frontend.js', 'is missing, although plugin.json declares pages')
  }
  if (module === null && (manifest.routes.length > 0 || manifest.events.length > 0)) {
    throw refusal('plugin.wasm', 'is missing, and plugin.json tells of routes or events')
  }
  return { manifest, module, frontend, packageHash: createHash('sha256').update(bytes).digest('hex') }
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true, strictFileNames: true })
    for await (const entry of zip.eachEntry()) {
      const limitBytes = limits[entry.fileName]
      if (limitBytes === undefined) throw refusal(entry.fileName, 'does not belong into a plugin package')
      if (files.has(entry.fileName)) throw refusal(entry.fileName, 'appears twice')
      files.set(entry.fileName, await readEntry(zip, entry, limitBytes))
    }
  } catch (error) {
    if (error instanceof PanelError) throw error
    throw refusal('package', `is not a zip file that can be read (${(error as Error).message})`)
  }
  return files
}

/** What the archive claims about sizes is not believed. */
async function readEntry(zip: ZipFile, entry: Entry, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limitBytes) throw refusal(entry.fileName, `is larger than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readManifest(bytes: Buffer | undefined): PluginManifest {
  if (!bytes) throw refusal('plugin.json', 'is missing')
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refusal('plugin.json', 'is not JSON')
  }
  const read = pluginManifest.safeParse(json, { error: issueMessage })
  if (read.success) return read.data
  const fields = Object.groupBy(read.error.issues, issue =>
    ['plugin.json', ...issue.path.map(String)].join('.'),
  )
  throw new PanelError('invalid_input', {
    message: 'plugin.json is not right',
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, issues]) => [field, (issues ?? []).map(issue => issue.message)]),
    ),
  })
}

function refusal(file: string, text: string): PanelError {
  return new PanelError('invalid_input', { message: `${file} ${text}`, fields: { [file]: [text] } })
}
