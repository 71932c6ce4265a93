// Games that run beside a backup, and how late they are: Arena's answers and the steps of Luanti's world.

import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../world/server-program.ts'

export interface MeasuredGame {
  name: string
  /** Milliseconds of each answer or step until the work is done. */
  during(work: Promise<unknown>): Promise<number[]>
  end(): Promise<void>
}

const askEveryMs = 50
const info = Buffer.from('ffffffff54536f7572636520456e67696e6520517565727900', 'hex')

/** One thread does everything: how late an answer is tells how late its clock is. */
export async function startArena(folder: string): Promise<MeasuredGame> {
  mkdirSync(folder, { recursive: true })
  const [port, rcon, query] = [await freePort(), await freePort(), await freePort()]
  const arena = fileURLToPath(new URL('../../dist/arena.mjs', import.meta.url))
  const args = [arena, '--port', `${port}`, '--rcon-port', `${rcon}`, '--query-port', `${query}`]
  const child = spawn(process.execPath, args, {
    ...{ cwd: folder, stdio: ['pipe', 'ignore', 'inherit'] },
    env: { PATH: process.env.PATH ?? '', ARENA_RCON_PASSWORD: 'a password' },
  })
  const socket = createSocket('udp4')
  const ask = async () => {
    const beganMs = performance.now()
    const answered = once(socket, 'message')
    socket.send(info, query, '127.0.0.1')
    await Promise.race([answered, delay(5_000)])
    return performance.now() - beganMs
  }
  while ((await ask()) > 1_000) await delay(100)
  return {
    name: 'Arena, an answer',
    during: work => repeatUntil(work, ask),
    async end() {
      socket.close()
      await endGame(child)
    },
  }
}

const luanti = '/usr/lib/minetest/minetestserver'
const writeSteps = `
local last = minetest.get_us_time()
local file = io.open(minetest.get_worldpath() .. '/steps', 'w')
minetest.register_globalstep(function()
  local now = minetest.get_us_time()
  file:write(now - last, '\\n')
  file:flush()
  last = now
end)
`

/** Null where it is not installed. */
export async function startLuanti(folder: string): Promise<MeasuredGame | null> {
  if (!existsSync(luanti)) return null
  const mod = join(folder, 'world/worldmods/steps')
  mkdirSync(mod, { recursive: true })
  writeFileSync(join(mod, 'mod.conf'), 'name = steps\n')
  writeFileSync(join(mod, 'init.lua'), writeSteps)
  writeFileSync(join(folder, 'minetest.conf'), 'name = console\nserver_announce = false\n')
  const args = ['--port', `${await freePort()}`, '--world', 'world', '--gameid', 'minetest_game']
  const child = spawn(luanti, [...args, '--config', 'minetest.conf', '--logfile', ''], {
    ...{ cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] },
    env: { PATH: process.env.PATH ?? '', HOME: folder },
  })
  const steps = () => readLines(join(folder, 'world/steps'))
  while (steps().length < 20) {
    if (child.exitCode !== null) throw new Error(`Luanti ended with ${child.exitCode}`)
    await delay(100)
  }
  return {
    name: 'Luanti, a step of its world',
    async during(work) {
      const before = steps().length
      await work
      return steps()
        .slice(before)
        .map(text => Number(text) / 1_000)
    },
    end: () => endGame(child),
  }
}

async function repeatUntil(work: Promise<unknown>, ask: () => Promise<number>): Promise<number[]> {
  const state = { isOver: false }
  const over = () => {
    state.isOver = true
  }
  work.then(over, over)
  const taken: number[] = []
  while (!state.isOver) {
    taken.push(await ask())
    await delay(askEveryMs)
  }
  await work
  return taken
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
}

async function endGame(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  setTimeout(() => child.kill('SIGKILL'), 15_000).unref()
  await ended
}
