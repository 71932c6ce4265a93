// The languages that the editor colors, each loaded when a text of it is opened.

import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { arriving } from '../../platform/lazy-loading.ts'

export type TextLanguage = 'json' | 'xml' | 'yaml' | 'properties' | 'toml' | 'lua' | 'shell' | 'plain'

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
