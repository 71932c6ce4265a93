// A whole panel and a whole daemon with one game server, whose files are looked at over HTTP and on the disk.

import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type Agent, type ClientRequest, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { echoGame, LiveWorld } from '../live/live-world.ts'

export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  bytes: Buffer
}

interface WireRequest {
  method?: string
  headers?: Record<string, string | string[]>
  body?: Buffer | AsyncIterable<Buffer> | Iterable<Buffer>
  sessionToken?: string | null
}

export class FilesWorld extends LiveWorld {
  gameServer = 0
  /** Connections for thousands of small requests; without it each has its own. */
  agent: Agent | false = false
  /** The game server's own folder on the disk. */
  root = ''

  override async start(): Promise<this> {
    await super.start()
    await this.#takeNewGameServer()
    return this
  }

  /** With other variables of the panel, and a game server without files. */
  async beginAnew(variables: Record<string, string>): Promise<void> {
    this.variables = variables
    await this.restartPanel()
    await this.#takeNewGameServer()
  }

  async #takeNewGameServer(): Promise<void> {
    this.gameServer = await this.addGame(echoGame)
    this.root = await this.folderOf(this.gameServer)
  }

  address(tail: string, query: Record<string, string | string[]> = {}): string {
    const parameters = Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    )
    const text = new URLSearchParams(parameters).toString()
    return `/api/servers/${this.gameServer}/files${tail}${text === '' ? '' : `?${text}`}`
  }

  /** A request byte by byte as it is given; fetch would change and hide too much. */
  send(address: string, options: WireRequest = {}): Promise<WireAnswer> {
    const { promise, request } = this.begin(address, options)
    void writeBody(request, options.body)
    return promise
  }

  begin(address: string, { method = 'GET', headers = {}, sessionToken = this.sessionToken }: WireRequest) {
    const { hostname, port } = new URL(this.url)
    const signedIn = sessionToken ? { authorization: `Bearer ${sessionToken}` } : {}
    const request = httpRequest({
      hostname,
      port,
      path: address,
      method,
      agent: this.agent,
      // As clients do: an answer that comes before the end of the body is then read before the connection ends.
      headers: { connection: 'keep-alive', ...signedIn, ...headers },
    })
    const promise = new Promise<WireAnswer>((resolve, reject) => {
      request.on('error', reject)
      request.on('response', answer => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode: status = 0, headers: reported, rawHeaders } = answer
          resolve({ status, headers: reported, rawHeaders, bytes: Buffer.concat(pieces) })
        })
      })
    })
    return { request, promise }
  }

  /** One form with these files, in this order. */
  upload(parts: FormPart[], query: Record<string, string> = {}, sessionToken?: string): Promise<WireAnswer> {
    return this.send(this.address('/upload', query), {
      method: 'POST',
      headers: { 'content-type': formType },
      body: formOf(parts),
      ...(sessionToken === undefined ? {} : { sessionToken }),
    })
  }

  write(path: string, content: string | Buffer, headers: Record<string, string> = {}): Promise<WireAnswer> {
    const body = Buffer.from(content)
    return this.send(this.address('/content', { path }), {
      method: 'PUT',
      headers: { 'content-length': String(body.length), ...headers },
      body,
    })
  }

  onDisk(path: string): Buffer {
    return readFileSync(join(this.root, path))
  }

  /** Every name below the node's folder of game servers, hidden ones and half-done ones too. */
  everyName(): string[] {
    return readdirSync(this.#ownFolder(), { recursive: true, encoding: 'utf8' }).toSorted()
  }

  /** What panel and daemon have open below the node's folder of game servers. */
  openFiles(): string[] {
    return this.pids.flatMap(pid => openFilesBelow(pid, this.#ownFolder()))
  }

  /** In the shared product only one folder is ours. */
  #ownFolder(): string {
    return this.isShared ? this.root : join(this.nodeFolder, 'servers')
  }

  auditLines(event: string): Record<string, unknown>[] {
    return this.logLines
      .filter(line => line.includes(`"${event}"`))
      .map(line => JSON.parse(line) as Record<string, unknown>)
  }
}

export interface FormPart {
  name: string
  content: Buffer | string
  type?: string
}

export const boundary = 'rookery-test-boundary'
export const formType = `multipart/form-data; boundary=${boundary}`

export function* formOf(parts: Iterable<FormPart>): Generator<Buffer> {
  for (const { name, content, type = 'application/octet-stream' } of parts) {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    )
    yield Buffer.from(content)
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}

/** Stops quietly when the panel hangs up. */
export async function writeBody(
  request: ClientRequest,
  body: WireRequest['body'] = Buffer.alloc(0),
): Promise<void> {
  for await (const piece of Buffer.isBuffer(body) ? [body] : body) {
    if (request.destroyed) return
    if (request.write(piece)) continue
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([once(request, 'drain', { signal }), once(request, 'close', { signal })])
      .catch(() => {})
      .finally(() => waiting.abort())
  }
  request.end()
}

export function jsonOf<Shape = { code: string; message: string }>({ bytes }: WireAnswer): Shape {
  return JSON.parse(bytes.toString()) as Shape
}

/** What a process has open below a folder. */
function openFilesBelow(pid: number, folder: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap(number => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${number}`)
      return target.startsWith(folder) ? [target] : []
    } catch {
      return []
    }
  })
}
