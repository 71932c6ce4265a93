// What the panel may ask of a node about the files of one game server, and what the node answers (rule L11).
//
// Every request is one transfer. What is asked is answered with one FileAnswer, unless its line here says otherwise; a
// refusal ends the transfer with a code of contracts/src/errors.ts. Paths are relative to the game server's folder.

import * as z from 'zod'

export const fileTypes = ['file', 'directory', 'link', 'other'] as const

/** Of the name itself: a link is told as a link. */
export const nodeFileEntry = z.object({
  name: z.string(),
  type: z.enum(fileTypes),
  size_bytes: z.int(),
  /** The permission bits alone. */
  mode: z.int(),
  modified_at_ms: z.int(),
  /** By the template; an older node does not say. */
  is_protected: z.boolean().default(false),
})
export type NodeFileEntry = z.output<typeof nodeFileEntry>

/** Changes with every change of the content: made from inode, size and both times in nanoseconds. */
export const etag = z.string().regex(/^[\w-]{1,64}$/)

/** That are written; what is read is told by content (7z too). */
export const archiveFormats = ['zip', 'tar', 'tar.gz', 'tar.xz'] as const
export type ArchiveFormat = (typeof archiveFormats)[number]

export const hashAlgorithms = ['sha256', 'sha1', 'md5'] as const

/** Which contents an upload may have (8.3); the type is found in the content, on the node, before the file appears. */
export const uploadPolicy = z.object({
  /** Beside images, text, JSON, XML, CSV, YAML and PDF. */
  allowed_types: z.array(z.string()),
  allow_archives: z.boolean(),
  allow_binary: z.boolean(),
})
export type UploadPolicy = z.output<typeof uploadPolicy>

/** What must be true of the name when the new content appears there; otherwise `precondition_failed` or `conflict`. */
export const writeExpectation = z.discriminatedUnion('what', [
  z.object({ what: z.literal('anything') }),
  /** `conflict` when the name is taken. */
  z.object({ what: z.literal('nothing') }),
  /** `precondition_failed` when it has changed or is gone. */
  z.object({ what: z.literal('etag'), etag }),
])
export type WriteExpectation = z.output<typeof writeExpectation>

const path = z.string()
const uploadId = z.string().regex(/^[0-9a-f]{32}$/)
/** Hexadecimal; another content is refused with `invalid_input`. */
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()

export const fileRequest = z.discriminatedUnion('verb', [
  /** Answer: `listAnswer`. Folders first, then by name. */
  z.object({ verb: z.literal('list'), path, offset: z.int().min(0), limit: z.int().min(1).max(1_000) }),
  /** Answer: `statAnswer`. */
  z.object({ verb: z.literal('stat'), path }),
  /** Answer: `statAnswer`, then FileBytes from `start` to `end` (inclusive; null: to the end of the file). */
  z.object({ verb: z.literal('read'), path, start: z.int().min(0), end: z.int().min(0).nullable() }),
  /**
   * The node first checks name and expectation and answers `{}`; then it takes FileBytes and FileEnd, checks the whole
   * content (`upload`: null for the editor, which is not filtered), makes it appear and answers `writtenAnswer`.
   */
  z.object({
    verb: z.literal('write'),
    path,
    expect: writeExpectation,
    limit_bytes: z.int().positive(),
    upload: uploadPolicy.nullable(),
    sha256,
    /** Folders on the way are made when they are missing. */
    make_folders: z.boolean(),
  }),
  /** Each answers `{}`. An existing target is `conflict`. */
  z.object({ verb: z.literal('mkdir'), path }),
  z.object({ verb: z.literal('rename'), from: path, to: path }),
  z.object({ verb: z.literal('copy'), from: path, to: path }),
  z.object({ verb: z.literal('delete'), paths: z.array(path).min(1).max(1_000) }),
  z.object({ verb: z.literal('chmod'), path, mode: z.int().min(0).max(0o777) }),
  /** Answer: `{ hash }` in hexadecimal. Ends when the panel leaves. */
  z.object({ verb: z.literal('hash'), path, algorithm: z.enum(hashAlgorithms) }),
  /** Answers: one `searchMatch` for each find, as they come; at the end `searchEnd`. */
  z.object({
    verb: z.literal('search'),
    path,
    /** Part of a name, case ignored, or a pattern with * and ?; '' is every name. */
    name: z.string().max(255),
    /** Text that a line must contain, case ignored; '' does not look inside. */
    content: z.string().max(255),
    limit: z.int().min(1).max(1_000),
  }),
  /** Answer: FileBytes of an archive with these names; nothing is stored on the node. */
  z.object({
    verb: z.literal('pack'),
    paths: z.array(path).min(1).max(1_000),
    format: z.enum(['zip', 'tar.gz']),
  }),
  /** Answer: `usageAnswer`. */
  z.object({ verb: z.literal('usage') }),
  /**
   * Parts of a resumable upload lie beside the game's folder until the upload is finished, at most a day.
   * `begin_upload` checks the name and answers `uploadAnswer`.
   */
  z.object({
    verb: z.literal('begin_upload'),
    upload_id: uploadId,
    path,
    size_bytes: z.int().min(0),
    limit_bytes: z.int().positive(),
    /** Who began it; nobody else can go on with it. */
    user_id: z.int().positive(),
    expect: writeExpectation,
    sha256,
    make_folders: z.boolean(),
    /** Kept for the panel as it is. */
    metadata: z.string().max(8_192),
  }),
  /** Answer: `uploadAnswer`. */
  z.object({ verb: z.literal('read_upload'), upload_id: uploadId, user_id: z.int().positive() }),
  /**
   * Answers `{}`, takes FileBytes (kept as they come, also when the panel leaves without FileEnd) and answers
   * `uploadAnswer`. `conflict` when `offset` is not where the upload stands, or another one is writing.
   */
  z.object({
    verb: z.literal('append_upload'),
    upload_id: uploadId,
    user_id: z.int().positive(),
    offset: z.int().min(0),
  }),
  /** Checks the whole content, makes the file appear and answers `writtenAnswer`; whatever is refused is removed. */
  z.object({
    verb: z.literal('finish_upload'),
    upload_id: uploadId,
    user_id: z.int().positive(),
    upload: uploadPolicy,
  }),
  /** Answers `{}`, also when there is nothing. */
  z.object({ verb: z.literal('remove_upload'), upload_id: uploadId, user_id: z.int().positive() }),
])
export type FileRequest = z.output<typeof fileRequest>
export type FileVerb = FileRequest['verb']
export type FileRequestOf<Verb extends FileVerb> = Extract<FileRequest, { verb: Verb }>

export const listAnswer = z.object({
  entries: z.array(nodeFileEntry),
  /** How many names there are, up to 100,000. */
  total: z.int(),
  /** There are more names than were read. */
  is_cut: z.boolean(),
})

export const statAnswer = z.object({ entry: nodeFileEntry, etag })
export const writtenAnswer = z.object({
  etag,
  size_bytes: z.int(),
  /** What the content was found to be; null where nobody asked. */
  detected_type: z.string().nullable(),
})

export const searchMatch = z.object({
  path,
  type: z.enum(fileTypes),
  /** Where the content was found; null in a search for names. */
  line: z.object({ number: z.int(), text: z.string().max(400) }).nullable(),
})
export const searchEnd = z.object({
  /** There are more, or not all was looked at. */
  is_cut: z.boolean(),
  looked_at: z.int(),
})

export const usageAnswer = z.object({
  used_bytes: z.int(),
  files: z.int(),
  /** Null: only the drive itself sets a limit. */
  limit_bytes: z.int().nullable(),
  free_bytes: z.int(),
})

export const uploadAnswer = z.object({
  path,
  offset: z.int(),
  size_bytes: z.int(),
  metadata: z.string(),
  begun_at_ms: z.int(),
})

/** Details of a refused upload (`unsupported_media_type`), for the audit log. */
export const refusedUpload = z.object({ detected_type: z.string(), reason: z.string() })

/** Whether an administrator asked, for whom no file is protected; an older panel does not say. */
const by_administrator = z.boolean().default(false)

/** Payloads of the tasks `archive` and `extract`. */
export const archivePayload = z.object({
  paths: z.array(path).min(1).max(1_000),
  format: z.enum(archiveFormats),
  /** The new file; an existing one is never replaced. */
  target: path,
  by_administrator,
})
export const extractPayload = z.object({
  path,
  /** A folder; made when it is missing. Files of the same name are replaced. */
  target: path,
  by_administrator,
})
