// The verbs that tell what is there: lists, single names, the space that all of it takes.

import type { listAnswer, statAnswer, usageAnswer } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import type { FileWork } from '../logic/file-work.ts'
import { nodeEntryOf } from '../logic/node-entry.ts'

export const listFiles: FileWork<'list'> = async ({ root, isProtected }, request, talk) => {
  const { path, offset, limit } = request
  const { entries, total, isCut } = await root.list(path, { offset, limit })
  const formatted = entries.map(entry =>
    nodeEntryOf(entry, isProtected(path === '' ? entry.name : `${path}/${entry.name}`)),
  )
  const answer: z.output<typeof listAnswer> = { entries: formatted, total, is_cut: isCut }
  await talk.answer(answer)
}

export const statFile: FileWork<'stat'> = async ({ root, isProtected }, { path }, talk) => {
  const { etag, ...entry } = await root.stat(path)
  const answer: z.output<typeof statAnswer> = { entry: nodeEntryOf(entry, isProtected(path)), etag }
  await talk.answer(answer)
}

export const reportUsage: FileWork<'usage'> = async ({ root, quota }, _request, talk) => {
  const { usedBytes, files, limitBytes } = await quota.usage()
  const answer: z.output<typeof usageAnswer> = {
    used_bytes: usedBytes,
    files,
    limit_bytes: limitBytes,
    free_bytes: await root.freeBytes(),
  }
  await talk.answer(answer)
}
