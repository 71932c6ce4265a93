// Kills everything that runs under one user id in a single call of the kernel, which no fork can outrun.

import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Takes the user's identity first: kill(-1) then reaches that user's processes, and spares the caller. */
const takeIdentityAndKill = `
  const uid = Number(process.argv[1])
  process.setgroups([])
  process.setgid(uid)
  process.setuid(uid)
  if (process.getuid() === uid && process.geteuid() === uid) process.kill(-1, 'SIGKILL')
`

/** Needs root; refuses ids of system users, where a mistake would end the machine's own processes. */
export async function killUser(uid: number): Promise<void> {
  if (!Number.isInteger(uid) || uid < 1000) throw new Error(`user id ${uid} is not one of a game`)
  const child = spawn(process.execPath, ['-e', takeIdentityAndKill, String(uid)], {
    stdio: 'ignore',
    env: {},
    cwd: '/',
  })
  await once(child, 'exit')
}
