// Test suites: rules and features that run anywhere, a node's own programs, pages, conformance with real services, stories.

import { globSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/tasks/longest-first.ts'

const services = ['**/*.services.test.ts']
/** These start programs, measure their own memory or work with users of the machine. */
const ofTheNode = filesLike(['daemon/{src,test}/**/*.test.ts']).filter(
  file => !/\/logic\/|-rules\.test\.ts$/.test(file),
)
/** Of all that is told in e2e these run no program: what tests of the panel have loaded in their process serves them too. */
const fromSources = filesLike(['e2e/{link,metrics,backups}/**/*.test.ts', 'e2e/live/console-orders.test.ts'])
const stories = filesLike(['e2e/**/*.test.ts', 'web/pictures/checks/**/*.test.ts']).filter(
  file => !fromSources.includes(file),
)
/** They have markup in them, and texts and styles that Vite gives them; what all other tests need is read by Node itself. */
const pages = ['web/**/*.test.ts']
const fixedSeed = 'test-services/fixed-seed.ts'
const checkPages = 'e2e/check-pages.ts'

/** Without those that need services. */
function filesLike(patterns: string[]): string[] {
  const found = globSync(patterns, { cwd: import.meta.dirname })
  return found.filter(file => !file.endsWith('.services.test.ts'))
}

/** As Node runs a program from its source: no other translation of it, and nothing between a module and what it imports. */
const readByNode = { viteModuleRunner: false, nodeLoader: false }

/** Most tests wait for something; vitest's own choice on a small machine is a single worker. */
const workers = Math.max(4, availableParallelism())

export default defineConfig({
  test: {
    // Generous: the machine may do other things.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A second, which is the default, is no generous limit.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    // Programs that tests start from their source are read and compiled once, not at each start.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    // No file leaves anything behind in its process: what one has loaded serves the next.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'anywhere',
          setupFiles: fixedSeed,
          sequence: { groupOrder: 0 },
          include: ['**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...services, ...ofTheNode, ...pages, ...stories],
          experimental: readByNode,
          maxWorkers: workers,
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          setupFiles: fixedSeed,
          sequence: { groupOrder: 0 },
          include: pages,
          exclude: ['**/node_modules/**', '**/dist/**', ...stories],
          maxWorkers: workers,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          setupFiles: fixedSeed,
          sequence: { groupOrder: 0 },
          include: ofTheNode,
          experimental: readByNode,
          maxWorkers: workers,
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          setupFiles: [checkPages, fixedSeed],
          sequence: { groupOrder: 2 },
          include: services,
          exclude: ['**/node_modules/**'],
          globalSetup: 'test-services/shared-services.ts',
          // Two at a time keep two processors busy; with three, engines and games are starved and time out.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          // Only for `npm run prove`: series, soaks and large data, as long as they take.
          name: 'prove',
          setupFiles: checkPages,
          sequence: { groupOrder: 3 },
          globalSetup: ['test-services/shared-services.ts', 'e2e/shared-product.ts'],
          include: ['e2e/prove/**/*.prove.ts'],
          isolate: true,
          fileParallelism: false,
          testTimeout: 0,
          // The first that needs the restic of releases builds it.
          hookTimeout: 3_600_000,
          env: { ROOKERY_PROOF: 'true' },
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          setupFiles: [checkPages, fixedSeed],
          sequence: { groupOrder: 0 },
          globalSetup: 'e2e/shared-product.ts',
          include: stories,
          experimental: readByNode,
          maxWorkers: workers,
          maxConcurrency: 2,
        },
      },
    ],
  },
})
