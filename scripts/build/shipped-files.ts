// Which files an installation needs, found by following what the bundles load: programs, pages, templates, packages.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BundleName, bundleNames, outside } from './bundles.ts'
import { nodeInstallOutput, pluginsOutput } from './outputs.ts'
import { filesBelow } from './stamps.ts'

/** Absent on purpose because their users do without, or shipped in part. */
const notShipped = ['assemblyscript', 'pg-native', 'pg-cloudflare', 'cpu-features']

/**
 * What `rookery plugin build` needs of its compiler, as it is loaded: without its other programs, which are eight times
 * as large. Only with a panel: nobody writes plugins on a node.
 */
const compilerFiles: Record<string, RegExp> = {
  assemblyscript:
    /^(package\.json|LICENSE|NOTICE|dist\/(asc|assemblyscript)\.js|std\/assembly\/index\.d\.ts)$/,
  binaryen: /^(package\.json|LICENSE|index\.js)$/,
  long: /^(package\.json|LICENSE|index\.js)$/,
}

const loadedFile = /["']\.\/([\w.-]+\.mjs)["']/g
const loadedPackage = /(?:from|import|require)\s*\(?\s*["']((?:@[\w.-]+\/)?[\w.-]+)["']/g

/** Relative to the root; stale files of earlier builds are left out. */
export function shippedFiles(root: string): string[] {
  const programs = reachableBundles(join(root, 'dist'), bundleNames)
  const packages = closureOf(root, loadedPackages(root, programs))
  return [
    ...programs.map(name => `dist/${name}`),
    ...filesBelow(root, 'dist/templates'),
    ...filesBelow(root, pluginsOutput),
    ...filesBelow(root, 'web/dist'),
    ...filesBelow(root, nodeInstallOutput),
    ...packages.flatMap(name => packageFiles(root, name)),
    ...pluginTools(root),
    'LICENSE',
    'NOTICE',
    'config.env.example',
  ]
}

function pluginTools(root: string): string[] {
  const compiler = Object.entries(compilerFiles).flatMap(([name, wanted]) =>
    filesBelow(root, `node_modules/${name}`).filter(path =>
      wanted.test(path.slice(`node_modules/${name}/`.length)),
    ),
  )
  return [...compiler, ...filesBelow(root, 'plugin-sdk/assembly'), ...filesBelow(root, 'plugin-sdk/starter')]
}

export interface DaemonFile {
  /** In the folder of the archive. */
  path: string
  /** Relative to the root; it is among the shipped files. */
  from: string
  isProgram: boolean
}

/** What runs on a node; `rookery` is the command that enrolls it and starts the daemon. */
export const daemonPrograms: readonly BundleName[] = [
  'daemon',
  'keeper',
  'launcher',
  'seven-zip',
  'config-editor',
  'arena',
  'rookery',
]

/** A daemon's archive beside `bin/node`, which belongs to the architecture. The build must have been made. */
export function daemonFiles(root: string): DaemonFile[] {
  const programs = reachableBundles(join(root, 'dist'), daemonPrograms)
  const packages = closureOf(root, loadedPackages(root, programs))
  const asTheyAre = [
    ...programs.map(name => `dist/${name}`),
    ...packages.flatMap(name => packageFiles(root, name)),
    'LICENSE',
    'NOTICE',
  ].map(path => ({ path, from: path, isProgram: false }))
  const fromInstall = (path: string, name: string, isProgram = false) => ({
    path,
    from: `${nodeInstallOutput}/${name}`,
    isProgram,
  })
  return [
    ...asTheyAre,
    fromInstall('bin/rookery', 'rookery.sh', true),
    fromInstall('install.sh', 'install.sh', true),
    fromInstall('launcher.sh', 'launcher.sh', true),
    fromInstall('package.json', 'package.json'),
    fromInstall('rookery-daemon.service', 'rookery-daemon.service'),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The programs and every file beside them that they load. */
export function reachableBundles(dist: string, programs: readonly string[]): string[] {
  const found = new Set<string>()
  const waiting = programs.map(name => `${name}.mjs`)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || !existsSync(join(dist, name))) continue
    found.add(name)
    const text = readFileSync(join(dist, name), 'utf8')
    for (const [, next = ''] of text.matchAll(loadedFile)) waiting.push(next)
  }
  return [...found].toSorted()
}

function loadedPackages(root: string, programs: string[]): string[] {
  const names = programs.flatMap(program =>
    [...readFileSync(join(root, 'dist', program), 'utf8').matchAll(loadedPackage)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)].filter(isShippedPackage)
}

/** What is neither shipped nor bundled is an option of a package, which does without. */
export function isShippedPackage(name: string): boolean {
  return outside.includes(name) && !notShipped.includes(name)
}

/** With what they depend on, as far as it is installed for this machine. */
function closureOf(root: string, names: string[]): string[] {
  const found = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const file = join(root, 'node_modules', name, 'package.json')
    if (found.has(name) || !existsSync(file)) continue
    found.add(name)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
    waiting.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies))
  }
  return [...found].toSorted()
}

/** Without what was built for other machines, sources of native code, tests and types. */
function packageFiles(root: string, name: string): string[] {
  const folder = `node_modules/${name}`
  const machine = `${process.platform}-${process.arch}`
  const prebuilt = existsSync(join(root, folder, 'prebuilds'))
    ? readdirSync(join(root, folder, 'prebuilds'))
    : []
  const foreign = prebuilt.filter(entry => entry !== machine).map(entry => `${folder}/prebuilds/${entry}/`)
  const ballast = ['src', 'test', 'examples', 'docs'].map(entry => `${folder}/${entry}/`)
  return filesBelow(root, folder).filter(
    path =>
      ![...foreign, ...ballast].some(beginning => path.startsWith(beginning)) &&
      !/\.(d\.[cm]?ts|map|cc|h|gyp|sh)$|\/Dockerfile/.test(path),
  )
}
