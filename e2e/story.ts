// A story in the product that several stories share: its own administrator, its own game servers, its own browser.

import { randomBytes } from 'node:crypto'
import { deleteGameServer, killGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createUser } from '@rookery/contracts/http/users.ts'
import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { type Api, signIn } from './api.ts'
import { launchBrowser, openPage, signInPage, type WatchedPage } from './browser.ts'
import type { GamePorts } from './ports.ts'
import type { SharedProduct } from './shared-product.ts'

export interface Story {
  url: string
  /** An administrator whom no other story knows. */
  person: { login: string; password: string }
  api: Api
  /** Started when it is first asked for. */
  browser(): Promise<Browser>
  /** A page of that administrator, signed in. */
  openPage(options?: Parameters<typeof openPage>[1]): Promise<WatchedPage>
  /** A server of the demo game, which is gone after the story. */
  createArena(name: string, start?: boolean): Promise<number>
  /** Ports that no other story in this product was given. */
  freeGamePorts(): Promise<GamePorts>
  close(): Promise<void>
}

/** `name`: also the beginning of the administrator's login. */
export async function openStory(name: string): Promise<Story> {
  const { url, person, api } = await joinSharedProduct(name)
  let launched: Promise<Browser> | null = null
  const browser = () => {
    launched ??= launchBrowser()
    return launched
  }
  const gameServers: number[] = []
  return {
    url,
    person,
    api,
    browser,
    async openPage(options) {
      const watched = await openPage(await browser(), options)
      await signInPage(watched.page, api)
      return watched
    },
    freeGamePorts: freePorts,
    async createArena(arena, start) {
      const id = await api.createArena(arena, start, await freePorts())
      gameServers.push(id)
      return id
    },
    async close() {
      await (await launched)?.close()
      await deleteGameServers(api, gameServers)
    },
  }
}

/** As an administrator of its own, whose login begins with `name`. */
export async function joinSharedProduct(name: string) {
  const { url, dataDir, administrator } = await ask<SharedProduct>('/')
  const person = {
    login: `${name}-${randomBytes(3).toString('hex')}`,
    password: randomBytes(12).toString('hex'),
  }
  const everybody = await signIn(url, administrator)
  await everybody.call(createUser, { body: { ...person, roles: ['admin'] } })
  return { url, dataDir, person, api: await signIn(url, person) }
}

/** What another story does not expect to see; the end of the product takes care of the rest. */
export async function deleteGameServers(api: Api, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const params = { server: String(id) }
    await api.call(killGameServer, { params }).catch(() => {})
    await api.call(deleteGameServer, { params }).catch(() => {})
  }
}

const freePorts = () => ask<GamePorts>('/ports')

/** Ports that nobody else in the shared product was given. */
export const sharedGamePorts = freePorts

/** Where the node of the shared product offers SFTP. */
export const sharedSftpPort = async (): Promise<number> => (await ask<{ port: number }>('/sftp')).port

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${inject('sharedProduct')}${path}`)
  if (!answer.ok) throw new Error(`the shared product was not started: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
