// Routes of the file manager.

import { type FileRequest, usageAnswer } from '@rookery/contracts/daemon/file-request.ts'
import {
  archiveFiles,
  changeFileMode,
  copyFile,
  createFolder,
  deleteFiles,
  downloadFiles as downloadFilesEndpoint,
  editorLimitBytes,
  extractArchive,
  hashFile,
  listFiles as listFilesEndpoint,
  readFileContent,
  readFileUsage,
  readUploadRules,
  renameFile,
  searchFiles as searchFilesEndpoint,
  uploadFiles as uploadFilesEndpoint,
  writeFileContent,
} from '@rookery/contracts/http/files.ts'
import * as z from 'zod'
import { onGameServer, orShortLivedToken } from '../../platform/http/access-rule.ts'
import { byteRoute, type Route, route } from '../../platform/http/route.ts'
import type { FileEvent } from '../audit/audit-event-rules.ts'
import { taskRoute } from '../tasks/tasks.ts'
import type { AuditedCall } from './audit-files.ts'
import { downloadFiles } from './download-files.ts'
import { writeContent } from './file-content.ts'
import type { Files } from './files.ts'
import { listFiles, searchFiles } from './list-files.ts'
import { serveFile } from './serve-file.ts'
import { uploadFiles } from './upload-files.ts'

/** No ability of an access token reaches files. */
const mayManage = onGameServer('game-server-files')

export function fileRoutes(files: Files): Route[] {
  return [...readingRoutes(files), ...bytesRoutes(files), ...actionRoutes(files), ...archiveRoutes(files)]
}

function readingRoutes(files: Files): Route[] {
  const { node } = files
  return [
    route(listFilesEndpoint, mayManage, (call, exchange) => listFiles(files, call, exchange)),
    route(searchFilesEndpoint, mayManage, (call, exchange) => searchFiles(files, call, exchange)),
    route(hashFile, mayManage, async (call, { signal }) => {
      const { query } = call
      const answer = z.object({ hash: z.string() })
      const { hash } = await node.ask(call, { verb: 'hash', ...query }, answer, signal)
      return { algorithm: query.algorithm, hash }
    }),
    route(readUploadRules, mayManage, async ({ params }) => {
      await files.gameServers.find(params.server)
      return files.uploadRules()
    }),
    route(readFileUsage, mayManage, (call, { signal }) =>
      node.ask(call, { verb: 'usage' }, usageAnswer, signal),
    ),
  ]
}

function bytesRoutes(files: Files): Route[] {
  return [
    byteRoute(readFileContent, mayManage, (call, exchange) => {
      const isHead = call.request.method === 'HEAD'
      const file = { call, path: call.query.path, isHead, limitBytes: editorLimitBytes }
      const serve = () => serveFile(files.node, file, exchange)
      return isHead ? serve() : files.audited(call, 'file.read', [call.query.path], serve)
    }),
    byteRoute(writeFileContent, mayManage, (call, exchange) =>
      files.audited(call, 'file.written', [call.query.path], () => writeContent(files, call, exchange)),
    ),
    byteRoute(uploadFilesEndpoint, mayManage, (call, exchange) => uploadFiles(files, call, exchange)),
    byteRoute(downloadFilesEndpoint, orShortLivedToken(mayManage), (call, exchange) =>
      call.request.method === 'HEAD'
        ? downloadFiles(files, call, exchange)
        : files.audited(call, 'file.downloaded', call.query.path, () => downloadFiles(files, call, exchange)),
    ),
  ]
}

/** Each waits as long as the client does; when it leaves, the node stops. */
function actionRoutes({ node, describeEdit, audited }: Files): Route[] {
  const ask = (
    call: AuditedCall,
    [event, paths]: [FileEvent, readonly string[]],
    request: FileRequest,
    signal: AbortSignal,
  ) => audited(call, event, paths, () => node.ask(call, request, z.object({}), signal))
  return [
    route(createFolder, mayManage, async (call, { signal }) => {
      await ask(call, ['file.folder_created', [call.body.path]], { verb: 'mkdir', ...call.body }, signal)
      describeEdit(call, 'folder_made', [call.body.path])
    }),
    route(renameFile, mayManage, async (call, { signal }) => {
      await ask(
        call,
        ['file.renamed', [call.body.from, call.body.to]],
        { verb: 'rename', ...call.body },
        signal,
      )
      describeEdit(call, 'renamed', [call.body.to])
    }),
    route(copyFile, mayManage, async (call, { signal }) => {
      await ask(call, ['file.copied', [call.body.from, call.body.to]], { verb: 'copy', ...call.body }, signal)
      describeEdit(call, 'copied', [call.body.to])
    }),
    route(deleteFiles, mayManage, async (call, { signal }) => {
      await ask(call, ['file.deleted', call.body.paths], { verb: 'delete', ...call.body }, signal)
      describeEdit(call, 'deleted', call.body.paths)
    }),
    route(changeFileMode, mayManage, async (call, { signal }) => {
      const { path, mode } = call.body
      await ask(
        call,
        ['file.mode_changed', [path]],
        { verb: 'chmod', path, mode: Number.parseInt(mode, 8) },
        signal,
      )
      describeEdit(call, 'mode_changed', [path])
    }),
  ]
}

function archiveRoutes({ orderWork, auditedOrder }: Files): Route[] {
  return [
    taskRoute(archiveFiles, mayManage, (call, also) =>
      auditedOrder(call, 'file.archived', [...call.body.paths, call.body.target], line =>
        orderWork(call, 'archive', call.body, { auditLine: line, also }),
      ),
    ),
    taskRoute(extractArchive, mayManage, (call, also) =>
      auditedOrder(call, 'file.extracted', [call.body.path, call.body.target], line =>
        orderWork(call, 'extract', call.body, { auditLine: line, also }),
      ),
    ),
  ]
}
