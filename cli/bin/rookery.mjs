#!/usr/bin/env node
// The `rookery` command of a clone or a package: the built one where it exists, else the source.

import { existsSync } from 'node:fs'

const built = new URL('../../dist/rookery.mjs', import.meta.url)
const source = new URL('../src/main.ts', import.meta.url)
await import((existsSync(built) ? built : source).href)
