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

describe('rookery plugin', () => {
  test('new, build and test in an empty folder give a package, also where its SDK was not fetched', async () => {
    const folder = join(parent, 'crash-counter')
    expect(await newPlugin('crash-counter', print, parent)).toBe(0)
    const sdk = join(folder, 'assembly', 'sdk')
    rmSync(sdk, { recursive: true })
    expect([await buildPlugin(folder, print), lines]).toEqual([0, expect.anything()])
    expect(readdirSync(sdk)).toContain('abi.ts')
    expect(readdirSync(folder)).toContain('crash-counter-0.1.0.zip')
    lines = []
    expect(await testPlugin(folder, print)).toBe(0)
    expect(lines).toEqual(['ok      a crash is counted', 'ok      the count is told', '2 passed, 0 failed'])
  })

  test('what is wrong is told with its place: the source, the manifest, a test; an SDK that is there is kept', async () => {
    const folder = join(parent, 'broken')
    await newPlugin('broken', print, parent)
    const source = join(folder, 'assembly', 'index.ts')
    const good = readFileSync(source, 'utf8')
    const sdk = join(folder, 'assembly', 'sdk', 'index.ts')
    const ownSdk = `// Of an earlier version.\n${readFileSync(sdk, 'utf8')}`
    writeFileSync(sdk, ownSdk)
    writeFileSync(source, good.replace("load('crashes')", 'nonsense()'))
    expect(await buildPlugin(folder, print)).toBe(1)
    expect(lines.join('\n')).toMatch(/nonsense.*\n*.*assembly\/index\.ts/s)
    writeFileSync(source, good.replace('count.toString()', "'wrong'"))
    expect(await buildPlugin(folder, print)).toBe(0)
    expect(readFileSync(sdk, 'utf8')).toBe(ownSdk)
    expect(await testPlugin(folder, print)).toBe(1)
    expect(lines.join('\n')).toMatch(/FAILED {2}a crash is counted: it asked .*wrong/)
    const manifest = join(folder, 'plugin.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"events:servers"', '"all"'))
    lines = []
    expect(await buildPlugin(folder, print)).toBe(1)
    expect(lines[0]).toMatch(/^plugin.json: permissions.0.permission/)
    expect(await newPlugin('broken', print, parent)).toBe(1)
    expect(await newPlugin('No Name', print, parent)).toBe(1)
  })
})
