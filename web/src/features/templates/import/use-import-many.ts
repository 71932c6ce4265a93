// Many eggs and templates at once: each is looked at by itself, and each that is chosen is imported by itself, so that
// one that fails stops no other.

import {
  changeTemplate,
  createTemplate,
  importTemplate,
  listGames,
  listTemplates,
  readTemplate,
  type TemplateSummary,
} from '@rookery/contracts/http/templates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api, apiInEnglish } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { arriving } from '../../../platform/lazy-loading.ts'
import { type TextOf, useTexts } from '../../../texts/texts.ts'
import { type ChosenFile, collectTexts } from './collect-texts.ts'
import {
  eggRow,
  type ImportRow,
  newRow,
  refusedRow,
  templateRow,
  withoutDoubles,
} from './import-row-rules.ts'

export function refusalMessage(t: TextOf, error: unknown): string {
  const aboutText = error instanceof ApiError ? fieldMessage(t, error.fields.text) : undefined
  return aboutText ?? problemMessage(t, error)
}

/** At the same time: quick enough for hundreds, and the panel has other work. */
const checkedAtOnce = 4

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: checkedAtOnce }, worker))
}

async function checkTemplate(t: TextOf, row: ImportRow, templates: readonly TemplateSummary[]) {
  const reader = await arriving(() => import('@rookery/contracts/template/read-template.ts'))
  const read = reader.readTemplate(row.text)
  if ('problems' in read) {
    const [first] = read.problems
    return refusedRow(row, first ? reader.problemLine(first) : t('egg.many.unusable'))
  }
  const summary = templates.find(({ slug }) => slug === read.template.slug)
  const present = summary && (await apiInEnglish(readTemplate, { params: { id: String(summary.id) } }))
  const holder = summary && present ? { summary, template: present.template } : null
  return templateRow(row, read.template, holder, { builtIn: t('egg.many.builtIn') })
}

async function importRow({ kind, text, replaces }: ImportRow): Promise<number | null> {
  if (kind === 'egg') {
    const made = await api(importTemplate, { query: { dry_run: 'false' }, body: { text } })
    return made.id
  }
  const call = replaces === null ? null : { params: { id: String(replaces) }, body: { text } }
  return (await (call ? api(changeTemplate, call) : api(createTemplate, { body: { text } }))).id
}

export interface ImportMany {
  rows: ImportRow[]
  /** Files of other kinds, and those beyond the limit. */
  leftOut: number
  isChecking: boolean
  isImporting: boolean
  isDone: boolean
}

/** What came of a choice of files. */
export type Choice = { kind: 'one'; text: string } | { kind: 'many' } | { kind: 'nothing' }

const nothing: ImportMany = { rows: [], leftOut: 0, isChecking: false, isImporting: false, isDone: false }

export function useImportMany() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [many, setMany] = useState(nothing)
  // What is still under way for an earlier choice changes nothing any more.
  const turn = useRef(0)

  const put = (row: ImportRow) =>
    setMany(now => ({ ...now, rows: now.rows.map(each => (each.id === row.id ? row : each)) }))

  async function check(row: ImportRow, templates: readonly TemplateSummary[]): Promise<ImportRow> {
    try {
      if (row.kind === 'template') return await checkTemplate(t, row, templates)
      const call = { query: { dry_run: 'true' }, body: { text: row.text } } as const
      return eggRow(row, await api(importTemplate, call))
    } catch (error) {
      return refusedRow(row, refusalMessage(t, error))
    }
  }

  return {
    many,

    /** One egg alone is looked at closely by the caller; several, or what is refused, are in `many`. */
    async choose(files: readonly ChosenFile[]): Promise<Choice> {
      turn.current += 1
      const mine = turn.current
      const { texts, refused, leftOut } = await collectTexts(files)
      const [only] = texts
      if (only && texts.length === 1 && refused.length === 0 && leftOut === 0)
        return { kind: 'one', text: only.text }
      const rows = [
        ...texts.map((chosen, id) => newRow(id, chosen)),
        ...refused.map(({ name, reason }, at) =>
          refusedRow(newRow(texts.length + at, { name, text: '' }), t(`egg.many.file.${reason}`)),
        ),
      ]
      if (rows.length === 0) return { kind: 'nothing' }
      setMany({ ...nothing, rows, leftOut, isChecking: true })
      const templates = await queryClient.fetchQuery(wholeQuery(listTemplates)).catch(() => ({ items: [] }))
      await inTurns(
        rows.filter(({ status }) => status === 'checking'),
        async row => {
          if (turn.current !== mine) return
          const checked = await check(row, templates.items)
          if (turn.current === mine) put(checked)
        },
      )
      if (turn.current === mine)
        setMany(now => ({ ...now, rows: withoutDoubles(now.rows), isChecking: false }))
      return { kind: 'many' }
    },

    toggle: (ids: readonly number[], isChosen: boolean) =>
      setMany(now => ({
        ...now,
        rows: now.rows.map(row => (ids.includes(row.id) ? { ...row, isChosen } : row)),
      })),

    /** One after the other: what comes to the same template is then replaced, never mixed. */
    async importChosen() {
      setMany(now => ({ ...now, isImporting: true }))
      for (const row of many.rows.filter(({ isChosen }) => isChosen)) {
        put({ ...row, status: 'importing' })
        try {
          put({ ...row, status: 'imported', reason: null, isChosen: false, templateId: await importRow(row) })
        } catch (error) {
          put({ ...row, status: 'failed', reason: refusalMessage(t, error), isChosen: false })
        }
      }
      setMany(now => ({ ...now, isImporting: false, isDone: true }))
      for (const endpoint of [listTemplates, listGames, readTemplate])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
    },

    reset() {
      turn.current += 1
      setMany(nothing)
    },
  }
}
