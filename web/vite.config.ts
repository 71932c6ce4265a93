// How the browser part is built and served during development.

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const panelAddress = 'http://127.0.0.1:8025'

const dialogParts =
  /core[\\/].*[\\/](Modal|ModalBase|ScrollArea)[\\/]|use-debounced-callback|[\\/](react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|tslib)|controls[\\/](copy-button|use-copy)\./
const fieldParts =
  /core[\\/].*[\\/](InputBase|InlineInput|TextInput|PasswordInput|Checkbox)[\\/](?!CheckIcon)|feedback[\\/](form-word|field-in-words)/
const choiceParts = /core[\\/].*[\\/](Combobox|Select)[\\/]/
const peopleParts = /ui[\\/](people|permissions|password)[\\/]|controls[\\/](save-bar|section)\./

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|.*i18next|zod)[\\/]/,
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
