// The colours of each language, fetched when a file of it is opened.

import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { arriving } from '../../../platform/lazy-loading.ts'
import type { TextLanguage } from '../logic/file-kind.ts'

const streamed = (parser: StreamParser<unknown>): Extension => StreamLanguage.define(parser)

const loaders: Record<TextLanguage, () => Promise<Extension>> = {
  json: async () => (await arriving(() => import('@codemirror/lang-json'))).json(),
  xml: async () => (await arriving(() => import('@codemirror/lang-xml'))).xml(),
  yaml: async () => (await arriving(() => import('@codemirror/lang-yaml'))).yaml(),
  properties: async () =>
    streamed((await arriving(() => import('@codemirror/legacy-modes/mode/properties'))).properties),
  toml: async () => streamed((await arriving(() => import('@codemirror/legacy-modes/mode/toml'))).toml),
  lua: async () => streamed((await arriving(() => import('@codemirror/legacy-modes/mode/lua'))).lua),
  shell: async () => streamed((await arriving(() => import('@codemirror/legacy-modes/mode/shell'))).shell),
  plain: async () => [],
}

export const loadLanguage = (language: TextLanguage): Promise<Extension> => loaders[language]()
