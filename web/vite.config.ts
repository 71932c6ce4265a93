// How the browser part is built and served during development.

import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { isFileOfSchemas, slimEndpoints } from './build/slim-endpoints.ts'

const panelAddress = 'http://127.0.0.1:8025'

const schemaParts = (id: string) =>
  /node_modules[\\/]zod[\\/]|zod-without-eval|contracts[\\/]src[\\/]plugin[\\/]|\?whole$/.test(id) ||
  isFileOfSchemas(id)
const dialogParts =
  /core[\\/].*[\\/](Modal|ModalBase|ScrollArea)[\\/]|use-debounced-callback|[\\/](react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib)|controls[\\/](copy-button|use-copy|leave-guard)\./
const fieldParts =
  /core[\\/].*[\\/](InputBase|InlineInput|TextInput|PasswordInput|Checkbox|Switch)[\\/](?!CheckIcon)|feedback[\\/]form-message|problems[\\/]field-message/
const choiceParts = /core[\\/].*[\\/](Combobox|Select)[\\/]/
const peopleParts = /parts[\\/](people|permissions|password)[\\/]|controls[\\/](save-bar|section)\./

export default defineConfig({
  root: import.meta.dirname,
  // One object for each chapter of texts: names for its keys would only make it longer.
  json: { namedExports: false },
  plugins: [slimEndpoints(), react()],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'build', 'zod-without-eval.ts') }],
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page allows fonts and scripts from the panel only, never from data addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Few chunks that change rarely, instead of dozens of small ones: fewer requests and better compression.
        codeSplitting: {
          groups: [
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
            // What dialogs and forms need is kept out of the part that every page loads.
            { name: 'dialogs', test: dialogParts, includeDependenciesRecursively: false },
            { name: 'fields', test: fieldParts, includeDependenciesRecursively: false },
            { name: 'choices', test: choiceParts, includeDependenciesRecursively: false },
            { name: 'people', test: peopleParts, includeDependenciesRecursively: false },
            { name: 'shared', test: /./, minShareCount: 6 },
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
