// The games that can be installed: a built-in catalog that is read at start, and templates that people add.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { translateListed, translateTemplate } from '@rookery/contracts/template/translations.ts'
import type { Template } from '@rookery/contracts/template.ts'
import type { Kysely, Transaction } from 'kysely'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { AlsoCreate, AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type CachedAnswersDeps, createCachedAnswers } from '../../platform/http/cached-answers.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import type { WrittenPage } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { VisibleObjects } from '../access/logic/visible-objects.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import { createImportEgg } from './import-egg.ts'
import { createImportedTemplatesStore } from './imported-templates-store.ts'
import { createCatalogReader } from './load-catalog.ts'
import { type TemplateUser, unfitGameServers } from './logic/unfit-game-servers.ts'
import { templateRoutes } from './routes.ts'
import { createTemplatesStore, type ListedTemplate, type StoredTemplate } from './templates-store.ts'

export type { StoredTemplate } from './templates-store.ts'

interface TemplatesDeps extends CachedAnswersDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'isAllowed' | 'rightsOf' | 'visibleObjects' | 'forgetObject'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  translations: TemplateTranslations
  log: Log
}

export function openTemplates(deps: TemplatesDeps) {
  const templates = createTemplates(deps)
  const importEgg = createImportEgg({
    ...deps,
    store: createTemplatesStore(deps.db),
    imported: createImportedTemplatesStore(deps.db),
    refuseUnfit,
  })
  // Definitions are long, and a list reads all of them.
  const readList = createCachedAnswers<WrittenPage>(deps, { name: 'templates', of: ['templates'] })
  return { ...templates, routes: templateRoutes({ ...deps, templates, importEgg, readList }) }
}

export type Templates = ReturnType<typeof createTemplates>

export function createTemplates({
  db,
  changes,
  translations,
  log,
  now,
}: Pick<TemplatesDeps, 'db' | 'changes' | 'translations' | 'log' | 'now'>) {
  const store = createTemplatesStore(db)
  const publishChanged = (templateId: number) =>
    changes.publishEverywhere({ kind: 'template-changed', templateId })

  async function inLanguage(template: Template, language: string | null): Promise<Template> {
    if (language === null) return template
    return translateTemplate(template, (await translations(language, template)).text)
  }

  async function translatedSummary(found: ListedTemplate, language: string | null): Promise<TemplateSummary> {
    const { text } = await translations(language, found.template)
    return summaryOf({ ...found, template: { ...found.template, ...translateListed(found.template, text) } })
  }

  async function find(id: number): Promise<StoredTemplate> {
    const found = await store.find(id)
    if (!found) throw new PanelError('not_found', { message: 'there is no such template' })
    return found
  }

  async function findChangeable(id: number): Promise<StoredTemplate> {
    const found = await find(id)
    if (found.source !== 'built-in') return found
    throw new PanelError('conflict', {
      message: `${found.template.name} is built in and replaced with every version: copy it and change the copy`,
    })
  }

  async function refuseTakenSlug({ slug }: Template, ownId: number | null): Promise<void> {
    const holder = await store.holderOf(slug)
    if (holder && holder.id !== ownId) throw slugTaken(slug, holder.source === 'built-in')
  }

  return {
    loadCatalog: createCatalogReader({ store, publishChanged, log, now }),
    find,
    /** Null where no template has it. */
    idOfSlug: async (slug: string) => (await store.holderOf(slug))?.id ?? null,

    async list(window: { limit: number; offset: number }, visible: VisibleObjects, language: string | null) {
      const { items, total } = await store.list(window, visible)
      return { items: await Promise.all(items.map(item => translatedSummary(item, language))), total }
    },
    inLanguage,
    listGames: (visible: VisibleObjects) => store.games(visible),

    /** As it is stored, and how it reads in this language. */
    async read(id: number, language: string | null) {
      const found = await find(id)
      const template = await inLanguage(found.template, language)
      const answer = { ...summaryOf({ ...found, template }), template }
      return { stored: found.template, answer: { ...answer, game_servers: await store.countGameServers(id) } }
    },

    /** `also` is written together with it, here and below. */
    async create(
      text: string,
      also: (transaction: Transaction<Schema>, made: { id: number; name: string }) => Promise<void>,
    ): Promise<TemplateSummary> {
      const template = await templateIn(text)
      await refuseTakenSlug(template, null)
      const added = { template, source: 'own' as const, origin: text }
      const recorded: AlsoCreate = (transaction, made) => also(transaction, { id: made, name: template.name })
      const id = await store.create(added, now(), recorded).catch(error => {
        throw isUniqueViolation(error) ? slugTaken(template.slug, false) : error
      })
      return summaryOf({ ...added, id })
    },

    /** An imported template that is edited is an own one from then on: importing its egg again leaves it alone. */
    async change(
      id: number,
      text: string,
      also: (change: { present: Template; changed: Template }) => AlsoWrite,
      requireState: RequireState | null,
    ): Promise<TemplateSummary> {
      const { template: present } = await findChangeable(id)
      const template = await templateIn(text)
      await refuseTakenSlug(template, id)
      refuseUnfit({ present, changed: template }, await store.usersOf(id))
      const changed = { template, source: 'own' as const, origin: text }
      const check = requireState ? (found: StoredTemplate) => requireState(found.template) : undefined
      await store.replace(id, changed, now(), also({ present, changed: template }), check).catch(error => {
        throw isUniqueViolation(error) ? slugTaken(template.slug, false) : error
      })
      await publishChanged(id)
      return summaryOf({ ...changed, id })
    },

    async remove(id: number, also: (removed: { id: number; name: string }) => AlsoWrite): Promise<void> {
      const { template } = await findChangeable(id)
      const used = await store.countGameServers(id)
      if (used > 0) throw stillUsed(template, used)
      await store.remove(id, also({ id, name: template.name })).catch(error => {
        throw isForeignKeyViolation(error) ? stillUsed(template, 1) : error
      })
    },
  }
}

/** Reads the text that somebody sent, or refuses it with everything that is wrong with it. */
async function templateIn(text: string): Promise<Template> {
  // Rarely needed, and what reads YAML is large: an idle panel does without it.
  const { problemLine, readTemplate } = await import('@rookery/contracts/template/read-template.ts')
  const read = readTemplate(text)
  if ('template' in read) return read.template
  throw new PanelError('invalid_input', {
    message: 'the template cannot be used as it is',
    fields: { text: read.problems.map(problemLine) },
  })
}

function slugTaken(slug: string, isBuiltIn: boolean): PanelError {
  const holder = isBuiltIn ? 'a built-in template' : 'another template'
  return new PanelError('conflict', { message: `the slug ${slug} belongs to ${holder}: choose another` })
}

function stillUsed({ name }: Template, count: number): PanelError {
  const who = count === 1 ? 'a game server is' : `${count} game servers are`
  return new PanelError('conflict', { message: `${who} made from ${name}: delete them first` })
}

const namedUnfit = 5

/** Whoever puts a template in the place of another asks this first. */
function refuseUnfit(change: { present: Template; changed: Template }, users: readonly TemplateUser[]): void {
  const unfit = unfitGameServers(change, users)
  if (unfit.length === 0) return
  const more = unfit.length > namedUnfit ? `, and ${unfit.length - namedUnfit} more` : ''
  const who = unfit.slice(0, namedUnfit).join('; ')
  throw new PanelError('conflict', {
    message: `some game servers of this template do not work with the change: ${who}${more}. Change them first, or give new variables a default that their rules take`,
  })
}

export function summaryOf({ id, source, template }: ListedTemplate): TemplateSummary {
  const { slug, name, game, description, tags, process_managers, needs } = template
  const icon = template.icon ?? null
  return { id, slug, name, game, description, tags, process_managers, ...(needs && { needs }), icon, source }
}
