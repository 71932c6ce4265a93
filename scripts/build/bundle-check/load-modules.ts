// A program of its own: loads built modules as Node does and prints, as JSON, what each exports or why it does not load.
// Programs are linked to everything that they import, but not run, which would start them.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Module, SourceTextModule, SyntheticModule } from 'node:vm'

export interface LoadRequest {
  /** Absolute files: linked only. */
  programs: string[]
  /** Absolute files: run. */
  chunks: string[]
  /** Packages by the absolute file that imports them. */
  packages: { from: string; name: string }[]
}

export interface Loaded {
  /** By absolute file, or by name for packages. */
  exports: Record<string, string[]>
  /** By absolute file, or by name for packages. */
  failures: Record<string, string>
}

const loaded: Loaded = { exports: {}, failures: {} }
const linked = new Map<string, Module>()

const { programs, chunks, packages } = JSON.parse(process.argv[2] ?? '') as LoadRequest
for (const file of chunks) await attempt(file, async () => namesOf(pathToFileURL(file).href))
for (const { from, name } of packages) await attempt(name, async () => namesOf(resolveFrom(from, name)))
for (const file of programs) {
  await attempt(file, async () => {
    await linkedModule(pathToFileURL(file).href).link(linkImport)
    return []
  })
}
process.stdout.write(JSON.stringify(loaded), () => process.exit(0))

async function attempt(key: string, load: () => Promise<string[]>): Promise<void> {
  try {
    loaded.exports[key] = await load()
  } catch (error) {
    loaded.failures[key] = error instanceof Error ? error.message : String(error)
  }
}

async function namesOf(url: string): Promise<string[]> {
  return Object.keys((await import(url)) as object)
}

function resolveFrom(from: string, name: string): string {
  return import.meta.resolve(name, pathToFileURL(from).href)
}

function linkedModule(url: string): Module {
  const known = linked.get(url)
  if (known) return known
  const module = new SourceTextModule(readFileSync(new URL(url), 'utf8'), { identifier: url })
  linked.set(url, module)
  return module
}

async function linkImport(specifier: string, importer: Module): Promise<Module> {
  const url = import.meta.resolve(specifier, importer.identifier)
  if (specifier.startsWith('.')) return linkedModule(url)
  const names = await namesOf(url)
  return new SyntheticModule(names, () => {}, { identifier: url })
}
