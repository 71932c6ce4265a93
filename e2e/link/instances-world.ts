// Two instances of the panel's link that share nodes, authority and cache, in one process, and ways to part them.

import { randomBytes, randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { type Cache, CacheUnavailableError, type OpenCache } from '../../panel/src/platform/cache/cache.ts'
import { MemoryCache } from '../../panel/src/platform/cache/memory-cache.ts'
import type { CertificateAuthority } from '../../panel/src/platform/daemon-link/certificate-authority.ts'
import { createInstances, type InstanceTimes } from '../../panel/src/platform/instances/instances.ts'
import { createLog } from '../../panel/src/platform/log.ts'
import { createSecretBox } from '../../panel/src/platform/secret-box.ts'
import { newAuthority, PanelSide } from './link-world.ts'

const shortTimes: InstanceTimes = {
  beatMs: 100,
  silenceMs: 1_500,
  movingMs: 1_500,
  leaseMs: 3_000,
  frozenMs: 3_000,
}
const log = createLog('fatal')

/** One instance's view of the shared cache, which can be taken away from it. */
export class SharedCache {
  readonly #memory: MemoryCache
  readonly #gaps = new Set<() => void>()
  #isAway = false

  constructor(memory: MemoryCache) {
    this.#memory = memory
  }

  get open(): OpenCache {
    return { ...this.#view(this.#memory.namespace('shared')), isShared: true, close: async () => {} }
  }

  away(): void {
    this.#isAway = true
  }

  back(): void {
    this.#isAway = false
    for (const gap of this.#gaps) gap()
  }

  #view(cache: Cache): Cache {
    const checked = Object.entries(cache).map(([name, work]) => [
      name,
      async (...args: unknown[]) => {
        if (this.#isAway) throw new CacheUnavailableError('away')
        return (work as (...all: unknown[]) => unknown)(...args)
      },
    ])
    return {
      ...(Object.fromEntries(checked) as Cache),
      subscribe: (channel, listener) => cache.subscribe(channel, text => !this.#isAway && listener(text)),
      onGap: listener => {
        this.#gaps.add(listener)
        return () => this.#gaps.delete(listener)
      },
      namespace: name => this.#view(cache.namespace(name)),
    }
  }
}

export interface Instance {
  instanceId: string
  panel: PanelSide
  cache: SharedCache
  /** What it was told of nodes that are connected elsewhere. */
  presence: { nodeId: number; online: boolean }[]
  lost: number[]
  /** How long it has been frozen, as its clock shows. */
  frozenMs: number
}

export class InstancePair {
  readonly memory = new MemoryCache({ now: () => performance.now(), log })
  readonly #box = createSecretBox(randomBytes(32))
  readonly #closing: (() => Promise<unknown>)[] = []
  readonly #times: InstanceTimes
  authority!: CertificateAuthority
  one!: Instance
  two!: Instance

  constructor(times: Partial<InstanceTimes> = {}) {
    this.#times = { ...shortTimes, ...times }
  }

  async start(): Promise<this> {
    this.authority = await newAuthority()
    this.one = await this.#addInstance()
    this.two = await this.#addInstance(this.one.panel)
    return this
  }

  async #addInstance(like?: PanelSide): Promise<Instance> {
    const panel = new PanelSide()
    // They read one database.
    if (like) Object.assign(panel, { nodes: like.nodes, wanted: like.wanted })
    const cache = new SharedCache(this.memory)
    const made: Instance = { instanceId: randomUUID(), panel, cache, presence: [], lost: [], frozenMs: 0 }
    const instances = createInstances({
      cache: cache.open,
      box: this.#box,
      authority: this.authority,
      instanceId: made.instanceId,
      addressOf: port => `127.0.0.1:${port}`,
      presence: (nodeId, online) => void made.presence.push({ nodeId, online }),
      lost: nodeId => void made.lost.push(nodeId),
      log,
      now: () => Date.now() + made.frozenMs,
      random: randomBytes,
      times: this.#times,
    })
    await panel.start({
      authority: this.authority,
      share: { sharing: instances.sharing, over: local => instances.share(local) },
    })
    this.#closing.push(() => panel.link.close())
    return made
  }

  /** Hands connections to the two instances in turns: Control ends at one, Transfer at the other. */
  async openSplitter(first: Instance, second: Instance): Promise<string> {
    const ports = [first.panel.port, second.panel.port]
    let turn = 0
    const splitter = createServer(client => {
      const target = connect(ports[turn++ % 2] ?? 0, '127.0.0.1')
      for (const [socket, partner] of [
        [client, target],
        [target, client],
      ] as const) {
        socket.on('error', () => partner.destroy())
        socket.on('close', () => partner.destroy())
      }
      client.pipe(target).pipe(client)
    })
    await new Promise<void>(resolve => splitter.listen(0, '127.0.0.1', resolve))
    this.#closing.unshift(() => closeNow(splitter))
    return `127.0.0.1:${(splitter.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    for (const close of this.#closing.splice(0)) await close()
  }
}

function closeNow(server: Server): Promise<void> {
  return new Promise(resolve => server.close(() => resolve()))
}
