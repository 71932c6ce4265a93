// A Minecraft server and a Minecraft client that others wrote, installed once into a folder outside the repository.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const lists = join(import.meta.dirname, 'minecraft')
const installLimitMs = 10 * 60_000

export type MinecraftPeers = { folder: string } | { missing: string }

/** By the lock file: another version is another folder. Whole or not there. */
export function installPeers(): MinecraftPeers {
  const lock = readFileSync(join(lists, 'package-lock.json'))
  const key = createHash('sha256').update(lock).digest('hex').slice(0, 16)
  // Games may read it, and it is there for the next run, also where temporary files are in memory.
  const folder = join('/var/tmp/rookery-minecraft-peers', key)
  if (existsSync(folder)) return { folder }
  const part = `${folder}.${process.pid}.part`
  mkdirSync(part, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(lists, name), join(part, name))
  console.log(`installing the Minecraft peers into ${folder}: 500 MB, once`)
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: part,
    encoding: 'utf8',
    timeout: installLimitMs,
  })
  if (status !== 0) {
    rmSync(part, { recursive: true, force: true })
    return { missing: `npm ci in e2e/minecraft did not work: ${(stderr ?? '').trim().slice(-300)}` }
  }
  renameSync(part, folder)
  return { folder }
}

export interface MinecraftClient {
  on(event: string, listener: (packet: unknown) => void): void
  end(reason: string): void
}

/** Joins as somebody who needs no account. */
export function joinMinecraft(
  folder: string,
  options: { port: number; username: string; version: string },
): MinecraftClient {
  const peers = createRequire(join(folder, 'package.json'))
  const { createClient } = peers('minecraft-protocol') as {
    createClient(options: object): MinecraftClient
  }
  return createClient({ host: '127.0.0.1', auth: 'offline', ...options })
}
