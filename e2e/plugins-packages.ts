// Plugin packages for stories: made with the rookery command in a folder of their own, as somebody who writes one does.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageOf } from '../panel/test/plugins/plugin-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface PluginWorkshop {
  folder: string
  /** The words after `rookery plugin`; gives what was printed. */
  run(...text: string[]): Promise<string>
  /** A package around a module that is there already: nothing is compiled. */
  pack(name: string, content: PluginPackage): Promise<string>
  remove(): void
}

export interface PluginPackage {
  manifest: object
  module: Uint8Array
  frontend?: string
}

export function openWorkshop(): PluginWorkshop {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-plugins-'))
  const run = async (...text: string[]) => {
    const program = join(root, 'scripts', 'run.ts')
    const args = [program, 'rookery', 'plugin', ...text]
    return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout
  }
  return {
    folder,
    run,
    async pack(name, { manifest, module, frontend }) {
      const file = join(folder, `${name}.zip`)
      const parts = { 'plugin.wasm': module, ...(frontend && { 'frontend.js': frontend }) }
      writeFileSync(file, await packageOf({ id: name, name, ...manifest }, parts))
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
