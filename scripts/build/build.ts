// Builds the outputs that are not current, and remembers what they were built from.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isBuiltin } from './builtin-modules.ts'
import { checkBundles } from './bundle-check/check-bundles.ts'
import { type BundleName, bundleNames, bundleOptions, bundles } from './bundles.ts'
import { chunkCycles } from './chunk-cycles.ts'
import { compressFiles } from './compress-files.ts'
import { type PageOutput, packagesOfBundle, packagesOfPages } from './contained-packages.ts'
import {
  buildRecipe,
  bundleOutput,
  findOutdated,
  missingEntries,
  nodeInstallInputs,
  nodeInstallOutput,
  pluginFolders,
  pluginInputs,
  pluginSources,
  pluginsOutput,
  templateFiles,
  templateInputs,
  templatesOutput,
  templateTranslationFiles,
  webInputs,
  webOutput,
} from './outputs.ts'
import { daemonFiles } from './shipped-files.ts'
import { removeStaleChunks } from './stale-chunks.ts'
import { filesBelow, readStamps, type Stamps, stampInputs, writeStamps, writeWhole } from './stamps.ts'

export interface BuildOutcome {
  built: string[]
  problems: string[]
}

/** What an output was made of: files of ours, and the npm packages that are inside. */
interface Made {
  inputs: string[]
  packages?: string[]
}

/** `only`: of these outputs those that are not current; left out: all of them. */
export async function build(root: string, only: readonly string[] | null = null): Promise<BuildOutcome> {
  const missing = missingEntries(root)
  const problems = missing.map(path => `${path} is missing`)
  const recipe = buildRecipe(root)
  const fresh: Stamps = {}
  const make = async (output: string, work: () => Promise<Made>) => {
    try {
      const { inputs, packages = [] } = await work()
      fresh[output] = { recipe, inputs: stampInputs(root, inputs), packages }
    } catch (error) {
      problems.push(`${output}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const outdated = findOutdated(root).filter(output => only === null || only.includes(output))
  const wantedBundles = bundleNames.filter(name => outdated.includes(bundleOutput(name)))
  const jobs = wantedBundles
    .filter(name => !missing.includes(bundles[name]))
    .map(name => make(bundleOutput(name), () => buildBundle(root, name)))
  if (outdated.includes(templatesOutput) && !missing.includes('templates')) {
    jobs.push(make(templatesOutput, () => buildTemplates(root)))
  }
  if (outdated.includes(pluginsOutput) && !missing.includes('plugins')) {
    jobs.push(make(pluginsOutput, () => buildPlugins(root)))
  }
  if (outdated.includes(webOutput) && !missing.includes('web/index.html')) {
    jobs.push(make(webOutput, () => buildWeb(root)))
  }
  await Promise.all(jobs)
  if (outdated.includes(nodeInstallOutput) || (only === null && wantedBundles.length > 0)) {
    await make(nodeInstallOutput, async () => buildNodeInstall(root))
  }
  // What does not load as it is shipped has no stamp, not even an old one, so that the build goes on failing.
  const checked = only === null ? bundleNames : wantedBundles
  const unfit = wantedBundles.length > 0 ? await checkBundles(root, checked) : []
  const stamps = { ...readStamps(root), ...fresh }
  if (unfit.length > 0) {
    for (const name of wantedBundles) {
      delete fresh[bundleOutput(name)]
      delete stamps[bundleOutput(name)]
    }
    delete fresh[nodeInstallOutput]
    delete stamps[nodeInstallOutput]
  }
  problems.push(...unfit)
  if (wantedBundles.length > 0 && unfit.length === 0) removeStaleChunks(join(root, 'dist'), Date.now())
  if (wantedBundles.length > 0 || Object.keys(fresh).length > 0) writeStamps(root, stamps)
  return { built: Object.keys(fresh).toSorted(), problems }
}

/** Changes of packages, and of Node with its modules, are covered by the recipe. */
async function buildBundle(root: string, name: BundleName): Promise<Made> {
  const esbuild = await import('esbuild')
  const result = await esbuild.build(bundleOptions(root, name))
  // The program itself last: once it is there, everything that it loads is there.
  const isProgram = ({ path }: { path: string }) => path === join(root, bundleOutput(name))
  const files = (result.outputFiles ?? []).toSorted((a, b) => Number(isProgram(a)) - Number(isProgram(b)))
  for (const file of files) writeWhole(file.path, file.contents)
  const isOwn = (path: string) => !path.includes('node_modules/') && !isBuiltin(path)
  const inputs = Object.keys(result.metafile.inputs).filter(isOwn)
  return { inputs, packages: packagesOfBundle(result.metafile) }
}

/** Each file checked and written as the panel keeps it. */
async function buildTemplates(root: string): Promise<Made> {
  await replaceFolder(join(root, templatesOutput), async beside => {
    for (const file of templateFiles(root)) {
      const { slug, definition } = await templateFrom(root, file)
      writeFileSync(join(beside, `${slug}.json`), definition)
    }
    for (const file of templateTranslationFiles(root)) {
      const content = JSON.stringify(JSON.parse(readFileSync(join(root, file), 'utf8')))
      writeWhole(join(beside, 'translations', basename(file)), content)
    }
  })
  return { inputs: templateInputs(root) }
}

/**
 * The packages of the plugins that come with Rookery. Compiled as everybody compiles one, in processes of their own,
 * because the compiler holds up whatever else runs in its process; and in copies, so that the sources stay clean.
 */
async function buildPlugins(root: string): Promise<Made> {
  const work = mkdtempSync(join(tmpdir(), 'rookery-shipped-plugins-'))
  try {
    for (const path of pluginSources(root)) {
      mkdirSync(join(work, dirname(path)), { recursive: true })
      cpSync(join(root, path), join(work, path))
    }
    await Promise.all(pluginFolders(root).map(folder => compilePlugin(root, join(work, folder))))
    await replaceFolder(join(root, pluginsOutput), async beside => {
      for (const path of filesBelow(work, 'plugins').filter(path => path.endsWith('.zip'))) {
        cpSync(join(work, path), join(beside, `${basename(dirname(path))}.zip`))
      }
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return { inputs: pluginInputs(root) }
}

async function compilePlugin(root: string, folder: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(root, 'cli/src/main.ts'), 'plugin', 'build', folder])
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string }
    throw new Error(`${basename(folder)}: ${stdout.trim() || message}`)
  }
}

/** Written beside and swapped, so that a running panel never finds half of it. */
async function replaceFolder(target: string, write: (beside: string) => Promise<void>): Promise<void> {
  const beside = `${target}.${process.pid}.new`
  const old = `${target}.${process.pid}.old`
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  await write(beside)
  rmSync(old, { recursive: true, force: true })
  try {
    renameSync(target, old)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  renameSync(beside, target)
  rmSync(old, { recursive: true, force: true })
}

async function templateFrom(root: string, file: string): Promise<{ slug: string; definition: string }> {
  const { problemLine, readTemplate } = await import('@rookery/contracts/template/read-template.ts')
  const read = readTemplate(readFileSync(join(root, file), 'utf8'))
  if ('template' in read) return { slug: read.template.slug, definition: JSON.stringify(read.template) }
  throw new Error(read.problems.map(problem => `${file}: ${problemLine(problem)}`).join('\n'))
}

/** The files that only an archive of a daemon has, and the list of all that go into one. */
function buildNodeInstall(root: string): Made {
  const target = join(root, nodeInstallOutput)
  for (const path of filesBelow(root, 'daemon/install')) {
    writeWhole(join(target, basename(path)), readFileSync(join(root, path)))
  }
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const description = { name: 'rookery-daemon', version, license, private: true, type: 'module' }
  writeWhole(join(target, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  writeWhole(
    join(target, 'files.json'),
    `${JSON.stringify({ version, files: daemonFiles(root) }, null, 1)}\n`,
  )
  return { inputs: nodeInstallInputs(root) }
}

async function buildWeb(root: string): Promise<Made> {
  const inputs = webInputs(root)
  const vite = await import('vite')
  const folder = join(root, 'web')
  const configFile = join(folder, 'vite.config.ts')
  const result = await vite.build({ root: folder, configFile, logLevel: 'error' })
  const cycles = chunkCycles(join(root, webOutput, 'assets'))
  if (cycles.length > 0) throw new Error(cycles.join('\n'))
  await compressFiles(root, webOutput)
  const outputs = [result].flat().filter(output => 'output' in output) as PageOutput[]
  return { inputs, packages: packagesOfPages(outputs) }
}
