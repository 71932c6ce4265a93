import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { areasNamed, proofAreas, proofPage, readProveArguments } from './proof-areas.ts'

test('areas are the proof files, each with its first line, and a name takes its parts', () => {
  const root = mkdtempSync(join(tmpdir(), 'rookery-proofs-'))
  try {
    for (const name of [
      'console.prove.ts',
      'deep/console-memory.prove.ts',
      'consoles.prove.ts',
      'world.ts',
    ]) {
      const file = join(root, 'e2e/prove', name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `// About ${name}.\n\nimport 'vitest'\n`)
    }
    const areas = proofAreas(root)
    expect(areas.map(({ name, about }) => `${name}: ${about}`)).toEqual([
      'console: About console.prove.ts.',
      'consoles: About consoles.prove.ts.',
      'console-memory: About deep/console-memory.prove.ts.',
    ])
    expect(areasNamed(areas, 'console').map(({ file }) => file)).toEqual([
      'e2e/prove/console.prove.ts',
      'e2e/prove/deep/console-memory.prove.ts',
    ])
    expect(areasNamed(areas, 'con')).toEqual([])
  } finally {
    rmSync(root, { recursive: true })
  }
})

test.each([
  [['kills', 'link'], { wanted: ['kills', 'link'], only: [] }],
  [['kills', '--write', '-t', 'of a restore'], { wanted: ['kills'], only: ['-t', 'of a restore'] }],
  [['-t', 'a lock', 'kills'], { wanted: ['kills'], only: ['-t', 'a lock'] }],
  [[], { wanted: [], only: [] }],
])('%j names areas, and what of them is run', (args, read) => {
  expect(readProveArguments(args)).toEqual(read)
})

test('the page names the run, and every proof with its result and figures', () => {
  const proof = {
    fullName: 'kills | 100',
    status: 'passed',
    duration: 61_240,
    meta: { figures: '100 of 100' },
  }
  const report = {
    ...{ numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 },
    testResults: [{ name: 'x', status: 'passed', assertionResults: [proof] }],
  }
  const page = proofPage('kills', report, { commit: 'abc1234', day: '2026-11-16' })
  expect(page).toContain('Run on 2026-11-16 at abc1234 with `npm run prove -- kills --write`.')
  expect(page).toContain('| kills \\| 100 | passed | 61.2 s | 100 of 100 |')
})

test('what a test leaves to a proof is in one: every test with larger numbers or further cases is imported', () => {
  const root = join(import.meta.dirname, '../..')
  const imported = new Set(
    proofAreas(root).flatMap(({ file }) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import '(\.[^']+)'/gm)].map(([, path = '']) =>
        join(dirname(file), path),
      ),
    ),
  )
  // Those with fast-check that start no product are found by the proof `properties` itself.
  const isProperty = (file: string, text: string) =>
    text.includes("from 'fast-check'") && !/^e2e\/|\.services\./.test(file)
  const left = globSync('*/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).filter(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return / from '[^']*\/proof-size\.ts'/.test(text) && !isProperty(file, text) && !imported.has(file)
  })
  expect(imported.size).toBeGreaterThan(50)
  expect(left).toEqual([])
})
