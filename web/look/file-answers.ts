// Answers the file manager in place of a panel and its node.

import { crc32, deflateSync } from 'node:zlib'
import {
  type FileEntry,
  hashFile,
  listFiles,
  readFileUsage,
  searchFiles,
} from '@rookery/contracts/http/files.ts'
import type { Answer } from './fake-panel.ts'
import {
  entry,
  folder,
  hostileEntries,
  matches,
  propertiesText,
  rootEntries,
  theirText,
  usage,
} from './file-fixtures.ts'

const folders: Record<string, FileEntry[]> = {
  '': rootEntries,
  config: [
    folder('config/paper', 400),
    entry('config/bukkit.yml', { size: 4_021 }),
    entry('config/mods.toml', { size: 912 }),
  ],
  'config/paper': [entry('config/paper/paper-global.yml', { size: 6_012 })],
  logs: [],
  mods: hostileEntries,
  world: [folder('world/region', 1), entry('world/level.dat', { size: 3_021 })],
}

const manyTotal = 23_400
const many = (page: number, perPage: number): FileEntry[] =>
  Array.from({ length: perPage }, (_, index) => {
    const number = String((page - 1) * perPage + index).padStart(5, '0')
    return entry(`plugins/chunk-${number}.dat`, { size: 900 + ((index * 7_919) % 90_000) })
  })

const yamlText = `# Global settings of Paper
chunk-loading:
  autoconfig-send-distance: true
  enable-frustum-priority: false
messages:
  kick:
    connection-throttle: "Please wait before you come back."
proxies:
  velocity:
    enabled: false
    secret: ""
`

const texts: Record<string, string> = {
  'server.properties': propertiesText,
  'config/paper/paper-global.yml': yamlText,
  'ops.json': JSON.stringify([{ uuid: '8c2f', name: 'Mara', level: 4, bypassesPlayerLimit: false }], null, 2),
  'eula.txt': 'eula=true\r\n',
}

/** A small picture, partly transparent. */
function picture(side: number): Buffer {
  const pixel = (x: number, y: number) => {
    const isTower = x > 18 && x < 46 && y > 14 && y < 54 && !(y < 22 && x % 12 < 5)
    return isTower ? [0xf0, 0xab, 0x3c, 0xff] : [0x38, 0x44, 0x54, y * 4]
  }
  const rows = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (_, x) => pixel(x, y)).flat(),
  ])
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(content.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  head.set([8, 6], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function checkFiles(): void {
  listFiles.answer.parse([...rootEntries, ...hostileEntries])
  readFileUsage.answer.parse(usage)
  searchFiles.answer.parse({ matches, is_cut: true })
  hashFile.answer.parse({ algorithm: 'sha256', hash: 'a'.repeat(64) })
}

const refused = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status: 'error', code, message, http_code: status, request_id: 'look-1' },
})

function listAnswer(path: string, query: URLSearchParams): Answer {
  const perPage = Number(query.get('per_page') ?? 100)
  if (path === 'plugins') {
    const headers = { 'x-total-count': String(manyTotal) }
    return { body: many(Number(query.get('page') ?? 1), perPage), headers }
  }
  const found = folders[path]
  if (!found) return refused(404, 'not_found', 'there is no such folder')
  return { body: found, headers: { 'x-total-count': String(found.length) } }
}

function contentAnswer(path: string): Answer {
  const headers = { 'content-type': 'application/octet-stream', etag: '"v1"' }
  if (path.endsWith('.png')) return { bytes: picture(64), headers }
  if (path.endsWith('.jar')) return { bytes: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), headers }
  const text = texts[path]
  if (text === undefined) return refused(404, 'not_found', 'there is no such file')
  return { bytes: Buffer.from(text), headers }
}

let isChangedBehind = false

/** The second reading of a text that was refused gives what somebody else wrote. */
function writeAnswer(): Answer {
  isChangedBehind = true
  return refused(412, 'precondition_failed', 'it was changed meanwhile')
}

export function filesAnswer(method: string, url: URL): Answer | null {
  const found = /^\/api\/servers\/(\d+)\/files(?:\/(\w+))?$/.exec(url.pathname)
  if (!found) return null
  const [, gameServer, verb] = found
  const path = url.searchParams.get('path') ?? ''
  if (gameServer === '11') return refused(503, 'node_offline', 'the node is not connected')
  if (verb === undefined) return listAnswer(path, url.searchParams)
  if (verb === 'content' && method === 'PUT') return writeAnswer()
  if (verb === 'content' && isChangedBehind && path === 'server.properties') {
    isChangedBehind = false
    const headers = { 'content-type': 'application/octet-stream', etag: '"v2"' }
    return { bytes: Buffer.from(theirText), headers }
  }
  if (verb === 'content') return contentAnswer(path)
  if (verb === 'usage') return { body: usage }
  if (verb === 'hash') return { body: { algorithm: 'sha256', hash: '9f86d081884c7d65'.repeat(4) } }
  if (verb === 'search') return { body: { matches, is_cut: true } }
  if (verb === 'archive' || verb === 'extract') return { status: 202, body: { task_id: 412 } }
  if (verb === 'rename') return refused(409, 'conflict', 'there is something of this name already')
  return { status: 204 }
}
