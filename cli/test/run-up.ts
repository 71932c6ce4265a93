// Runs `up` with the stand-in programs, as a process that a test can signal.

import { join } from 'node:path'
import { findPlaces } from '../src/places.ts'
import { up } from '../src/up/up.ts'

process.exitCode = await up({
  programs: {
    panel: join(import.meta.dirname, 'stand-in-panel.mjs'),
    daemon: join(import.meta.dirname, 'stand-in-daemon.mjs'),
  },
  places: findPlaces(process.env, process.cwd()),
  environment: process.env,
  workingDirectory: process.cwd(),
  isVerbose: process.argv.includes('--verbose'),
  isWatching: false,
  restartPauses: process.env.SHORT_PAUSES ? { firstMs: 10, longestMs: 80 } : undefined,
  beginsAnew: false,
})
