// npm test -- --changed: the tests that a change may break, found in seconds, for daily work.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { commandOf, runNode } from './run-program.ts'

export interface ListedTest {
  /** Relative to the root. */
  file: string
  project: string
}

const shipped =
  /^(?:panel|daemon|cli|web|contracts|primitives|plugin-host|plugin-sdk|arena)\/(?:src|index\.html)|^templates\//
const feature = /^(?:panel|daemon|web)\/src\/features\/([^/]+)\//
const storyProject = 'stories'
/** For any change of what is shipped. */
const smokeStory = 'e2e/shipped-programs.test.ts'

/**
 * Tests are chosen by what they import. Stories run the built programs, so imports say too little or, where they start a
 * whole panel, too much: a story is chosen when it or its helpers changed, or when its path names a changed feature.
 */
export function chooseTests(options: {
  changed: readonly string[]
  /** Test files that import something changed. */
  importing: readonly ListedTest[]
  allStories: readonly string[]
}): string[] {
  const { changed, importing, allStories } = options
  const changedHelpers = changed.some(path => path.startsWith('e2e/') && !path.endsWith('.test.ts'))
  const features = new Set(changed.flatMap(path => feature.exec(path)?.[1] ?? []))
  const isChosenStory = (story: string) =>
    changed.includes(story) || namesIn(story).some(name => features.has(name))
  const chosen = [
    ...importing
      .filter(({ file, project }) => project !== storyProject || changedHelpers || isChosenStory(file))
      .map(({ file }) => file),
    ...allStories.filter(isChosenStory),
    ...(changed.some(path => shipped.test(path)) ? [smokeStory] : []),
  ]
  return [...new Set(chosen)].toSorted()
}

/** `e2e/live/console-orders.test.ts` is about console orders, and so about the console. */
const namesIn = (path: string) => path.split(/[/.]/).flatMap(name => [name, ...name.split('-')])

/** `--changed` is what is not committed, `--changed=REF` also what was committed since then; null without it. */
export function changedSince(args: readonly string[]): { ref: string | null; rest: string[] } | null {
  const at = args.findIndex(arg => arg === '--changed' || arg.startsWith('--changed='))
  if (at === -1) return null
  const [, ref = ''] = (args[at] ?? '').split('=', 2)
  return { ref: ref === '' ? null : ref, rest: args.toSpliced(at, 1) }
}

export async function findChangedTests(
  root: string,
  projects: string[],
  ref: string | null,
): Promise<string[]> {
  const all = await listTests(root, projects, [])
  const importing = await listTests(root, projects, [ref === null ? '--changed' : `--changed=${ref}`])
  const allStories = all.filter(({ project }) => project === storyProject).map(({ file }) => file)
  return chooseTests({ changed: changedFiles(root, ref), importing, allStories })
}

function changedFiles(root: string, ref: string | null): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--relative', ref ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

async function listTests(root: string, projects: string[], options: string[]): Promise<ListedTest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-test-list-'))
  const listFile = join(folder, 'list.json')
  try {
    const { status, output } = await runNode(
      root,
      [
        commandOf(root, 'vitest'),
        'list',
        '--filesOnly',
        `--json=${listFile}`,
        ...projects.flatMap(project => ['--project', project]),
        ...options,
      ],
      { capture: true },
    )
    if (status !== 0) throw new Error(`the tests cannot be listed:\n${output}`)
    const list = JSON.parse(readFileSync(listFile, 'utf8')) as { file: string; projectName: string }[]
    return list.map(({ file, projectName }) => ({ file: relative(root, file), project: projectName }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
