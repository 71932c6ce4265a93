// Pages of a folder of PROVE_NAMES names (100,000), beside a bare reading of the same folder in the same run.

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '@rookery/contracts/http/files.ts'
import { readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Programs } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'

const count = Number(process.env.PROVE_NAMES ?? '100000')
const nameOf = (index: number) => `r.${String(index).padStart(7, '0')}.mca`
const programs = new Programs()
let params: { server: string }
let folder: string

beforeAll(async () => {
  await programs.start()
  params = { server: String(await programs.addGame('echo ready')) }
  const { uuid } = await programs.api.call(readGameServer, { params })
  folder = join(programs.nodeFolder, 'servers', uuid, 'world')
  mkdirSync(folder)
  for (let index = 0; index < count; index += 1) writeFileSync(join(folder, nameOf(index)), '')
  // A folder that was changed a moment ago is not remembered.
  await waitFor('the folder has settled', () => Date.now() - statSync(folder).ctimeMs > 5_000)
})
afterAll(() => programs.stop())

async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now()
  const result = await work()
  return { result, ms: Math.round(performance.now() - begun) }
}

async function readPage(page: number): Promise<number> {
  const query = { path: 'world', page, per_page: 100 }
  const { result, ms } = await timed(() => programs.api.call(listFiles, { params, query }))
  const names = Array.from({ length: 100 }, (_, index) => nameOf((page - 1) * 100 + index))
  expect(result.map(({ name }) => name)).toEqual(names)
  return ms
}

test('8.2 the first page of a folder that nobody has read, the next ones, the middle and the last', async ({
  task,
}) => {
  // The programs have answered something of this kind before, as they have on every node that is used.
  await programs.api.call(listFiles, { params, query: { path: '', page: 1, per_page: 100 } })
  const bare = await timed(() => readdirSync(folder, { withFileTypes: true }).length)
  expect(bare.result).toBe(count)
  const first = await readPage(1)
  const next = [await readPage(2), await readPage(3), await readPage(4)]
  const middle = await readPage(Math.ceil(count / 200))
  const last = await readPage(count / 100)
  const figures = `bare ${bare.ms} ms; first ${first} ms; next ${next.join(', ')} ms; middle ${middle} ms; last ${last} ms`
  Object.assign(task.meta, { figures })
  console.log(figures)
})
