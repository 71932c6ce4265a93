// Builds the interface with its gallery and serves it under the policy of the panel, for screens that are looked at or checked.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { type Browser, chromium } from 'playwright-core'
import { build, preview } from 'vite'

/** The policy that the panel serves the page under (5.11). */
export const policy = [
  "default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; form-action 'self'",
  "script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:",
  "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self' blob:",
].join('; ')

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why nothing can be looked at here; null when it can. */
export const missingBrowser = existsSync(executablePath)
  ? null
  : `Chromium is missing at ${executablePath}: apt-get install chromium, or set CHROMIUM_PATH`

export interface LookHost {
  address: string
  browser: Browser
  close(): Promise<void>
}

export async function startLookHost(): Promise<LookHost> {
  const root = join(import.meta.dirname, '..')
  const outDir = mkdtempSync(join(tmpdir(), 'rookery-look-build-'))
  // Only a build for development has the gallery, and React's own warnings; how the product is cut into parts fits it not.
  process.env.NODE_ENV = 'development'
  await build({
    root,
    configFile: false,
    mode: 'development',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 10_000,
      cssCodeSplit: false,
      // Every request passes through the test: one large file is quicker than two hundred small ones.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    logLevel: 'error',
  })
  const httpServer = await preview({
    root,
    configFile: false,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': policy } },
    logLevel: 'error',
  })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  return {
    address: httpServer.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '',
    browser,
    async close() {
      await browser.close()
      await httpServer.close()
      rmSync(outDir, { recursive: true })
    },
  }
}
