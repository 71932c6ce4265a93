import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { featureOrder } from './feature-order.ts'
import { brokenRules } from './rules.ts'
import { readSourceTree, sourceFile } from './source-tree.ts'
import { brokenClasses, readStyleSources } from './style-classes.ts'
import { brokenWalks, readWalks } from './walks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tree = readSourceTree(root)

describe('architecture', () => {
  test('the tree breaks none of its rules', () => {
    expect(tree.length).toBeGreaterThan(50)
    expect(brokenRules(tree)).toEqual([])
  })

  test('the order of features is read from app.ts', () => {
    const order = featureOrder(tree.find(file => file.path === 'panel/src/app.ts'))
    expect(order.indexOf('audit')).toBeLessThan(order.indexOf('access'))
    expect(order.indexOf('tasks')).toBeLessThan(order.indexOf('game-servers'))
    expect(order).toContain('console')
  })

  const wrong: [string, string, string, string][] = [
    [
      'panel/src/platform/x.ts',
      "import { a } from '../features/auth/auth.ts'",
      'platform may not import features',
      '',
    ],
    [
      'panel/src/features/auth/x.ts',
      "import { a } from '../../config/config.ts'",
      'features may not import config',
      '',
    ],
    [
      'panel/src/features/access/x.ts',
      "import { a } from '../game-servers/game-servers.ts'",
      'made after',
      '',
    ],
    ['panel/src/features/console/x.ts', "import { a } from '../users/users-store.ts'", 'only its face', ''],
    [
      'panel/src/features/auth/logic/x.ts',
      "import { a } from '../auth.ts'",
      'only logic, contracts and primitives',
      '',
    ],
    ['panel/src/features/users/logic/x.ts', '', 'reads the clock', 'const now = Date.now()'],
    ['panel/src/features/auth/x-rules.ts', '', 'reads the clock', 'const now = Date.now()'],
    ['panel/src/features/auth/logic/x.ts', '', 'is alone in its logic/', ''],
    [
      'panel/src/features/auth/logic/x.ts',
      "import { readFile } from 'node:fs/promises'",
      'only logic, contracts and primitives',
      '',
    ],
    ['daemon/src/x.ts', "import { a } from '../../panel/src/app.ts'", 'daemon may not import panel', ''],
    ['web/src/features/a/x.tsx', "import { a } from '../b/b.tsx'", 'do not import each other', ''],
    [
      'web/src/features/a/a-view.tsx',
      "import { a } from '../../platform/api-client.ts'",
      'a view gets props',
      '',
    ],
    ['web/src/ui/x.tsx', "import { a } from '../parts/power/power.tsx'", 'ui may not import parts', ''],
    [
      'web/src/ui/x.tsx',
      "import { a } from '@rookery/contracts/errors.ts'",
      'ui knows nothing of the product',
      '',
    ],
    ['web/src/ui/x.tsx', '', 'says "gameServer"', 'export const gameServer = 1'],
    [
      'web/src/parts/x.tsx',
      "import { a } from '../features/home/home-page.tsx'",
      'parts may not import features',
      '',
    ],
    ['web/src/texts/x.ts', "import { a } from '../ui/time/time.ts'", 'texts may not import ui', ''],
    [
      'arena/src/x.ts',
      "import { a } from '@rookery/contracts/errors.ts'",
      'arena may not import contracts',
      '',
    ],
    [
      'panel/src/platform/x.ts',
      "import { a } from '../../../test-services/redis.ts'",
      'only tests start services',
      '',
    ],
    ['panel/src/platform/helper.ts', '', 'the name says nothing', ''],
    ['panel/src/features/auth/x.ts', '', 'makes a RegExp', 'const a = new RegExp(text)'],
  ]
  test.each(wrong)('%s with %s is told: %s', (path, importLine, wantedLabel, code) => {
    const file = sourceFile(path, `// A file.\n${importLine}\n${code}\n`)
    const broken = brokenRules([...tree, file], [file])
    expect(broken.some(sentence => sentence.startsWith(path) && sentence.includes(wantedLabel))).toBe(true)
  })

  test('a file without a first sentence is reported', () => {
    const silent = sourceFile('panel/src/platform/x.ts', 'export const a = 1\n')
    expect(brokenRules([silent])).toEqual([
      'panel/src/platform/x.ts does not say in its first line what it is for',
    ])
  })

  test('the walks of ARCHITECTURE.md lead from file to file', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    expect(readWalks(text).length).toBeGreaterThan(10)
    expect(brokenWalks(text, tree)).toEqual([])
    expect(brokenWalks('   - `panel/src`: `app.ts` → `main.ts` → `gone.ts`', tree)).toEqual([
      'panel/src/app.ts does not import panel/src/main.ts',
      'panel/src/main.ts does not import panel/src/gone.ts',
      'panel/src/gone.ts does not exist',
    ])
  })

  test('every class of a CSS module is used, and every one that is used is there', () => {
    expect(brokenClasses(readStyleSources(root))).toEqual([])
  })

  test('a class that nothing uses or that is missing, and a module that nothing imports, are found', () => {
    const css = '.used:hover .lost > :global(.foreign) { margin: 0.5px }'
    const view = {
      path: 'web/src/a/a-view.tsx',
      text: "import styles from './a.module.css'\nconst a = styles.used + styles.gone\n",
    }
    expect(brokenClasses([{ path: 'web/src/a/a.module.css', text: css }, view])).toEqual([
      'web/src/a/a.module.css: .gone is used but not there',
      'web/src/a/a.module.css: .lost is used by nothing',
    ])
    expect(brokenClasses([{ path: 'web/src/a/b.module.css', text: css }, view])).toEqual([
      'web/src/a/b.module.css is imported by nothing',
    ])
  })
})
