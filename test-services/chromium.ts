// The Chromium of this machine, started without anything that reaches out by itself.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The headless shell is the same browser without a user interface, and takes a quarter less of the processor. */
const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ??
  '/usr/bin/chromium'

/** Why no browser can run here; null when one can. */
export const missingBrowser = existsSync(executablePath)
  ? null
  : `Chromium is missing at ${executablePath}: apt-get install chromium-headless-shell, or set CHROMIUM_PATH`

/** Those that Playwright names, which this list replaces, and a process that waits for a page that never comes. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // As people's browsers do and the shell does not by itself: a frame of a plugin that hangs leaves the page alive.
      '--site-per-process',
      '--enable-features=IsolateSandboxedIframes',
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      `--disable-features=${disabledFeatures.join(',')}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
