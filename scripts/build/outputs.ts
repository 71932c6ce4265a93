// What the build makes: program bundles, the template catalog, the shipped plugins and the web pages, each with a way to know it is current.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleNames, bundles } from './bundles.ts'
import { filesBelow, isOutputCurrent, readStamps, recipeOf } from './stamps.ts'

export const templatesOutput = 'dist/templates'
export const pluginsOutput = 'dist/plugins'
export const webOutput = 'web/dist'
/** From what is here the panel packs the archive of a daemon. */
export const nodeInstallOutput = 'dist/node-install'

const recipeFiles = [
  'package-lock.json',
  'scripts/build/builtin-modules.ts',
  'scripts/build/bundles.ts',
  'scripts/build/commonjs-exports.ts',
  'scripts/build/build.ts',
  'scripts/build/shipped-files.ts',
  'scripts/build/bundle-check/check-bundles.ts',
]

export function buildRecipe(root: string): string {
  return recipeOf(root, recipeFiles)
}

export const bundleOutput = (name: string) => `dist/${name}.mjs`

/** In the order in which a build names them. */
export const outputs: readonly string[] = [
  ...bundleNames.map(bundleOutput),
  templatesOutput,
  pluginsOutput,
  nodeInstallOutput,
  webOutput,
]

export function templateFiles(root: string): string[] {
  return filesBelow(root, 'templates').filter(path => path.endsWith('.yaml'))
}

/** What the templates say, one file per language. */
export function templateTranslationFiles(root: string): string[] {
  return filesBelow(root, 'templates/translations')
}

/** What a template is made into depends on its shape too. */
export function templateInputs(root: string): string[] {
  const shape = filesBelow(root, 'contracts/src/template').filter(path => !path.endsWith('.test.ts'))
  return [...templateFiles(root), ...templateTranslationFiles(root), ...shape, 'contracts/src/template.ts']
}

/** Folders of the plugins that come with Rookery. */
export function pluginFolders(root: string): string[] {
  const manifests = pluginSources(root).filter(
    path => path.split('/').length === 3 && path.endsWith('/plugin.json'),
  )
  return manifests.map(path => dirname(path)).toSorted()
}

/** Without what `rookery plugin build` leaves in the folder of a plugin. */
export function pluginSources(root: string): string[] {
  return filesBelow(root, 'plugins').filter(path => !/\/assembly\/sdk\/|\/plugin\.wasm$|\.zip$/.test(path))
}

export function pluginInputs(root: string): string[] {
  const compiler = ['plugin-sdk/assembly', 'cli/src/plugin', 'contracts/src/plugin'].flatMap(folder =>
    filesBelow(root, folder),
  )
  return [...pluginSources(root), ...compiler.filter(path => !path.endsWith('.test.ts'))]
}

/** The programs are among them: which files they load changes with them. */
export function nodeInstallInputs(root: string): string[] {
  const programs = bundleNames.map(bundleOutput).filter(path => existsSync(join(root, path)))
  return [...filesBelow(root, 'daemon/install'), 'package.json', ...programs]
}

/** Tests and stories are no part of the pages; the contracts are. */
export function webInputs(root: string): string[] {
  const alone = ['web/index.html', 'web/vite.config.ts', 'web/package.json', 'web/tsconfig.json']
  const below = ['web/src', 'web/build', 'web/public', 'contracts/src', 'primitives/src'].flatMap(folder =>
    filesBelow(root, folder),
  )
  return [...alone.filter(path => existsSync(join(root, path))), ...below].filter(
    path => !/\.test\.tsx?$/.test(path),
  )
}

/** The outputs that must be built, in a few milliseconds and without loading a build tool. */
export function findOutdated(root: string): string[] {
  const stamps = readStamps(root)
  const recipe = buildRecipe(root)
  const outdated: string[] = bundleNames
    .map(bundleOutput)
    .filter(file => !isOutputCurrent(root, { file, recipe }, stamps[file]))
  const templates = { file: templatesOutput, recipe, expectedInputs: templateInputs(root) }
  if (!isOutputCurrent(root, templates, stamps[templatesOutput])) outdated.push(templatesOutput)
  const plugins = { file: pluginsOutput, recipe, expectedInputs: pluginInputs(root) }
  if (!isOutputCurrent(root, plugins, stamps[pluginsOutput])) outdated.push(pluginsOutput)
  const install = { file: `${nodeInstallOutput}/files.json`, recipe, expectedInputs: nodeInstallInputs(root) }
  if (!isOutputCurrent(root, install, stamps[nodeInstallOutput])) outdated.push(nodeInstallOutput)
  const web = { file: `${webOutput}/index.html`, recipe, expectedInputs: webInputs(root) }
  if (!isOutputCurrent(root, web, stamps[webOutput])) outdated.push(webOutput)
  return outdated
}

/** Entry files that do not exist; a build without them cannot be complete. */
export function missingEntries(root: string): string[] {
  const entries = [...Object.values(bundles), 'web/index.html', 'templates', 'plugins']
  return entries.filter(path => !existsSync(join(root, path)))
}
