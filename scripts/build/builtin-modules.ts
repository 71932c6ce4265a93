// Modules of Node as plain objects. Whoever imports one by name has Node make every part of it, also those that wait to
// be asked for: `node:http` then brings a whole HTTP client along.

import { createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const require = createRequire(import.meta.url)

const namespace = 'builtin'
/** Every program imports these by name itself, before it has looked which Node runs it. */
const alwaysImported = ['node:fs', 'node:module', 'node:path', 'node:url']

/** Deprecated: who asks for all of the module would have Node print a warning at every start. */
const leftOut = ['fips']

/** What esbuild calls one among the inputs of a bundle. */
export const isBuiltin = (input: string) => input.startsWith(`${namespace}:`)

export const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' && !alwaysImported.includes(path) ? { path, namespace } : null,
    )
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: asPlainObject(path) }))
  },
}

/** What nobody uses of it is left out of the bundle, and so never asked for. */
function asPlainObject(name: string): string {
  const names = Object.getOwnPropertyNames(require(name)).filter(
    key => /^[a-z_$][\w$]*$/i.test(key) && key !== 'default' && !leftOut.includes(key),
  )
  return [
    `const whole = require(${JSON.stringify(name)})`,
    'export default whole',
    ...names.map(key => `const own_${key} = /* @__PURE__ */ (() => whole.${key})()`),
    `export { ${names.map(key => `own_${key} as ${key}`).join(', ')} }`,
  ].join('\n')
}
