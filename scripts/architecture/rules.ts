// The rules of ARCHITECTURE.md as functions: each gives a sentence for every place that breaks it.

import { featureOrder } from './feature-order.ts'
import type { SourceFile } from './source-tree.ts'

type Rule = (file: SourceFile, tree: readonly SourceFile[]) => string[]

/** Which programs a program may import; tests of several programs together live in e2e. */
const mayImport: Record<string, string[]> = {
  primitives: [],
  contracts: ['primitives'],
  panel: ['contracts', 'primitives', 'plugin-host'],
  daemon: ['contracts', 'primitives'],
  cli: ['contracts', 'primitives', 'plugin-host'],
  arena: [],
  'plugin-host': [],
  web: ['contracts', 'primitives'],
  e2e: ['contracts', 'primitives', 'panel', 'daemon', 'web'],
  bench: ['contracts', 'primitives', 'panel', 'daemon', 'plugin-host', 'web'],
  // Whose migrations a database of a test begins with.
  'test-services': ['panel'],
}

const bannedNames = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'base',
  'core',
  'service',
  'handler',
  'data',
  'info',
])

const programOf = (path: string) => path.split('/')[0] ?? ''
const isTest = (path: string) => /\.test\.tsx?$|\/test\/|\/conformance\/|\/pictures\//.test(path)
/** Who may import test-services is a rule of its own. */
const isSourcePath = (path: string) =>
  programOf(path) in mayImport && programOf(path) !== 'test-services' && path.includes('/')
const layerOf = (path: string) =>
  /^(?:panel|daemon)\/src\/(platform|features|config|keeper)\//.exec(path)?.[1]
const featureOf = (path: string) => /^(panel|daemon|web)\/src\/features\/([^/]+)\//.exec(path)?.[2]
const sharedPrograms = ['contracts', 'primitives']
/** A folder logic/, or a file of its own where there is only one. */
const isLogic = (path: string) => path.includes('/logic/') || path.endsWith('-rules.ts')

const programsStayApart: Rule = file =>
  file.imports
    .filter(isSourcePath)
    .filter(target => programOf(target) !== programOf(file.path))
    .filter(target => !mayImport[programOf(file.path)]?.includes(programOf(target)))
    // The tour of the real product starts it as stories do.
    .filter(target => !(file.path.startsWith('web/pictures/tour/') && programOf(target) === 'e2e'))
    .map(
      target => `${file.path} imports ${target}: ${programOf(file.path)} may not import ${programOf(target)}`,
    )

const layersPointDown: Rule = file => {
  const layer = layerOf(file.path)
  if (!layer || isTest(file.path)) return []
  const forbidden: Record<string, string[]> = {
    platform: ['features', 'config'],
    features: ['config'],
    config: ['features'],
    keeper: ['features', 'config', 'platform'],
  }
  return file.imports
    .filter(target => programOf(target) === programOf(file.path))
    .filter(target => forbidden[layer]?.includes(layerOf(target) ?? ''))
    .map(target => `${file.path} imports ${target}: ${layer} may not import ${layerOf(target)}`)
}

const featuresUseFacesAbove: Rule = (file, tree) => {
  const feature = featureOf(file.path)
  if (!feature || isTest(file.path)) return []
  const program = programOf(file.path)
  const order = featureOrder(tree.find(({ path }) => path === `${program}/src/app.ts`))
  return file.imports.flatMap(target => {
    const other = programOf(target) === program ? featureOf(target) : undefined
    if (!other || other === feature) return []
    if (program === 'web')
      return [`${file.path} imports ${target}: features of the web do not import each other`]
    const problems: string[] = []
    if (order.indexOf(other) > order.indexOf(feature)) {
      problems.push(`${file.path} imports ${target}: ${other} is made after ${feature} in app.ts`)
    }
    if (!isLogic(target) && !target.endsWith(`/${other}/${other}.ts`)) {
      problems.push(
        `${file.path} imports ${target}: of another feature only its face ${other}.ts or its logic/ may be used`,
      )
    }
    return problems
  })
}

/** What each part of the web may use of the others; features may use everything but each other. */
const webLayers: Record<string, string[]> = {
  platform: [],
  texts: ['platform'],
  ui: ['texts'],
  parts: ['platform', 'texts', 'ui'],
}
const webLayerOf = (path: string) => /^web\/src\/([a-z]+)\//.exec(path)?.[1]
const productWords = /game.?server|permission|backup|schedule|plugin|daemon|player/i

const webLayersPointDown: Rule = file => {
  const layer = webLayerOf(file.path) ?? ''
  const allowed = webLayers[layer]
  if (!allowed || isTest(file.path)) return []
  const problems = file.imports
    .filter(target => target.startsWith('web/src/'))
    .map(target => ({ target, other: webLayerOf(target) ?? 'the program' }))
    .filter(({ other }) => other !== layer && !allowed.includes(other))
    .map(({ target, other }) => `${file.path} imports ${target}: ${layer} may not import ${other}`)
  if (layer !== 'ui') return problems
  const word = productWords.exec(file.text)?.[0]
  return [
    ...problems,
    ...file.imports
      .filter(target => target.startsWith('contracts/'))
      .map(target => `${file.path} imports ${target}: ui knows nothing of the product, that is for parts`),
    ...(word ? [`${file.path} says "${word}": ui knows nothing of the product, that is for parts`] : []),
  ]
}

const pureNodeModules = new Set(['node:path', 'node:crypto', 'node:buffer', 'node:util', 'node:net'])
/** Libraries whose functions and constants depend on nothing but their arguments. */
const pureLibraries = new Set([
  '@grpc/grpc-js',
  'zod',
  'ipaddr.js',
  'croner',
  'yaml',
  'jsonc-parser',
  'toml-eslint-parser',
])
const impurities: [RegExp, string][] = [
  [/\bawait\b/, 'awaits'],
  [/\bDate\.now\(|new Date\(\)/, 'reads the clock'],
  [/\bMath\.random\(|\brandomBytes\(|\brandomUUID\(/, 'uses chance'],
  [/\bprocess\.(?!env\b)|\bprocess\.env\b/, 'touches the process'],
]

const logicIsPure: Rule = file => {
  if (!isLogic(file.path) || isTest(file.path)) return []
  const foreign = file.imports.filter(target => {
    if (file.typeImports.includes(target)) return false
    if (isSourcePath(target)) return !isLogic(target) && !sharedPrograms.includes(programOf(target))
    return !pureNodeModules.has(target) && !pureLibraries.has(target)
  })
  const code = file.text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
  return [
    ...foreign.map(
      target => `${file.path} imports ${target}: logic/ imports only logic, contracts and primitives`,
    ),
    ...impurities
      .filter(([pattern]) => pattern.test(code))
      .map(([, verb]) => `${file.path} ${verb}: logic/ is pure`),
  ]
}

const logicFoldersHoldSeveral: Rule = (file, tree) => {
  const folder = /^.*\/logic\//.exec(file.path)?.[0]
  if (folder === undefined || isTest(file.path)) return []
  const files = tree.filter(({ path }) => path.startsWith(folder) && !isTest(path))
  return files.length > 1
    ? []
    : [`${file.path} is alone in its logic/: beside it, as <name>-rules.ts, it means the same`]
}

const viewsHaveNoData: Rule = file =>
  /-view\.tsx$/.test(file.path)
    ? file.imports
        .filter(target => target.startsWith('web/src/platform/') || target === '@tanstack/react-query')
        .filter(target => target !== 'web/src/platform/lazy-loading.ts')
        .map(target => `${file.path} imports ${target}: a view gets props and gives events`)
    : []

const filesExplainThemselves: Rule = file => {
  const problems: string[] = []
  const name = file.path.split('/').at(-1) ?? ''
  const words = name.replace(/\.(test|services\.test|d)?\.?tsx?$/, '').split(/[-.]/)
  if (!isTest(file.path) && !/^(#!.*\n)?(\/\/|\/\*)/.test(file.text))
    problems.push(`${file.path} does not say in its first line what it is for`)
  if (/[A-Z_]/.test(name)) problems.push(`${file.path}: file names are kebab-case`)
  if (words.length === 1 && bannedNames.has(words[0] ?? ''))
    problems.push(`${file.path}: the name says nothing`)
  return problems
}

/** Where expressions are put together of our own constants alone; all others go through primitives/src/patterns. */
const ownExpressions = new Set([
  'primitives/src/patterns/pattern.ts',
  'primitives/src/patterns/pattern-program.ts',
  'daemon/src/features/config-files/logic/xml/read-xml.ts',
  'daemon/src/features/game-servers/logic/ready-pattern.ts',
  'daemon/src/features/uploads/logic/markup-check.ts',
  'daemon/src/platform/logic/kernel-files.ts',
  'daemon/src/platform/process-managers/process/process-use.ts',
  'daemon/src/platform/process-managers/systemd/logic/unit-cgroups.ts',
  'daemon/src/platform/process-managers/systemd/systemd.ts',
  'panel/src/features/files/logic/multipart-headers.ts',
  'panel/src/features/templates/logic/eggs/mapping/shell-command.ts',
  'panel/src/features/two-factor/logic/code-form.ts',
  'web/src/features/files/logic/displayed-name.ts',
  'web/src/features/users/logic/generated-password.ts',
  'web/src/parts/tasks/output-line-rules.ts',
])

/** Real services are started by tests, their fixtures and benches; what runs at an installation knows none of them. */
const onlyTestsStartServices: Rule = file => {
  const isProduct = /^(?:contracts|primitives|panel|daemon|cli|web|plugin-host|arena)\//.test(file.path)
  if (!isProduct || isTest(file.path)) return []
  return file.imports
    .filter(target => programOf(target) === 'test-services')
    .map(target => `${file.path} imports ${target}: only tests start services`)
}

const patternsAreBounded: Rule = file => {
  const isProduct = /^(?:contracts|primitives|panel|daemon|cli|web|plugin-host)\/src\//.test(file.path)
  if (!isProduct || isTest(file.path) || ownExpressions.has(file.path)) return []
  if (!/\bRegExp\(/.test(file.text)) return []
  return [`${file.path} makes a RegExp: a pattern that others wrote must run through primitives/src/patterns`]
}

const rules: Rule[] = [
  programsStayApart,
  layersPointDown,
  featuresUseFacesAbove,
  webLayersPointDown,
  logicIsPure,
  logicFoldersHoldSeveral,
  viewsHaveNoData,
  filesExplainThemselves,
  patternsAreBounded,
  onlyTestsStartServices,
]

/** `checked`: the files of the tree that are looked at. */
export function brokenRules(tree: readonly SourceFile[], checked = tree): string[] {
  return checked.flatMap(file => rules.flatMap(rule => rule(file, tree)))
}
