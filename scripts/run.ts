// Runs one named task of this repository, under Node 24.

import { dirname } from 'node:path'

export type Task = (root: string, args: string[]) => Promise<number | undefined>

const tasks: Record<string, { about: string; load: () => Promise<Task> }> = {
  start: {
    about: 'build what has changed and run Rookery',
    load: async () => (await import('./tasks/start.ts')).start,
  },
  dev: {
    about: 'run everything from source and restart on change',
    load: async () => (await import('./tasks/dev.ts')).dev,
  },
  build: { about: 'build what has changed', load: async () => (await import('./tasks/build.ts')).buildTask },
  ship: {
    about: 'put what an installation needs into a folder',
    load: async () => (await import('./tasks/ship.ts')).ship,
  },
  release: {
    about: 'make archives, packages and checksums for others',
    load: async () => (await import('./tasks/release.ts')).release,
  },
  check: {
    about: 'types, lint, structure, generated files',
    load: async () => (await import('./tasks/check.ts')).check,
  },
  fix: { about: 'format and fix what can be fixed', load: async () => (await import('./tasks/fix.ts')).fix },
  generate: {
    about: 'write the generated files',
    load: async () => (await import('./tasks/generate.ts')).generate,
  },
  test: {
    about: 'run the tests that need nothing else',
    load: async () => (await import('./tasks/test.ts')).test,
  },
  'test-services': {
    about: 'run the tests that need databases and other services',
    load: async () => (await import('./tasks/test.ts')).testServices,
  },
  prove: {
    about: 'run the long proofs of an area, or list the areas',
    load: async () => (await import('./tasks/prove.ts')).prove,
  },
  pictures: {
    about: 'take pictures of every screen, or compare two folders of them',
    load: async () => (await import('./tasks/pictures.ts')).pictures,
  },
  mutants: {
    about: 'plant deliberate faults and say which of them the tests find',
    load: async () => (await import('./tasks/mutants.ts')).mutants,
  },
  soak: {
    about: 'load a panel for hours and say what has grown',
    load: async () => (await import('./tasks/soak.ts')).soakTask,
  },
  bench: {
    about: 'measure what Rookery costs, all of it or the parts that are named',
    load: async () => (await import('./tasks/bench.ts')).bench,
  },
  eggs: {
    about: 'try every egg below a folder',
    load: async () => (await import('./tasks/eggs.ts')).eggs,
  },
  rookery: {
    about: 'run the rookery command',
    load: async () => (await import('./tasks/rookery.ts')).rookery,
  },
}

const [name = '', ...args] = process.argv.slice(2)
const task = tasks[name]
if (task) {
  const runTask = await task.load()
  const status = await runTask(dirname(import.meta.dirname), args)
  if (status !== undefined) process.exitCode = status
} else {
  const list = Object.entries(tasks).map(([taskName, { about }]) => `  ${taskName.padEnd(14)} ${about}`)
  console.error([name ? `There is no task "${name}". The tasks are:` : 'The tasks are:', ...list].join('\n'))
  process.exitCode = 1
}
