// Every id that is cited is defined in docs/specification, once, and every promise has a test.

import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findProblems } from './problems.ts'
import { writeProofsPage } from './proofs-page.ts'
import { readRepository } from './repository-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const page = (text: string) => ({ path: 'docs/specification/5.6-access-control.md', text })
const testFile = (text: string) => ({
  path: 'panel/test/a.test.ts',
  text: `import { test } from 'vitest'\n${text}\n`,
})
const promise = page('# 5.6 Access\n\n- **5.6.2** Deny wins.\n\n| [C160](proofs.md#c160) | denied | no |\n')
const proof = testFile("test('5.6.2 (C160) a deny wins', () => {})")

describe('the specification', () => {
  test('code, tests and docs agree with it', () => {
    const files = readRepository(root)
    expect(files.length).toBeGreaterThan(1000)
    expect(findProblems(files)).toEqual([])
  })

  test('a promise and its test are without a problem', () => {
    expect(findProblems([promise, proof])).toEqual([])
  })

  test.each([
    [
      'an id that nobody defines',
      [promise, proof, { path: 'web/src/a.ts', text: '// Refused (C161).' }],
      'web/src/a.ts cites C161',
    ],
    [
      'an assertion without a test',
      [promise],
      'C160 of docs/specification/5.6-access-control.md has no test',
    ],
    [
      'an id in a comment alone',
      [promise, testFile("// C160\ntest('5.6.2 a deny wins')")],
      'C160 of docs/specification/5.6-access-control.md has no test',
    ],
    [
      'an id that is defined twice',
      [promise, proof, { ...promise, path: 'docs/specification/b.md' }],
      'C160 is defined twice',
    ],
    [
      'a section in the name of a test',
      [promise, proof, testFile("test.each(rows)(\n  '5.6.9 %s', () => {})")],
      'panel/test/a.test.ts names the section 5.6.9',
    ],
    [
      'a section in a comment',
      [promise, proof, { path: 'web/src/a.ts', text: '// The rules of sections 5.6 and 5.7.' }],
      'web/src/a.ts names the section 5.7',
    ],
    [
      'a section in parentheses in a comment',
      [promise, proof, { path: 'web/src/a.ts', text: '  /** Deny wins (5.6.2), later (5.6.7, A10). */' }],
      'web/src/a.ts names the section 5.6.7',
    ],
    [
      'a rule of the link',
      [
        promise,
        proof,
        { path: 'contracts/src/daemon/link.proto', text: '//  L1  Two connections.' },
        { path: 'daemon/src/a.ts', text: '// Rules L1 and L2.' },
      ],
      'daemon/src/a.ts cites L2',
    ],
    [
      'an id that leads nowhere',
      [page('| C160 | denied | no |'), proof],
      'C160 of docs/specification/5.6-access-control.md is not a link',
    ],
  ])('%s is reported', (_, files, sentence) => {
    expect(findProblems(files)).toContainEqual(expect.stringContaining(sentence))
  })

  test('rows of a table of tests count, and a reading may be shown by assertions', () => {
    const row = testFile("test.each([['lost (C160)', 1]])('5.6 %s', () => {})")
    const reading = {
      path: 'docs/specification/readings.md',
      text: '| [A10](proofs.md#a10) | who | everybody | C160 |\n',
    }
    expect(findProblems([promise, row, reading])).toEqual([])
    expect(
      writeProofsPage([promise, row, reading])
        .split('\n')
        .filter(line => line.includes('<a id=')),
    ).toEqual([
      '| <a id="c160"></a>[C160](../../docs/specification/5.6-access-control.md) | [panel/test/a.test.ts](../../panel/test/a.test.ts) |',
      '| <a id="a10"></a>[A10](../../docs/specification/readings.md) | shown by [C160](#c160) |',
    ])
  })

  test('three files are listed for an id, each once', () => {
    const files = [1, 2, 3, 4, 5].map(number => ({
      path: `panel/test/${number}.test.ts`,
      text: `import { test } from 'vitest'\ntest('5.6 (C160) a', () => {})\ntest('5.6 (C160) b', () => {})\n`,
    }))
    const links = [1, 2, 3].map(
      number => `[panel/test/${number}.test.ts](../../panel/test/${number}.test.ts)`,
    )
    expect(writeProofsPage([promise, ...files])).toContain(`| ${links.join('<br>')}<br>and 2 more |`)
  })
})
