// The steps of an installation or update, in a template and, with every placeholder filled, in a definition.
//
// Paths are relative to the game server's own folder and walked by confined-files. `words` is what people read while
// the step is at work. A step may find a value (`read-json`) that the steps after it use as `{found.NAME}`. The node
// fills these with `mapStepTexts` and `fillOnNode` of placeholders.ts, which says why a `{` is written twice there.

import * as z from 'zod'
import { configFileFormats } from './config-files.ts'

const words = z.string().min(1)
const path = z.string().min(1)
/** Algorithm and hexadecimal digits: `sha256:9f86…`; the text may hold placeholders such as `{found.sha1}`. */
const checksum = z
  .string()
  .regex(/^(md5|sha1|sha256|sha512):(?:[0-9a-fA-F]+|\{[a-z]+\.[A-Za-z0-9_]+\})$/, 'must look like sha256:…')

export const installStep = z.discriminatedUnion('do', [
  /** A game that ships with the daemon, by name. */
  z.object({ do: z.literal('copy-shipped'), game: z.enum(['arena']), to: path, words }),
  z.object({ do: z.literal('write-file'), path, content: z.string(), words }),
  /** Goes on where an earlier try was cut off; with a checksum, nothing else is ever left under this name. */
  z.object({
    do: z.literal('download'),
    url: z.string().min(1),
    to: path,
    checksum: checksum.optional(),
    words,
  }),
  /**
   * Reads one value out of a JSON document. Where: `a.b[0]`, `[-1]` for the last, `[id=1.21]` for the entry of a list
   * whose field has this value. What is `given` is taken as it is, and nothing is read, unless it is empty or `latest`.
   */
  z.object({
    do: z.literal('read-json'),
    given: z.string().optional(),
    url: z.string().min(1),
    where: z.string().min(1),
    name: z.string().regex(/^[a-z][A-Za-z0-9_]{0,31}$/, 'must be a short name'),
    words,
  }),
  /** zip, tar, tar.gz, tar.xz, tar.bz2 or 7z, told apart by content; the archive itself goes away afterwards. */
  z.object({
    do: z.literal('unpack'),
    from: path,
    to: z.string().default('.'),
    /** How many leading folders of each entry are left out. */
    strip: z.int().min(0).max(10).default(0),
    keep_archive: z.boolean().default(false),
    words,
  }),
  z.object({
    do: z.literal('steam-app'),
    app_id: z.string().regex(/^[0-9]{1,10}$|^\{var\.[A-Z0-9_]+\}$/, 'must be the number of a Steam app'),
    beta: z.string().default(''),
    beta_password: z.string().default(''),
    /** HLDS needs its mod named: `app_set_config 90 mod cstrike`. */
    mod: z.string().default(''),
    validate: z.boolean().default(true),
    words,
  }),
  /** Sets one value of a config file, as `config_files` does before each start. */
  z.object({
    do: z.literal('set-property'),
    path,
    format: z.enum(configFileFormats),
    key: z.string().min(1),
    value: z.string(),
    words,
  }),
  z.object({ do: z.literal('make-executable'), path, words }),
  z.object({ do: z.literal('delete'), path, words }),
  /** Arguments, never shell text; runs in the game's folder, as the game's user, in its container where it has one. */
  z.object({ do: z.literal('run-program'), command: z.array(z.string()).min(1), words }),
  /** The fallback that eggs need: a script in a container of its own, with the server's folder mounted. */
  z.object({
    do: z.literal('run-script'),
    image: z.string().min(1),
    /** Splits into arguments at spaces. */
    entrypoint: z.string().min(1).default('sh'),
    script: z.string(),
    /** Where the server's folder is mounted. */
    folder: z.string().startsWith('/').default('/mnt/server'),
    words,
  }),
])
export type InstallStep = z.output<typeof installStep>
