// How the browser part is built and served during development.

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { slimColors } from './build/slim-colors.ts'
import { isFileOfSchemas, slimEndpoints } from './build/slim-endpoints.ts'

const panelAddress = 'http://127.0.0.1:8025'

const schemaParts = (id: string) =>
  /node_modules[\\/]zod[\\/]|zod-without-eval|contracts[\\/]src[\\/]plugin[\\/]|\?whole$/.test(id) ||
  isFileOfSchemas(id)
/** What most pages behind sign-in need: the kit, what features share, and small parts of features. By their beginnings. */
const commonPackages = ['@tabler', '@mantine', '@floating-ui', '@fontsource']
const commonPlaces = [
  'ui/',
  'platform/',
  'texts/',
  ...[
    'language',
    'live',
    'nodes',
    'plugins',
    'power',
    'problems',
    'recent-servers',
    'run-state',
    'tasks',
    'usage',
  ].map(name => `parts/${name}/`),
  // Without the charts, whose library is large.
  ...['sparkline', 'logic', 'charts.module', 'time-cursor', 'use-metrics'].map(
    name => `parts/metrics/${name}`,
  ),
  // The marks of games are beside every server; the catalog is not.
  ...['game-icon', 'games.module', 'logic/initials', 'logic/shipped-games'].map(
    name => `parts/games/${name}`,
  ),
  // What loads the cards of failures, not the cards.
  'parts/failures/lazy-failures',
  'features/shell/',
  'features/files/uploads/upload-presence',
]
/** For forms and the editor of templates alone. */
const largeRules = /[\\/](patterns|plugin|variable-rules|template)[\\/]/

/** Shared by forms and pages that are opened later: the servers page and the console do without them. */
const lateParts =
  /\/components\/(Autocomplete|MultiSelect|NumberInput|Pill|PillsInput|Switch|Textarea|Code|SimpleGrid|Modal|ModalBase|use-pills-reorder)\/|\/parts\/metrics\/logic\/(chart-(gaps|marks)|stored-history)|\/ui\/(qr-code\/|controls\/(on-off-switch|switch-row|option-cards|pager|field-row|save-bar|section|unit-in-field|wrong-fields|saved-label|leave-guard|list-intro|fact|linked-text|multi-choice|tags-field))|\/parts\/tasks\/(output|recent)|\/parts\/usage\/((use-)?players-online|share-bar)|\/parts\/power\/(wait-choice|page-power|planned-power)|\/http\/(ownership|invitations|plans|service-accounts|webhooks|panel-backup)\.ts|\/parts\/problems\/refusal-text|\/contracts\/src\/(field-problems|refusals)/

/** Styles of pages that nobody sees first. */
const laterStyles =
  /\/(features\/(activity|backups|backup-storages|database-hosts|databases|files|nodes|permissions|plans|players|plugins|profile|rcon|roles|schedules|tasks|templates|tokens|users|webhooks|game-servers\/(create|deleted|settings|list\/bulk))|parts\/(bulk-actions|code-editor|failures|password|permissions|plans|second-factor|sessions)|ui\/controls\/multi-choice)[\w/.-]*\.css$/

/** With the line for commands, which RCON has too, and the gaps of its strip. */
const consoleParts =
  /[\\/](features|parts)[\\/]console[\\/]|game-server\.module|[\\/]ui[\\/]command-line[\\/]|[\\/]chart-gaps/

function isCommon(id: string): boolean {
  const path = id.replaceAll('\\', '/')
  if (lateParts.test(path) || consoleParts.test(path)) return false
  const [, packageName] = /.*\/node_modules\/(@?[\w.-]+)/.exec(path) ?? []
  if (packageName) return commonPackages.some(common => packageName.startsWith(common))
  const [, place] = /\/web\/src\/(.*)/.exec(path) ?? []
  if (place) return commonPlaces.some(common => place.startsWith(common))
  return /\/(contracts|primitives)\/src\//.test(path) && !largeRules.test(id)
}

export default defineConfig({
  root: import.meta.dirname,
  // One object for each chapter of texts: names for its keys would only make it longer.
  json: { namedExports: false },
  plugins: [slimEndpoints(), slimColors(), react()],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'build', 'zod-without-eval.ts') }],
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser of that age preloads modules by itself.
    modulePreload: { polyfill: false },
    // The policy of the page allows fonts and scripts from the panel only, never from data addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Few chunks that change rarely, instead of dozens of small ones: fewer requests and better compression.
        codeSplitting: {
          groups: [
            // Two style sheets: one for the kit and the first pages, and the rest, which comes after it and so wins.
            { name: 'later-styles', test: laterStyles, priority: 4 },
            { name: 'styles', test: /\.css$/, priority: 3, includeDependenciesRecursively: false },
            // Schemas are for the few pages that check what is typed.
            {
              name: 'schemas',
              test: schemaParts,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
            },
            { name: 'start', tags: ['$initial'] },
            { name: 'common', test: isCommon, minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'console', test: consoleParts, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: panelAddress, ws: true } },
  },
})
