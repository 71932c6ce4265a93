// `rookery plugin build FOLDER`: compiles a plugin, checks it as the panel will, and packs it.

import { createWriteStream } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type PluginManifest, pluginManifest } from '@rookery/contracts/plugin/manifest.ts'
import { moduleProblem } from '@rookery/plugin-host/plugin-host.ts'
import { ZipFile } from 'yazl'
import { addSdk, type Print } from './new-plugin.ts'

/** The status of the command. Whoever does not keep the plugin need not wait for the optimizer. */
export async function buildPlugin(given: string, print: Print, { isOptimized = true } = {}): Promise<number> {
  const folder = resolve(given)
  const manifest = await readManifest(folder, print)
  if (!manifest) return 1
  if (!(await compile(folder, print, isOptimized))) return 1
  const module = await readFile(join(folder, 'plugin.wasm'))
  const problem = moduleProblem(module)
  if (problem !== null) {
    print(`plugin.wasm: ${problem}`)
    return 1
  }
  const file = join(folder, `${manifest.id}-${manifest.version}.zip`)
  await pack(folder, file, manifest.pages.length > 0)
  print(`${relative(process.cwd(), file) || file} is ready: upload it on the page Plugins`)
  return 0
}

async function readManifest(folder: string, print: Print): Promise<PluginManifest | null> {
  try {
    const read = pluginManifest.safeParse(JSON.parse(await readFile(join(folder, 'plugin.json'), 'utf8')))
    if (read.success) return read.data
    for (const issue of read.error.issues) print(`plugin.json: ${issue.path.join('.')} ${issue.message}`)
  } catch (error) {
    print(`plugin.json: ${(error as Error).message}`)
  }
  return null
}

/** A plugin in another language brings its own plugin.wasm and has no folder `assembly`. */
async function compile(folder: string, print: Print, isOptimized: boolean): Promise<boolean> {
  const entry = await readFile(join(folder, 'assembly', 'index.ts')).catch(() => null)
  if (!entry) return true
  await addSdk(folder)
  const { main } = await import('assemblyscript/asc')
  const lines: string[] = []
  const { error } = await main(
    [
      'assembly/index.ts',
      ...['--baseDir', folder, '--outFile', 'plugin.wasm', '--runtime', 'incremental'],
      ...(isOptimized ? ['--optimize'] : []),
      ...['--use', 'abort=assembly/sdk/abi/abort', '--noColors'],
    ],
    {
      stdout: { write: text => lines.push(String(text)) },
      stderr: { write: text => lines.push(String(text)) },
    },
  )
  if (error) for (const line of [...lines, error.message]) print(line.trimEnd())
  return error === null
}

/** Beside and then moved: a package is whole or not there. */
async function pack(folder: string, file: string, hasPages: boolean): Promise<void> {
  const zip = new ZipFile()
  const names = ['plugin.json', 'plugin.wasm', ...(hasPages ? ['frontend.js'] : [])]
  // A fixed time: the same source gives the same package.
  for (const name of names) zip.addBuffer(await readFile(join(folder, name)), name, { mtime: new Date(0) })
  zip.end()
  const beside = `${file}.new`
  await writeFile(beside, '')
  try {
    await pipeline(zip.outputStream, createWriteStream(beside))
    await rename(beside, file)
  } finally {
    await rm(beside, { force: true })
  }
}
