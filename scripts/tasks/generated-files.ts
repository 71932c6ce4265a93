// The files that are generated from tables and contracts, and how to make each.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCommandsPage } from '../../cli/src/reference.ts'
import { writeDaemonYamlPage } from '../../daemon/src/config/reference.ts'
import { writeConfigExample, writeVariablesPage } from '../../panel/src/config/reference.ts'
import { writeEventsPage } from '../../panel/src/features/event-feed/event-reference.ts'
import { filesBelow } from '../build/stamps.ts'
import { writeProofsPage } from '../specification/proofs-page.ts'
import { proofsPath, readRepository } from '../specification/repository-files.ts'
import { commandOf, runNode } from './run-program.ts'

export interface GeneratedFile {
  /** Relative to the root. */
  path: string
  content: string
}

export const linkFolder = 'contracts/src/daemon/generated'

/** Everything that should be on disk now. */
export async function createGeneratedFiles(root: string): Promise<GeneratedFile[]> {
  return [
    { path: 'config.env.example', content: writeConfigExample() },
    { path: 'docs/reference/variables.md', content: writeVariablesPage() },
    { path: 'docs/reference/events.md', content: writeEventsPage() },
    { path: 'docs/reference/daemon-yaml.md', content: writeDaemonYamlPage() },
    { path: 'docs/reference/commands.md', content: writeCommandsPage() },
    { path: proofsPath, content: writeProofsPage(readRepository(root)) },
    ...(await createLinkCode(root)),
  ]
}

async function createLinkCode(root: string): Promise<GeneratedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-generate-'))
  try {
    const buf = commandOf(root, '@bufbuild/buf', 'buf')
    const { status, output } = await runNode(root, [buf, 'generate', '--output', folder], { capture: true })
    if (status !== 0) throw new Error(`buf generate failed:\n${output.trim()}`)
    return filesBelow(folder, '.').map(path => ({ path, content: readFileSync(join(folder, path), 'utf8') }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What on disk differs from what should be there, in words. */
export function findStale(root: string, wanted: GeneratedFile[]): string[] {
  const known = new Set(wanted.map(file => file.path))
  const changed = wanted.filter(file => isStale(root, file))
  const surplus = filesBelow(root, linkFolder).filter(path => !known.has(path))
  return [
    ...changed.map(({ path }) => `${path} is not up to date`),
    ...surplus.map(path => `${path} has no source`),
  ]
}

export function isStale(root: string, { path, content }: GeneratedFile): boolean {
  return readIfThere(join(root, path)) !== content
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
