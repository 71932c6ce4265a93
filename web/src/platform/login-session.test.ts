// Tests of the login session across tabs: each tab is one session with a storage of its own on one real channel.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoginSession, type LoginSession } from './login-session.ts'

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>()
  get length() {
    return this.#items.size
  }
  clear = () => this.#items.clear()
  getItem = (key: string) => this.#items.get(key) ?? null
  key = (index: number) => [...this.#items.keys()][index] ?? null
  removeItem = (key: string) => void this.#items.delete(key)
  setItem = (key: string, value: string) => void this.#items.set(key, value)
}

let channels: BroadcastChannel[]
let everyVisit: MemoryStorage
beforeEach(() => {
  channels = []
  everyVisit = new MemoryStorage()
})
afterEach(() => {
  for (const channel of channels) channel.close()
})

interface Tab {
  session: LoginSession
  storage: MemoryStorage
  /** The token at each change. */
  seen: (string | null)[]
}

/** A tab of the same browser, once it has joined the others. */
async function openTab({ storage = new MemoryStorage(), hasChannel = true } = {}): Promise<Tab> {
  const session = createLoginSession({
    thisTab: () => storage,
    everyVisit: () => everyVisit,
    openChannel(name) {
      if (!hasChannel) return null
      const channel = new BroadcastChannel(name)
      channels.push(channel)
      return channel
    },
  })
  const seen: (string | null)[] = []
  session.subscribe(() => seen.push(session.sessionToken()))
  await session.join()
  return { session, storage, seen }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

test('a new tab gets the session of an open one, and keeps it when reloaded alone', async () => {
  const first = await openTab()
  first.session.begin('v4.local.one', false)
  const second = await openTab()
  await until(() => expect(second.session.sessionToken()).toBe('v4.local.one'))
  expect(everyVisit).toHaveLength(0)
  const reloaded = await openTab({ storage: second.storage, hasChannel: false })
  expect(reloaded.session.sessionToken()).toBe('v4.local.one')
})

test('a new tab waits only a moment where nobody answers', async () => {
  const before = performance.now()
  const alone = await openTab()
  expect(alone.session.sessionToken()).toBeNull()
  expect(performance.now() - before).toBeGreaterThanOrEqual(140)
  expect((await openTab({ hasChannel: false })).session.sessionToken()).toBeNull()
})

test('a sign-out in one tab ends all of them', async () => {
  const first = await openTab()
  first.session.begin('v4.local.one', false)
  const second = await openTab()
  await until(() => expect(second.session.sessionToken()).toBe('v4.local.one'))
  second.session.end()
  await until(() => expect(first.session.sessionToken()).toBeNull())
  expect([first.storage.length, second.storage.length]).toEqual([0, 0])
  expect((await openTab()).session.sessionToken()).toBeNull()
})

test('a sign-out of a remembered session leaves nothing in the browser', async () => {
  const first = await openTab()
  first.session.begin('v4.local.one', true)
  expect(first.storage).toHaveLength(0)
  const second = await openTab()
  expect(second.session.sessionToken()).toBe('v4.local.one')
  first.session.end()
  await until(() => expect(second.session.sessionToken()).toBeNull())
  expect(everyVisit).toHaveLength(0)
})

test('a sign-in takes along the tabs that wait at the sign-in page', async () => {
  const waiting = await openTab()
  const first = await openTab()
  first.session.begin('v4.local.one', false)
  await until(() => expect(waiting.session.sessionToken()).toBe('v4.local.one'))
})

test('a sign-in as somebody else ends what other tabs show before they go on with it', async () => {
  const first = await openTab()
  const second = await openTab()
  first.session.begin('v4.local.one', false)
  await until(() => expect(second.session.sessionToken()).toBe('v4.local.one'))
  second.session.begin('v4.local.two', true)
  await until(() => expect(first.session.sessionToken()).toBe('v4.local.two'))
  expect(first.seen).toEqual(['v4.local.one', null, 'v4.local.two'])
  expect(first.storage).toHaveLength(0)
})

test('the end of a session that a tab no longer has changes nothing there', async () => {
  const first = await openTab()
  first.session.begin('v4.local.one', false)
  const second = await openTab()
  await until(() => expect(second.session.sessionToken()).toBe('v4.local.one'))
  const third = await openTab({ hasChannel: false })
  third.session.begin('v4.local.other', false)
  first.session.endIfStill('v4.local.old')
  expect(second.session.sessionToken()).toBe('v4.local.one')
  first.session.endIfStill('v4.local.one')
  await until(() => expect(second.session.sessionToken()).toBeNull())
  expect(third.session.sessionToken()).toBe('v4.local.other')
})

test('a message that is none of ours is not heard', async () => {
  const tab = await openTab()
  tab.session.begin('v4.local.one', false)
  const stranger = new BroadcastChannel('rookery.login-session')
  channels.push(stranger)
  const hostile = [null, 'ended', {}, { kind: 'ended' }, { kind: 'begun', sessionToken: 7 }]
  for (const message of hostile) stranger.postMessage(message)
  const second = await openTab()
  await until(() => expect(second.session.sessionToken()).toBe('v4.local.one'))
  expect(tab.session.sessionToken()).toBe('v4.local.one')
})
