// What is in a folder, and what a search finds there, as the API tells it.

import {
  listAnswer,
  type NodeFileEntry,
  searchEnd,
  searchMatch,
} from '@rookery/contracts/daemon/file-request.ts'
import type {
  FileEntry,
  FileMatch,
  listFiles as listEndpoint,
  searchFiles as searchEndpoint,
} from '@rookery/contracts/http/files.ts'
import * as z from 'zod'
import { unreadableAnswer } from '../../platform/daemon-link/node-answers.ts'
import { windowOf } from '../../platform/http/paging.ts'
import type { ByteExchange, Call, Page } from '../../platform/http/route.ts'
import type { Files } from './files.ts'
import { pathIn } from './logic/file-path.ts'

const searchAnswer = z.union([searchEnd, searchMatch])

export async function listFiles(
  files: Files,
  call: Call<typeof listEndpoint>,
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

/** Matches as the node finds them; the search ends when nobody waits for it any more. */
export async function searchFiles(files: Files, call: Call<typeof searchEndpoint>, { signal }: ByteExchange) {
  const { path, name, content, limit } = call.query
  const request = { verb: 'search', path, name, content, limit } as const
  const transfer = await files.node.open(call, request, signal)
  const matches: FileMatch[] = []
  let isCut = false
  for await (const reported of transfer.answers()) {
    const answer = searchAnswer.safeParse(reported).data
    if (!answer) throw unreadableAnswer()
    if ('is_cut' in answer) isCut ||= answer.is_cut
    else if (matches.length < limit) matches.push(answer)
    else isCut = true
  }
  return { matches, is_cut: isCut }
}
