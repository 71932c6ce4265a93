// The file manager: everything below a game server's own folder. Paths are relative to it, with / between names.

import * as z from 'zod'
import { archiveFormats, fileTypes, hashAlgorithms, searchMatch } from '../daemon/file-request.ts'
import { type AnswerOf, type EndpointShape, endpoint } from './endpoint.ts'
import { gameServerParams, idText, pageQuery, time } from './shapes.ts'
import { acceptedTask } from './tasks.ts'

/** Longer than any path that Linux takes; what it may contain is checked by the walk itself. */
const filePath = z.string().max(4_096, 'is longer than any path')
const inQuery = z.object({ path: filePath.default('') })
const fileBytes = 'application/octet-stream'

/** An upload of one file (8.2). */
export const uploadLimitBytes = 104_857_600
/** What the editor reads and writes. */
export const editorLimitBytes = 5 * 1024 * 1024

export const fileEntry = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(fileTypes),
  size: z.int(),
  /** Four octal digits, such as 0640. */
  mode: z.string(),
  modified_at: time,
  /** By the template: nobody but an administrator can open or change it. */
  protected: z.boolean(),
})
export type FileEntry = z.output<typeof fileEntry>

/** With `X-List-Cut: true` when the folder has more than 100,000 names. */
export const listFiles = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files',
  summary: 'What is in a folder: folders first, then by name',
  params: gameServerParams,
  query: pageQuery.extend({ path: filePath.default('') }),
  answer: z.array(fileEntry),
  paged: true,
  gives: ['X-List-Cut'],
})

export const readFileContent = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files/content',
  summary: 'The bytes of a file, with an ETag',
  params: gameServerParams,
  query: inQuery,
  bytes: { answer: fileBytes },
  status: 200,
  gives: ['ETag'],
  refuses: ['too_large'],
})

/** 204 with the new ETag. `If-Match`: 412 when it changed meanwhile; `If-None-Match: *`: 409 when it is there already. */
export const writeFileContent = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/files/content',
  summary: 'Write a text of at most 5 MB',
  params: gameServerParams,
  query: inQuery,
  bytes: { body: fileBytes },
  takes: ['If-Match', 'If-None-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed', 'malformed_request'],
})

export const uploadedFile = z.object({
  name: z.string(),
  path: z.string(),
  size: z.int(),
  /** The HTTP status that this file alone would have had: 201, 409, 413, 415, 422 or 507. */
  status: z.int(),
  /** Why it was refused. */
  message: z.string().optional(),
})
export type UploadedFile = z.output<typeof uploadedFile>

/**
 * Parts named `files`; a part's file name may hold folders (`maps/dust.txt`), which are made. One file alone that is
 * refused answers with its status and the usual error body; several of which one at least is refused answer 207 with the
 * same list as 201.
 */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/files/upload',
  idempotencyKey: 'ignored',
  summary: 'Put files into a folder; one alone answers with its own status',
  params: gameServerParams,
  query: inQuery.extend({ overwrite: z.enum(['true', 'false']).default('true') }),
  bytes: { body: 'multipart/form-data' },
  answer: z.array(uploadedFile),
  status: 201,
})

const severalPaths = z
  .union([filePath, z.array(filePath).min(1).max(1_000)])
  .transform(paths => (typeof paths === 'string' ? [paths] : paths))

export const downloadFiles = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files/download',
  summary: 'A file, in ranges where asked; a folder or several paths as an archive',
  params: gameServerParams,
  query: z.object({
    path: severalPaths,
    format: z.enum(['zip', 'tar.gz']).default('zip'),
    /** A short-lived token instead of the Authorization header. */
    token: z.string().optional(),
  }),
  bytes: { answer: fileBytes },
  status: 200,
  takes: ['Range'],
  gives: ['Content-Disposition', 'ETag'],
  refuses: ['range_not_satisfiable'],
})

const fileAction = <const Name extends string, Body extends z.ZodType>(
  name: Name,
  summary: string,
  body: Body,
) =>
  endpoint({
    method: 'POST',
    path: `/api/servers/{server}/files/${name}`,
    idempotencyKey: 'ignored',
    summary,
    params: gameServerParams,
    body,
  })

export const createFolder = fileAction('mkdir', 'Make a folder', z.object({ path: filePath }))
export const renameFile = fileAction('rename', 'Rename or move', z.object({ from: filePath, to: filePath }))
export const copyFile = fileAction(
  'copy',
  'Copy a file, or a folder with all that is in it',
  z.object({ from: filePath, to: filePath }),
)
export const deleteFiles = fileAction(
  'delete',
  'Delete permanently; of a link, only the link itself',
  z.object({ paths: z.array(filePath).min(1).max(1_000) }),
)
export const changeFileMode = fileAction(
  'chmod',
  'Change the permission bits',
  z.object({ path: filePath, mode: z.string().regex(/^0?[0-7]{3}$/, 'must be octal, such as 644') }),
)

export const archiveFiles = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/files/archive',
  idempotencyKey: 'taken',
  summary: 'Pack files into a new archive',
  params: gameServerParams,
  body: z.object({
    paths: z.array(filePath).min(1).max(1_000),
    format: z.enum(archiveFormats, `must be one of ${archiveFormats.join(', ')}`),
    target: filePath.min(1, 'must not be empty'),
  }),
  answer: acceptedTask,
  status: 202,
})

export const extractArchive = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/files/extract',
  idempotencyKey: 'taken',
  summary: 'Unpack an archive into a folder',
  params: gameServerParams,
  body: z.object({ path: filePath.min(1, 'must not be empty'), target: filePath.default('') }),
  answer: acceptedTask,
  status: 202,
})

export const hashFile = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files/hash',
  summary: 'The hash of a file',
  params: gameServerParams,
  query: inQuery.extend({ algorithm: z.enum(hashAlgorithms).default('sha256') }),
  answer: z.object({ algorithm: z.enum(hashAlgorithms), hash: z.string() }),
})

export const searchFiles = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files/search',
  summary: 'Find files by name, by content, or both',
  params: gameServerParams,
  query: inQuery.extend({
    name: z.string().max(255).default(''),
    content: z.string().max(255).default(''),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  answer: z.object({ matches: z.array(searchMatch), is_cut: z.boolean() }),
})
export type FileMatch = z.output<typeof searchMatch>

export const readFileUsage = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files/usage',
  summary: 'How much room the files take',
  params: gameServerParams,
  answer: z.object({
    used_bytes: z.int(),
    files: z.int(),
    limit_bytes: z.int().nullable(),
    free_bytes: z.int(),
  }),
})

/** What an upload may be right now. The node decides by content when a file has arrived. */
export const readUploadRules = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/files/upload-rules',
  summary: 'Which files are accepted, and how large they may be',
  params: gameServerParams,
  answer: z.object({
    /** Beside images, text, JSON, XML, CSV, YAML and PDF. */
    allowed_types: z.array(z.string()),
    allow_archives: z.boolean(),
    allow_binary: z.boolean(),
    /** Of an upload (8.2). */
    limit_bytes: z.int(),
    /** Larger files, through `…/files/transfers`. */
    transfers: z.object({ enabled: z.boolean(), limit_bytes: z.int() }),
  }),
})
export type UploadRules = AnswerOf<typeof readUploadRules>

type TusHeaders = Pick<EndpointShape, 'takes' | 'gives' | 'refuses'>

/**
 * tus 1.0 with creation, termination and expiration, at `uploads` for files of at most 100 MB (8.2), and at `transfers`
 * for larger ones too, where the setting `large_transfers` is on (else 409). `Upload-Metadata` holds `path` (the new file, relative to the game
 * server's folder), optionally `sha256` (hexadecimal, compared at the end) and `overwrite` (`false`: 409 when the name
 * is taken). The last PATCH checks size, type and hash, and only then the file appears.
 */
function tusEndpoints<const Name extends 'uploads' | 'transfers'>(name: Name, thing: string) {
  const all = <const Method extends 'POST' | 'OPTIONS'>(
    method: Method,
    summary: string,
    status: number,
    headers: TusHeaders = {},
  ) =>
    endpoint({
      ...headers,
      method,
      idempotencyKey: 'ignored',
      path: `/api/servers/{server}/files/${name}`,
      summary,
      params: gameServerParams,
      bytes: { body: 'application/offset+octet-stream' },
      status,
    })
  const one = <const Method extends 'HEAD' | 'PATCH' | 'DELETE'>(
    method: Method,
    summary: string,
    status: number,
    headers: TusHeaders,
  ) =>
    endpoint({
      ...headers,
      method,
      idempotencyKey: 'ignored',
      path: `/api/servers/{server}/files/${name}/{upload}`,
      summary,
      params: z.object({ server: idText, upload: z.string().regex(/^[0-9a-f]{32}$/) }),
      bytes: { body: 'application/offset+octet-stream' },
      status,
    })
  return {
    describe: all('OPTIONS', `What ${thing}s can do here (tus)`, 204),
    begin: all('POST', `Begin a ${thing} (tus)`, 201, {
      takes: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
      gives: ['Location', 'Upload-Expires'],
      refuses: ['precondition_failed'],
    }),
    read: one('HEAD', `How far a ${thing} has come (tus)`, 200, {
      takes: ['Tus-Resumable'],
      gives: ['Upload-Offset', 'Upload-Length', 'Upload-Expires'],
      refuses: ['precondition_failed'],
    }),
    append: one('PATCH', `Go on with a ${thing} (tus)`, 204, {
      takes: ['Tus-Resumable', 'Upload-Offset'],
      gives: ['Upload-Offset', 'Upload-Expires'],
      refuses: ['precondition_failed'],
    }),
    drop: one('DELETE', `Give up a ${thing} (tus)`, 204, {
      takes: ['Tus-Resumable'],
      refuses: ['precondition_failed'],
    }),
  }
}

export const resumableUpload = tusEndpoints('uploads', 'resumable upload')
export const largeTransfer = tusEndpoints('transfers', 'transfer of a large file')
