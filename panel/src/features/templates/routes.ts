// Routes of templates, for administrators and for people who hold a general permission on templates; eggs come in here.

import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  exportTemplate as exportEndpoint,
  importedTemplate,
  importTemplate,
  listGames,
  listTemplates,
  readTemplate,
} from '@rookery/contracts/http/templates.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import { inSection, listOfSection } from '../../platform/http/access-rule.ts'
import type { CachedAnswers } from '../../platform/http/cached-answers.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { readerLanguage } from '../../platform/http/reader-language.ts'
import { creatingRoute, madeObject, type Route, route, type WrittenPage } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { ImportEgg } from './import-egg.ts'
import { summaryOf, type Templates } from './templates.ts'

interface TemplateRoutesDeps {
  templates: Templates
  access: Pick<Access, 'rightsOf' | 'visibleObjects' | 'forgetObject'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  importEgg: ImportEgg
  readList: CachedAnswers<WrittenPage>
  now(): number
}

export function templateRoutes({
  templates,
  importEgg,
  readList,
  access,
  audit,
  peopleActivity,
  editTags,
  now,
}: TemplateRoutesDeps): Route[] {
  const success = { outcome: 'success' } as const
  const alsoRecord =
    (caller: SignedInCaller, event: NewPeopleEntry['event'], details: NewPeopleEntry['details'] = {}) =>
    ({ id, name }: { id: number; name: string }): AlsoWrite =>
    transaction =>
      peopleActivity.write(transaction, authorOf(caller), {
        event,
        subject: { type: 'template', id, name },
        details,
      })
  return [
    route(listTemplates, listOfSection('template'), async ({ query, caller: { userId } }, exchange) => {
      const language = readerLanguage(exchange)
      return readList(await access.rightsOf(userId), JSON.stringify({ query, language }), async () => {
        const visible = await access.visibleObjects(userId, 'template')
        const { items, total } = await templates.list(windowOf(query), visible, language)
        return { json: Buffer.from(JSON.stringify(items)), total }
      })
    }),
    route(listGames, listOfSection('template'), async call =>
      templates.listGames(await access.visibleObjects(call.caller.userId, 'template')),
    ),
    route(readTemplate, inSection('template', 'view'), async (call, exchange) => {
      const { stored, answer } = await templates.read(call.params.id, readerLanguage(exchange))
      editTags.give(exchange.reply, stored)
      return answer
    }),
    creatingRoute(createTemplate, inSection('template', 'create'), {
      made: madeObject,
      async create({ body, request, caller }, once) {
        const made = await templates.create(body.text, async (transaction, added) => {
          await once.note(transaction, { id: added.id })
          await alsoRecord(caller, 'template_created')(added)(transaction)
        })
        audit.record(
          { event: 'template.created', ...success, request, details: { template_id: made.id } },
          caller,
        )
        return made
      },
      again: async ({ id }) => summaryOf(await templates.find(id)),
    }),
    route(
      changeTemplate,
      inSection('template', 'edit'),
      async ({ params, body, request, caller }, { incoming }) => {
        const requireState = editTags.requiredBy(incoming.headers)
        const also = (change: { present: Template; changed: Template }) =>
          alsoRecord(caller, 'template_changed', { fields: changedParts(change) })({
            id: params.id,
            name: change.present.name,
          })
        const changed = await templates.change(params.id, body.text, also, requireState)
        audit.record(
          { event: 'template.changed', ...success, request, details: { template_id: params.id } },
          caller,
        )
        return changed
      },
    ),
    route(deleteTemplate, inSection('template', 'delete'), async ({ params, request, caller }) => {
      await templates.remove(params.id, alsoRecord(caller, 'template_deleted'))
      await access.forgetObject('template', params.id)
      audit.record(
        { event: 'template.deleted', ...success, request, details: { template_id: params.id } },
        caller,
      )
    }),
    creatingRoute(importTemplate, inSection('template', 'create'), {
      made: importedTemplate,
      async create({ query, body, caller, request }, once) {
        const { dry_run: isDryRun, as_new: isNew } = query
        const made = await importEgg(body.text, caller, { isDryRun, isNew, also: once.note })
        if (made.id !== null) {
          const { name } = made.template
          const details = { template_id: made.id, template_name: name, replaced: made.replaces !== null }
          audit.record({ event: 'template.imported', ...success, request, details }, caller)
        }
        return made
      },
      again: imported => imported,
    }),
    route(exportEndpoint, inSection('template', 'view'), async call => {
      const { exportTemplate } = await import('./export-template.ts')
      return exportTemplate(await templates.find(call.params.id), call.query.format, now())
    }),
  ]
}

/** Which parts of the file differ; what they say may be long. */
function changedParts({ present, changed }: { present: Template; changed: Template }): string[] {
  const [before, after] = [new Map(Object.entries(present)), new Map(Object.entries(changed))]
  const parts = [...new Set([...before.keys(), ...after.keys()])]
  return parts.filter(part => JSON.stringify(before.get(part)) !== JSON.stringify(after.get(part)))
}
