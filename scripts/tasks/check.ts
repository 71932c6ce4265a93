// npm run check: everything about the code that can be checked without running the product. All steps run, then a summary.

import { commandOf, type Ended, runNode } from './run-program.ts'

interface Step {
  name: string
  args: string[]
}

function stepsOf(root: string): Step[] {
  const tsc = commandOf(root, 'typescript', 'tsc')
  return [
    { name: 'lint with types', args: [commandOf(root, 'oxlint'), '--deny-warnings'] },
    { name: 'types', args: [tsc, '-p', '.'] },
    { name: 'types of the web pages', args: [tsc, '-p', 'web'] },
    { name: 'types of the pictures', args: [tsc, '-p', 'web/pictures'] },
    {
      name: 'format and lint',
      args: [commandOf(root, '@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
    },
    { name: 'generated files', args: ['scripts/run.ts', 'generate', '--check'] },
    {
      name: 'structure and specification',
      args: [
        commandOf(root, 'vitest'),
        'run',
        '--project',
        'anywhere',
        'scripts/architecture',
        'scripts/specification',
      ],
    },
  ]
}

export async function check(root: string): Promise<number> {
  const failed: string[] = []
  // Longest first; two at a time, so that no processor waits for the part of a step that uses only one.
  const waiting = stepsOf(root)
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (!(await run(root, step))) failed.push(step.name)
    }
  }
  await Promise.all([work(), work()])
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}

/** Whether it passed. */
async function run(root: string, { name, args }: Step): Promise<boolean> {
  const startedMs = performance.now()
  const { status, output }: Ended = await runNode(root, args, { capture: true })
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status !== 0) console.log(output.trim())
  return status === 0
}
