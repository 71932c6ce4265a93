// Gives a CommonJS module behind a dynamic import the names that Node gives it: esbuild alone leaves only `default`.

import { execFile } from 'node:child_process'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'esbuild'

const namespace = 'commonjs-exports'
/** Whatever ends so may be CommonJS; the rest never is. */
const mayBeCommonJs = ['.js', '.cjs']
/** How Node marks the namespace of a CommonJS module. */
const commonJsMark = 'module.exports'
/** In a process of its own: the module may do something when it is loaded. */
const listNames = `
import { pathToFileURL } from 'node:url'
const names = Object.keys(await import(pathToFileURL(process.argv[1])))
process.stdout.write(JSON.stringify(names), () => process.exit(0))`

export const commonJsExports: Plugin = {
  name: namespace,
  setup(build) {
    // Relative paths in the bundle: it is the same wherever it is built.
    const root = build.initialOptions.absWorkingDir ?? process.cwd()
    build.onResolve({ filter: /./ }, async args => {
      if (args.kind !== 'dynamic-import' || args.pluginData === namespace) return undefined
      const { path, external, errors } = await build.resolve(args.path, {
        kind: args.kind,
        importer: args.importer,
        resolveDir: args.resolveDir,
        pluginData: namespace,
      })
      if (external || errors.length > 0 || !mayBeCommonJs.includes(extname(path))) return undefined
      return (await namesOf(path)) === null ? undefined : { path: relative(root, path), namespace }
    })
    build.onLoad({ filter: /./, namespace }, async ({ path }) => ({
      contents: wrapper(`./${path}`, (await namesOf(join(root, path))) ?? []),
      resolveDir: root,
    }))
  },
}

/** Null for a module that is no CommonJS. The names are those that the same import has when it runs from source. */
async function namesOf(path: string): Promise<string[] | null> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    listNames,
    path,
  ])
  const names = JSON.parse(stdout) as string[]
  return names.includes(commonJsMark) ? names.filter(name => name !== commonJsMark) : null
}

/** `require` hands over `module.exports` itself, whatever marks of other tools it carries. */
function wrapper(path: string, names: string[]): string {
  const others = names.filter(name => name !== 'default').map((name, at) => [`exported${at}`, name] as const)
  return [
    `const whole = require(${JSON.stringify(path)})`,
    'export default whole',
    ...others.map(([local, name]) => `const ${local} = whole[${JSON.stringify(name)}]`),
    `export { ${others.map(([local, name]) => `${local} as ${JSON.stringify(name)}`).join(', ')} }`,
  ].join('\n')
}
