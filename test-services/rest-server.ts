// A real server of restic's REST protocol for tests, built from its Go module: each user has a folder of their own.

import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bcrypt } from 'hash-wasm'
import { buildGoProgram, cachedTool, findGo, whyNotFetched } from './cached-tool.ts'
import { type RunningComponent, startComponent } from './running-component.ts'

const restServer = {
  module: 'github.com/restic/rest-server',
  version: 'v0.14.0',
  sum: 'h1:II5myUaSHEc5133fkM4BL5zINJIV8vaPRwTair/hr4Q=',
  package: './cmd/rest-server',
}

export const restUsers = { node1: 'the password of node 1 / 100 %', node2: 'the password of node 2' }

const serverProgram = () => cachedTool('rest-server-0.14.0', folder => buildGoProgram(folder, restServer))
const problem =
  findGo() === null
    ? 'rest-server cannot be built here: Go is not installed'
    : await whyNotFetched(serverProgram)

/** Why it cannot be started here, or null. */
export function missingRestServer(): string | null {
  return problem
}

export async function startRestServer(): Promise<RunningComponent & { folder: string }> {
  const program = await serverProgram()
  return startComponent<RunningComponent & { folder: string }>({
    name: 'rest',
    systemUser: null,
    async start(plan) {
      const lines = await Promise.all(
        Object.entries(restUsers).map(async ([user, password]) => `${user}:${await hashed(password)}\n`),
      )
      await writeFile(join(plan.folder, 'users'), lines.join(''))
      mkdirSync(join(plan.folder, 'data'))
      return plan.start(program, [
        ...['--path', join(plan.folder, 'data'), '--listen', `127.0.0.1:${plan.port}`],
        ...['--private-repos', '--htpasswd-file', join(plan.folder, 'users')],
      ])
    },
    isReady: async plan => (await fetch(`http://127.0.0.1:${plan.port}/`)).status === 401,
    describe: (plan, stop) => ({
      ...{ url: `http://127.0.0.1:${plan.port}`, port: plan.port, folder: join(plan.folder, 'data') },
      stop,
    }),
  })
}

function hashed(password: string): Promise<string> {
  return bcrypt({ password, salt: randomBytes(16), costFactor: 4, outputType: 'encoded' })
}
