// The programs that are bundled, and how: one file each, native packages left outside. What a program loads only when
// it needs it (database drivers, query protocols) becomes a file beside it, so that it costs no memory before.

import type { BuildOptions } from 'esbuild'
import { builtinModules } from './builtin-modules.ts'
import { commonJsExports } from './commonjs-exports.ts'

export const bundles = {
  panel: 'panel/src/main.ts',
  'plugin-worker': 'plugin-host/src/plugin-worker.ts',
  daemon: 'daemon/src/main.ts',
  keeper: 'daemon/src/keeper/main.ts',
  launcher: 'daemon/src/keeper/launcher.ts',
  'seven-zip': 'daemon/src/platform/archives/seven-zip-program.ts',
  'config-editor': 'daemon/src/features/config-files/edit-worker.ts',
  arena: 'arena/src/main.ts',
  rookery: 'cli/src/main.ts',
} as const

export type BundleName = keyof typeof bundles
export const bundleNames = Object.keys(bundles) as BundleName[]

/** Packages with native code or files of their own, found in node_modules at run time, and optional ones that their users do without. */
export const outside: readonly string[] = [
  'bcrypt',
  '@lydell/node-pty',
  '@lydell/node-pty-*',
  '7z-wasm',
  'pg-native',
  'pg-cloudflare',
  'cpu-features',
  'assemblyscript',
]

/** Bundled CommonJS packages expect these names to exist. */
const commonJsNames = [
  "import { createRequire as rookeryCreateRequire } from 'node:module';",
  "import { dirname as rookeryDirname } from 'node:path';",
  "import { fileURLToPath as rookeryFileUrlToPath } from 'node:url';",
  'const require = rookeryCreateRequire(import.meta.url);',
  // Also known to a Node that is too old, which shall say so instead of failing here.
  'const __filename = rookeryFileUrlToPath(import.meta.url);',
  'const __dirname = rookeryDirname(__filename);',
].join(' ')

export function bundleOptions(root: string, name: BundleName): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: root,
    entryPoints: [bundles[name]],
    outdir: 'dist',
    entryNames: name,
    // Flat beside the program: files that are found relative to a module stay where they are.
    chunkNames: `${name}-[name]-[hash]`,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap: 'linked',
    sourcesContent: false,
    minifySyntax: true,
    // Node holds the text of every module that it runs. Names stay, and lines short enough for a stack trace.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    external: [...outside],
    // Its usual entry asks for its parts in a way that no bundler can follow.
    alias: {
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      '@grpc/proto-loader': './scripts/build/no-proto-loader.ts',
      glob: './scripts/build/no-glob.ts',
    },
    plugins: [builtinModules, commonJsExports],
    banner: { js: commonJsNames },
    metafile: true,
    write: false,
    logLevel: 'silent',
  }
}
