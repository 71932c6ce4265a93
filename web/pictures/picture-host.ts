// Serves the interface with a panel that is played, and starts the browser: for pictures and for checks.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test-services/chromium.ts'
import { type FakePanel, serveFakePanel } from './fixtures/serve-fake-panel.ts'

export interface PictureHost {
  panel: FakePanel
  browser: Browser
  close(): Promise<void>
}

const shippedPages = join(import.meta.dirname, '../dist')

async function buildPages(outDir: string): Promise<void> {
  // Only a build for development has the gallery, and React's own warnings; how the product is cut into parts fits it not.
  process.env.NODE_ENV = 'development'
  // Whoever shows what is built already does without them.
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  await build({
    root: join(import.meta.dirname, '..'),
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
      // One large file, which the browser keeps compiled, is quicker than two hundred small ones.
      rolldownOptions: { output: { codeSplitting: false } },
    },
    logLevel: 'error',
  })
}

/** The interface built for development, with its gallery. */
export async function startPictureHost(): Promise<PictureHost> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-pictures-build-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await buildPages(folder)
    const host = await servePages(folder)
    return {
      ...host,
      async close() {
        await host.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The interface as `npm run build` left it: no gallery, and half the work for the browser. */
export async function startShippedHost(): Promise<PictureHost> {
  if (!existsSync(join(shippedPages, 'index.html')))
    throw new Error('the interface is not built: npm run build')
  return servePages(shippedPages)
}

async function servePages(folder: string): Promise<PictureHost> {
  const panel = await serveFakePanel(folder)
  const browser = await launchBrowser()
  return {
    panel,
    browser,
    async close() {
      await browser.close()
      await panel.close()
    },
  }
}
