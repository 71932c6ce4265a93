// The panel is killed while it creates a server, at another moment each time; the program sends its request again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { type PanelProcess, startPanelProcess } from '../sign-in/panel-process.ts'

const rounds = proofSize({ short: 4, proof: 60 })

let dataDir: string
let panel: PanelProcess
let sessionToken: string
let template_id: number
let node_id: number
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rookery-killed-'))
  await startAgain()
  const { json: templates } = await panel.request('GET', '/api/templates?per_page=100', { sessionToken })
  template_id = (templates as { id: number; slug: string }[]).find(({ slug }) => slug === 'arena')?.id ?? 0
  node_id = (await panel.request('POST', '/api/nodes', { sessionToken, body: { name: 'node' } })).json.id
})
afterAll(async () => {
  await panel?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startAgain(): Promise<void> {
  await panel?.stop()
  panel = await startPanelProcess({ DATA_DIR: dataDir })
  sessionToken = await panel.signIn()
}

const ask = (name: string) =>
  panel.request('POST', '/api/servers', {
    sessionToken,
    headers: { 'idempotency-key': name },
    body: { name, node_id, template_id },
  })

async function count(name: string): Promise<{ servers: number; tasks: number }> {
  const servers = await panel.request('GET', `/api/servers?q=${name}`, { sessionToken })
  const [server] = servers.json as { id: number }[]
  const tasks = await panel.request('GET', `/api/tasks?server=${server?.id ?? 0}`, { sessionToken })
  return { servers: servers.json.length, tasks: tasks.json.length }
}

test(`of ${rounds} servers, each asked for again after kill -9, each is there once, with its task`, async ({
  task,
}) => {
  const beganAtMs = performance.now()
  expect((await ask('measured')).status).toBe(201)
  const usualMs = performance.now() - beganAtMs
  const outcomes = { created: 0, found: 0, answered: 0 }
  for (let round = 0; round < rounds; round++) {
    const name = `castle-${round}-end`
    const first = ask(name).then(
      answer => answer.status,
      () => null,
    )
    // From before the request arrives to after its answer has left.
    await pause((usualMs * 1.5 * round) / (rounds - 1))
    panel.child.kill('SIGKILL')
    const status = await first
    await startAgain()
    const again = await ask(name)
    expect(again.status, again.text).toBe(201)
    const isReplayed = again.headers.get('idempotency-replayed') === 'true'
    if (status === 201) outcomes.answered += 1
    else if (isReplayed) outcomes.found += 1
    else outcomes.created += 1
    // What was answered must not be gone.
    if (status === 201) expect(isReplayed).toBe(true)
    expect(await count(name)).toEqual({ servers: 1, tasks: 1 })
  }
  Object.assign(task.meta, {
    figures: `${rounds} kills: ${outcomes.created} before anything was stored, ${outcomes.found} after that and before the answer, ${outcomes.answered} after the answer; one server and one task each`,
  })
}, 600_000)
