// Which tests a planted fault meets, and that those which run what is built come last.

import { expect, test } from 'vitest'
import { sourceFile } from '../architecture/source-tree.ts'
import { ChosenTests } from './chosen-tests.ts'

const tree = [
  sourceFile('daemon/src/queue.ts', ''),
  sourceFile('daemon/src/tasks.ts', "import { queue } from './queue.ts'"),
  sourceFile('daemon/src/queue.test.ts', "import { queue } from './queue.ts'"),
  sourceFile('daemon/src/queue.services.test.ts', "import { queue } from './queue.ts'"),
  sourceFile('daemon/test/open-test-node.ts', importing('{ shippedKeeper }')),
  sourceFile(
    'daemon/test/tasks.test.ts',
    "import { openTestNode } from './open-test-node.ts'\nimport { tasks } from '../src/tasks.ts'",
  ),
  sourceFile('daemon/test/whole-daemon.test.ts', importing('{ Program, shippedKeeper }')),
  sourceFile('e2e/tasks/tasks.test.ts', "import { tasks } from '../../daemon/src/tasks.ts'"),
  sourceFile('e2e/other.test.ts', ''),
]
const tests = new ChosenTests(tree)
const fault = { name: 'a task is lost', file: 'daemon/src/queue.ts', find: 'a', replace: 'b' }

function importing(names: string): string {
  return `import ${names} from '../../test-services/start-program.ts'`
}

test('those named with the fault come first, then those that import its file', () => {
  expect(tests.quickTests({ ...fault, tests: ['daemon/src', 'e2e/tasks'] })).toEqual([
    ['daemon/src/queue.test.ts'],
    ['daemon/test/tasks.test.ts'],
  ])
})

test('those that run what is built come after those that do not', () => {
  const named = ['daemon/test/whole-daemon.test.ts', 'daemon/test/tasks.test.ts']
  expect(tests.quickTests({ ...fault, tests: named })).toEqual([
    ['daemon/test/tasks.test.ts'],
    ['daemon/test/whole-daemon.test.ts'],
    ['daemon/src/queue.test.ts'],
  ])
})

test('of the stories those named with the fault, whatever they import', () => {
  expect(tests.stories({ ...fault, tests: ['daemon/src', 'e2e/other.test.ts'] })).toEqual([
    ['e2e/other.test.ts'],
  ])
  expect(tests.stories({ ...fault, tests: ['daemon/src'] })).toEqual([])
})
