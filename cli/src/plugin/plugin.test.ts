import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildPlugin } from './build-plugin.ts'
import { newPlugin } from './new-plugin.ts'
import { testPlugin } from './test-plugin.ts'

let parent: string
let lines: string[]
const print = (line: string) => void lines.push(line)
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'rookery-plugin-'))
  lines = []
})
afterEach(() => rmSync(parent, { recursive: true }))

/** Optimized ones are compiled by every build: those that come with Rookery. */
const build = (folder: string) => buildPlugin(folder, print, { isOptimized: false })

describe('rookery plugin', () => {
  test('new, build and test in an empty folder give a package, also where its SDK was not fetched', async () => {
    const folder = join(parent, 'crash-counter')
    expect(await newPlugin('crash-counter', print, parent)).toBe(0)
    const sdk = join(folder, 'assembly', 'sdk')
    rmSync(sdk, { recursive: true })
    expect([await build(folder), lines]).toEqual([0, expect.anything()])
    expect(readdirSync(sdk)).toContain('abi.ts')
    expect(readdirSync(folder)).toContain('crash-counter-0.1.0.zip')
    lines = []
    expect(await testPlugin(folder, print)).toBe(0)
    expect(lines).toEqual(['ok      a crash is counted', 'ok      the count is told', '2 passed, 0 failed'])
    const tests = join(folder, 'tests.json')
    writeFileSync(tests, readFileSync(tests, 'utf8').replace('"value": "3" } },', '"value": "4" } },'))
    lines = []
    expect(await testPlugin(folder, print)).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^FAILED {2}a crash is counted: it asked .*"value":"3"/),
      'ok      the count is told',
      '1 passed, 1 failed',
    ])
  })

  test('what is wrong is told with its place: the source, the manifest; an SDK that is there is kept', async () => {
    const folder = join(parent, 'broken')
    await newPlugin('broken', print, parent)
    const source = join(folder, 'assembly', 'index.ts')
    const sdk = join(folder, 'assembly', 'sdk', 'index.ts')
    const ownSdk = `// Of an earlier version.\n${readFileSync(sdk, 'utf8')}`
    writeFileSync(sdk, ownSdk)
    writeFileSync(source, readFileSync(source, 'utf8').replace("load('crashes')", 'nonsense()'))
    expect(await build(folder)).toBe(1)
    expect(lines.join('\n')).toMatch(/nonsense.*\n*.*assembly\/index\.ts/s)
    expect(readFileSync(sdk, 'utf8')).toBe(ownSdk)
    const manifest = join(folder, 'plugin.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"events:servers"', '"all"'))
    lines = []
    expect(await build(folder)).toBe(1)
    expect(lines[0]).toMatch(/^plugin.json: permissions.0.permission/)
    expect(await newPlugin('broken', print, parent)).toBe(1)
    expect(await newPlugin('No Name', print, parent)).toBe(1)
  })
})
