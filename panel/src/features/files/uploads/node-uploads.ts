// Resumable uploads as the node knows them; nothing about them is kept in the panel.

import { uploadAnswer, writtenAnswer } from '@rookery/contracts/daemon/file-request.ts'
import * as z from 'zod'
import type { SignedInCaller } from '../../../platform/caller.ts'
import type { RequestFacts } from '../../../platform/http/route.ts'
import type { Files } from '../files.ts'
import { auditRefusedUpload } from '../refused-upload.ts'
import type { UploadTarget } from './logic/upload-metadata.ts'

interface OnGameServer {
  params: { server: number }
  caller: SignedInCaller
  request: RequestFacts
}
interface OnUpload extends OnGameServer {
  params: { server: number; upload: string }
}
interface NewUpload {
  sizeBytes: number
  limitBytes: number
  metadata: string
  target: UploadTarget
}

export type NodeUploads = ReturnType<typeof createNodeUploads>

export function createNodeUploads(
  { node, uploadPolicy, audit, audited, gameServers, describeEdit }: Files,
  newId: () => string,
) {
  const nothing = z.object({})
  const named = ({ params, caller }: OnUpload) => ({ upload_id: params.upload, user_id: caller.userId })

  return {
    async begin(
      call: OnGameServer,
      { sizeBytes, limitBytes, metadata, target }: NewUpload,
      signal: AbortSignal,
    ) {
      const { params, caller } = call
      await gameServers.find(params.server)
      const uploadId = newId()
      const { begun_at_ms } = await node.ask(
        call,
        {
          verb: 'begin_upload',
          upload_id: uploadId,
          path: target.path,
          size_bytes: sizeBytes,
          limit_bytes: limitBytes,
          user_id: caller.userId,
          expect: { what: target.overwrite ? 'anything' : 'nothing' },
          sha256: target.sha256,
          make_folders: true,
          metadata,
        },
        uploadAnswer,
        signal,
      )
      return { uploadId, begun_at_ms }
    },
    read: (call: OnUpload, signal: AbortSignal) =>
      node.ask(call, { verb: 'read_upload', ...named(call) }, uploadAnswer, signal),
    /** As fast as the node takes it; what has arrived stays there, however this ends. */
    async append(call: OnUpload, offset: number, body: AsyncIterable<Buffer>, signal: AbortSignal) {
      const request = { verb: 'append_upload' as const, ...named(call), offset }
      const transfer = await node.open(call, request, signal)
      try {
        await transfer.answer(nothing)
        for await (const piece of body) await transfer.send(piece)
        await transfer.sentAll()
        return await transfer.answer(uploadAnswer)
      } finally {
        transfer.close()
      }
    },
    /** Checks the whole file and makes it appear; may be asked again when the answer was lost. */
    async finish(
      { params, caller, request }: OnGameServer,
      uploadId: string,
      path: string,
      signal: AbortSignal,
    ): Promise<void> {
      const gameServerId = params.server
      const upload = await uploadPolicy()
      try {
        await audited({ params, caller, request }, 'file.uploaded', [path], () =>
          node.ask(
            { params, caller },
            { verb: 'finish_upload', upload_id: uploadId, user_id: caller.userId, upload },
            writtenAnswer,
            signal,
          ),
        )
        describeEdit({ params, caller }, 'uploaded', [path])
      } catch (error) {
        auditRefusedUpload(audit, error, { gameServerId, path, caller, request })
        throw error
      }
    },
    remove: (call: OnUpload, signal: AbortSignal) =>
      node.ask(call, { verb: 'remove_upload', ...named(call) }, nothing, signal),
  }
}
