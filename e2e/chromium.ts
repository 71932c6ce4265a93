// The Chromium of this machine, started without anything that reaches out by itself.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Why no browser can run here; null when one can. */
export const missingChromium = existsSync(executablePath)
  ? null
  : `Chromium is missing at ${executablePath}: apt-get install chromium, or set CHROMIUM_PATH`

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
