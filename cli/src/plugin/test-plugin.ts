// `rookery plugin test FOLDER`: runs a built plugin in the sandbox, with a host that answers as tests.json says.

import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PluginRefusal, startPlugin } from '@rookery/plugin-host/plugin-host.ts'
import * as z from 'zod'
import { pluginWorkerFile } from '../programs.ts'
import type { Print } from './new-plugin.ts'

const pluginTest = z.object({
  name: z.string(),
  call: z.string(),
  argument: z.unknown(),
  /** What the host answers, by the name of the call; a call that is missing is refused. */
  host: z.record(z.string(), z.unknown()).default({}),
  answer: z.unknown().optional(),
  /** What the plugin must ask of its host, in order. */
  asks: z.array(z.object({ call: z.string(), argument: z.unknown() })).optional(),
})
type PluginTest = z.output<typeof pluginTest>

/** The status of the command. */
export async function testPlugin(given: string, print: Print): Promise<number> {
  const folder = resolve(given)
  try {
    const module = await readFile(join(folder, 'plugin.wasm'))
    const tests = z.array(pluginTest).parse(JSON.parse(await readFile(join(folder, 'tests.json'), 'utf8')))
    let failed = 0
    for (const test of tests) {
      const problem = await run(module, test)
      print(problem === null ? `ok      ${test.name}` : `FAILED  ${test.name}: ${problem}`)
      if (problem !== null) failed += 1
    }
    print(`${tests.length - failed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } catch (error) {
    print(`${(error as Error).message}: build it first, and write tests.json`)
    return 1
  }
}

async function run(module: Buffer, test: PluginTest): Promise<string | null> {
  const asked: { call: string; argument: unknown }[] = []
  const plugin = await startPlugin({
    module,
    ...(pluginWorkerFile && { workerFile: pluginWorkerFile }),
    hostCall: async (call, argument) => {
      asked.push({ call, argument })
      if (!(call in test.host)) throw new PluginRefusal(`${call} is not in "host" of this test`)
      return test.host[call]
    },
  })
  try {
    const answer = await plugin.call(test.call, test.argument)
    if (test.answer !== undefined && !isDeepStrictEqual(answer, test.answer))
      return `it answered ${formatted(answer)}`
    if (test.asks && !isDeepStrictEqual(asked, test.asks)) return `it asked ${formatted(asked)}`
    return null
  } catch (error) {
    return (error as Error).message
  } finally {
    await plugin.close()
  }
}

const formatted = (value: unknown) => JSON.stringify(value)
