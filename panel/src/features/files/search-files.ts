// A search in the files of a game server: matches as the node finds them, and the end of it when nobody waits any more.

import { searchEnd, searchMatch } from '@rookery/contracts/daemon/file-request.ts'
import type { searchFiles as endpoint, FileMatch } from '@rookery/contracts/http/files.ts'
import * as z from 'zod'
import { unreadableAnswer } from '../../platform/daemon-link/node-answers.ts'
import type { ByteExchange, Call } from '../../platform/http/route.ts'
import type { Files } from './files.ts'

const searchAnswer = z.union([searchEnd, searchMatch])

export async function searchFiles(files: Files, call: Call<typeof endpoint>, { signal }: ByteExchange) {
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
