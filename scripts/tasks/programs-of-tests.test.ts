// Which built programs tests run, so that no more than these are built for them.

import { expect, test } from 'vitest'
import { sourceFile } from '../architecture/source-tree.ts'
import { ProgramsOfTests } from './programs-of-tests.ts'

const importing = (names: string) => `import ${names} from '../../test-services/start-program.ts'`

const tree = [
  sourceFile('daemon/src/queue.test.ts', "import { queue } from './queue.ts'"),
  sourceFile('daemon/test/open-test-node.ts', importing('{ shippedKeeper }')),
  sourceFile('daemon/test/tasks.test.ts', "import { openTestNode } from './open-test-node.ts'"),
  sourceFile('daemon/test/whole-daemon.test.ts', importing('{\n  Program,\n  shippedKeeper,\n}')),
  sourceFile('daemon/test/other-form.test.ts', importing('* as programs')),
  sourceFile('panel/test/panel.test.ts', importing('{ shippedPluginWorker }')),
  sourceFile('e2e/other.test.ts', ''),
]
const keeper = ['dist/keeper.mjs', 'dist/launcher.mjs']

test.each([
  ['rules run no program', ['daemon/src/queue.test.ts'], 'none'],
  ['a node in the test runs a keeper', ['daemon/test/tasks.test.ts'], keeper],
  ['a panel in the test runs a thread of plugins', ['panel/test/panel.test.ts'], ['dist/plugin-worker.mjs']],
  [
    'several run what each of them runs',
    ['panel/test/panel.test.ts', 'daemon/test/tasks.test.ts', 'daemon/src/queue.test.ts'],
    [...keeper, 'dist/plugin-worker.mjs'],
  ],
  [
    'whoever starts a program runs any',
    ['daemon/test/tasks.test.ts', 'daemon/test/whole-daemon.test.ts'],
    'all',
  ],
  ['an import in another form may be of any', ['daemon/test/other-form.test.ts'], 'all'],
  ['a story runs all', ['e2e/other.test.ts'], 'all'],
  ['a test that is nowhere to be read may run any', ['scripts/tasks/ship.test.ts'], 'all'],
])('%s', (_name, files, programs) => {
  expect(new ProgramsOfTests(tree).runBy(files)).toEqual(programs)
})
