// What is in a folder, as the API tells it.

import { listAnswer, type NodeFileEntry } from '@rookery/contracts/daemon/file-request.ts'
import type { listFiles as endpoint, FileEntry } from '@rookery/contracts/http/files.ts'
import { windowOf } from '../../platform/http/paging.ts'
import type { ByteExchange, Call, Page } from '../../platform/http/route.ts'
import type { Files } from './files.ts'
import { pathIn } from './logic/file-path.ts'

export async function listFiles(
  files: Files,
  call: Call<typeof endpoint>,
  { reply, signal }: ByteExchange,
): Promise<Page<FileEntry>> {
  const { query } = call
  const request = { verb: 'list', path: query.path, ...windowOf(query) } as const
  const { entries, total, is_cut } = await files.node.ask(call, request, listAnswer, signal)
  if (is_cut) reply.header('x-list-cut', 'true')
  return { items: entries.map(entry => visibleEntry(entry, query.path)), total }
}

function visibleEntry(entry: NodeFileEntry, folder: string): FileEntry {
  return {
    name: entry.name,
    path: pathIn(folder, entry.name),
    type: entry.type,
    size: entry.size_bytes,
    mode: entry.mode.toString(8).padStart(4, '0'),
    modified_at: new Date(entry.modified_at_ms).toISOString(),
    protected: entry.is_protected,
  }
}
