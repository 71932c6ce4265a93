// Speaks to a container engine over its socket; Docker and Podman understand the same calls.

import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { ContainerEngineName } from '@rookery/contracts/process-managers.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { ContainerCreateOptions, ContainerInfo, ContainerInspectInfo, ContainerStats } from 'dockerode'
import Docker from 'dockerode'
import * as z from 'zod'

const callLimitMs = 30_000
/** A registry may be slow, but an engine that says nothing at all for so long has lost it. */
const pullIdleMs = 5 * 60_000
const attachQuery = 'stream=1&stdin=1&stdout=1&stderr=1'
/** The engine would end an attachment that sends the usual two keys; nobody types this sequence by chance. */
const detachKeys = encodeURIComponent(Array.from({ length: 12 }, () => 'ctrl-@').join(','))

const podmanContainer = z.object({ State: z.object({ CgroupPath: z.string().optional() }).optional() })
const fileStat = z.object({ mode: z.number(), linkTarget: z.string() })

/** A call that did not succeed; without a status the engine itself does not answer. */
export class EngineProblem extends Error {
  readonly status: number | null

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineProblem'
    this.status = status
  }
}

export class Engine {
  readonly name: ContainerEngineName
  readonly socketFile: string
  readonly #client: Docker

  constructor(name: ContainerEngineName, socketFile: string) {
    this.name = name
    this.socketFile = socketFile
    this.#client = new Docker({ socketPath: socketFile })
  }

  /** Rejects when nothing answers, or another engine than this: Podman can stand at Docker's usual place. */
  async check(): Promise<void> {
    const { Components } = await this.#ask(client => client.version())
    const isPodman = Components?.some(({ Name }) => Name === 'Podman Engine') ?? false
    if (isPodman !== (this.name === 'podman')) {
      throw new EngineProblem(409, `${this.socketFile} is not the socket of ${this.name}`)
    }
  }

  async hasImage(image: string): Promise<boolean> {
    try {
      await this.#ask(client => client.getImage(image).inspect())
      return true
    } catch (error) {
      if (error instanceof EngineProblem && error.status === 404) return false
      throw error
    }
  }

  /** Resolves when the image is there; each line that the engine says meanwhile is handed over. */
  async pull(image: string, onLine: (line: string) => void, signal?: AbortSignal): Promise<void> {
    const path = `/images/create?fromImage=${encodeURIComponent(withTag(image))}`
    const answer = await this.#send({
      method: 'POST',
      path,
      timeout: pullIdleMs,
      ...(signal && { signal }),
    })
    try {
      for await (const line of createInterface({ input: answer })) onLine(line)
    } catch (error) {
      throw this.#problemOf(error)
    }
  }

  async create(settings: ContainerCreateOptions): Promise<string> {
    return (await this.#ask(client => client.createContainer(settings))).id
  }

  async start(id: string): Promise<void> {
    await this.#ask(client => client.getContainer(id).start())
  }

  async inspect(idOrName: string): Promise<ContainerInspectInfo> {
    return this.#ask(client => client.getContainer(idOrName).inspect())
  }

  async list(label: string): Promise<ContainerInfo[]> {
    return this.#ask(client => client.listContainers({ all: true, filters: { label: [label] } }))
  }

  /** Resolves when the container has ended, however long that takes; rejects also when the engine goes meanwhile. */
  async wait(id: string, signal: AbortSignal): Promise<void> {
    const path = `/containers/${id}/wait?condition=not-running`
    try {
      await readText(await this.#send({ method: 'POST', path, signal }))
    } catch (error) {
      throw this.#problemOf(error)
    }
  }

  async kill(id: string, signal: string): Promise<void> {
    await this.#ask(client => client.getContainer(id).kill({ signal }))
  }

  async pause(id: string): Promise<void> {
    await this.#ask(client => client.getContainer(id).pause())
  }

  async unpause(id: string): Promise<void> {
    await this.#ask(client => client.getContainer(id).unpause())
  }

  async resize(id: string, cols: number, rows: number): Promise<void> {
    await this.#ask(client => client.getContainer(id).resize({ w: cols, h: rows }))
  }

  async stats(id: string): Promise<ContainerStats> {
    return this.#ask(client => client.getContainer(id).stats({ stream: false, 'one-shot': true }))
  }

  /** Ends it when it runs; volumes that were made for it alone go along. */
  async remove(id: string): Promise<void> {
    await this.#ask(client => client.getContainer(id).remove({ force: true, v: true }))
  }

  /** Both directions of the container's terminal, from this moment on. */
  async attach(id: string): Promise<Socket> {
    const path = `/containers/${id}/attach?${attachQuery}&detachKeys=${detachKeys}`
    const asked = request({
      socketPath: this.socketFile,
      method: 'POST',
      path,
      headers: { connection: 'Upgrade', upgrade: 'tcp', 'content-length': 0 },
    })
    const granted = Promise.withResolvers<Socket>()
    asked.on('upgrade', (_answer, socket: Socket, head: Buffer) => {
      socket.setTimeout(0)
      socket.pause()
      if (head.length > 0) socket.unshift(head)
      granted.resolve(socket)
    })
    asked.on('response', answer => {
      void readText(answer).then(text => granted.reject(new EngineProblem(answer.statusCode ?? 500, text)))
    })
    asked.on('error', error => granted.reject(this.#problemOf(error)))
    asked.setTimeout(callLimitMs, () => asked.destroy(new Error('no answer in time')))
    asked.end()
    return granted.promise
  }

  /** Everything that the engine's log still has, byte for byte as the terminal gave it. */
  async readLog(id: string): Promise<Buffer> {
    const answer = await this.#get('GET', `/containers/${id}/logs?stdout=1&stderr=1`)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  /** What stands at this path in the container, null when there is nothing. */
  async statFile(id: string, path: string): Promise<{ mode: number; linkTarget: string } | null> {
    try {
      const answer = await this.#get('HEAD', `/containers/${id}/archive?path=${encodeURIComponent(path)}`)
      answer.resume()
      return readFileStat(answer.headers)
    } catch (error) {
      if (error instanceof EngineProblem && error.status === 404) return null
      throw error
    }
  }

  /** Podman tells in its own way where the control group of a container is. */
  async cgroupPath(id: string): Promise<string | null> {
    const answer = await this.#get('GET', `/v4.0.0/libpod/containers/${id}/json`)
    const what = `what Podman says of the container ${id}`
    const reported = readAnswer(podmanContainer, await readText(answer), what)
    return reported.State?.CgroupPath ?? null
  }

  async #get(method: 'GET' | 'HEAD', path: string): Promise<IncomingMessage> {
    return this.#send({ method, path, timeout: callLimitMs })
  }

  async #send(options: RequestOptions): Promise<IncomingMessage> {
    const asked = request({ socketPath: this.socketFile, ...options })
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.end()
    try {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const status = answer.statusCode ?? 500
      if (status >= 400) throw new EngineProblem(status, await readText(answer))
      return answer
    } catch (error) {
      throw this.#problemOf(error)
    }
  }

  async #ask<Answer>(call: (client: Docker) => Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), callLimitMs)
    })
    try {
      return await Promise.race([call(this.#client), tooLate])
    } catch (error) {
      throw this.#problemOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  #problemOf(error: unknown): EngineProblem {
    if (error instanceof EngineProblem) return error
    const cause = error instanceof Error ? error : new Error(String(error))
    if ('statusCode' in cause && typeof cause.statusCode === 'number') {
      return new EngineProblem(cause.statusCode, messageOf(cause), { cause })
    }
    const code = 'code' in cause ? String(cause.code) : cause.message
    const name = this.name === 'docker' ? 'Docker' : 'Podman'
    const reason = `the ${name} engine does not answer at ${this.socketFile} (${code}): see that it runs`
    return new EngineProblem(null, reason, { cause })
  }
}

/** Without one an engine fetches every tag there is. */
function withTag(image: string): string {
  return /[:@][^/]*$/.test(image) ? image : `${image}:latest`
}

function messageOf(error: Error): string {
  const reported = 'json' in error ? (error.json as { message?: unknown } | null)?.message : undefined
  return typeof reported === 'string' ? reported : error.message
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text.trim()
}

function readFileStat(headers: IncomingHttpHeaders): { mode: number; linkTarget: string } {
  const written = String(headers['x-docker-container-path-stat'] ?? '')
  const text = Buffer.from(written, 'base64').toString('utf8')
  return readAnswer(fileStat, text, 'what the engine says of a file in a container')
}

function readAnswer<Shape extends z.ZodType>(shape: Shape, text: string, what: string): z.output<Shape> {
  try {
    return parseJson(shape, text, what)
  } catch (cause) {
    throw new EngineProblem(500, cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
