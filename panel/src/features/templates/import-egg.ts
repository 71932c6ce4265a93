// Importing an egg: read, made into a template, checked, and put in the place of what came from the same egg before.

import { createHash } from 'node:crypto'
import type { ImportedTemplate } from '@rookery/contracts/http/templates.ts'
import { problemsOf } from '@rookery/contracts/template/check-template.ts'
import { placeName } from '@rookery/contracts/template/template-problem.ts'
import { type Template, template as templateShape } from '@rookery/contracts/template.ts'
import type { Transaction } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { inSection } from '../../platform/http/access-rule.ts'
import { lacking } from '../../platform/lacking.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { ImportedTemplatesStore } from './imported-templates-store.ts'
import { type Egg, eggLimitBytes } from './logic/eggs/egg.ts'
import { slugOf } from './logic/eggs/mapping/egg-slug.ts'
import type { TemplateUser } from './logic/unfit-game-servers.ts'
import type { TemplatesStore } from './templates-store.ts'

interface EggImportDeps {
  store: Pick<TemplatesStore, 'create' | 'replace' | 'find' | 'usersOf'>
  imported: ImportedTemplatesStore
  access: Pick<Access, 'isAllowed'>
  changes: Pick<Changes, 'publishEverywhere'>
  peopleActivity: Pick<PeopleActivity, 'write'>
  /** The same as when a template is changed by hand. */
  refuseUnfit(change: { present: Template; changed: Template }, users: readonly TemplateUser[]): void
  now(): number
}

/** Written together with the template. */
type AlsoImport = (transaction: Transaction<Schema>, imported: ImportedTemplate) => Promise<void>

export type ImportEgg = ReturnType<typeof createImportEgg>

export function createImportEgg({
  store,
  imported,
  access,
  changes,
  peopleActivity,
  refuseUnfit,
  now,
}: EggImportDeps) {
  return async (
    text: string,
    caller: SignedInCaller,
    options: { isDryRun: boolean; isNew: boolean; also: AlsoImport },
  ): Promise<ImportedTemplate> => {
    const { egg, warnings } = await eggIn(text)
    const [originKey, ...otherKeys] = originKeysOf(egg)
    const known = await imported.findByKeys([originKey, ...otherKeys])
    const replaced = options.isNew ? null : known
    const isSecond = known !== null && replaced === null
    if (replaced) await refuseWithoutEdit(access, caller, replaced.id)
    const slug = replaced?.slug ?? (await freeSlug(egg.name, imported))
    const { eggToTemplate } = await import('./logic/eggs/mapping/egg-to-template.ts')
    const made = eggToTemplate(egg, slug)
    const template = checked(
      isSecond ? { ...made.template, name: numbered(made.template.name, slug) } : made.template,
    )
    const present = replaced && (await store.find(replaced.id))
    if (present)
      refuseUnfit({ present: present.template, changed: template }, await store.usersOf(present.id))
    const notes = [...warnings.map(warning => ({ kind: 'warning' as const, ...warning })), ...made.notes]
    const preview = {
      id: null,
      replaces: replaced?.id ?? null,
      unchanged: present ? JSON.stringify(present.template) === JSON.stringify(template) : false,
      format: egg.version,
      template,
      notes,
    }
    if (options.isDryRun) return preview

    // The egg stays that of the template which came from it first.
    const added = {
      template,
      source: 'imported' as const,
      origin: text,
      originKey: isSecond ? null : originKey,
    }
    const also: AlsoCreate = async (transaction, id) => {
      await options.also(transaction, { ...preview, id })
      await peopleActivity.write(transaction, authorOf(caller), {
        event: 'template_imported',
        subject: { type: 'template', id, name: template.name },
      })
    }
    if (replaced) {
      const { id } = replaced
      await store.replace(id, added, now(), transaction => also(transaction, id)).catch(refuseClash)
      await changes.publishEverywhere({ kind: 'template-changed', templateId: replaced.id })
      return { ...preview, id: replaced.id }
    }
    return { ...preview, id: await store.create(added, now(), also).catch(refuseClash) }
  }
}

async function eggIn(text: string): Promise<{ egg: Egg; warnings: { field: string; words: string }[] }> {
  if (Buffer.byteLength(text) > eggLimitBytes) {
    throw new PanelError('too_large', {
      message: `an egg may have ${eggLimitBytes / 1024 / 1024} MiB at most`,
    })
  }
  // Rarely needed, and what reads eggs is large: an idle panel does without it.
  const { readEgg } = await import('./logic/eggs/reading/read-egg.ts')
  const read = readEgg(text)
  if ('problem' in read) throw cannotImport([read.problem])
  return read
}

function cannotImport(problems: string[]): PanelError {
  return new PanelError('invalid_input', {
    message: `the egg cannot be imported: ${problems[0]}`,
    fields: { text: problems },
  })
}

async function refuseWithoutEdit(
  access: Pick<Access, 'isAllowed'>,
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  if (await access.isAllowed(inSection('template', 'edit'), caller, { id: String(id) })) return
  const message = 'this egg was imported before, and you may not change the template that it would replace'
  throw lacking({ permission: 'edit', object_type: 'template' }, message)
}

async function freeSlug(name: string, imported: ImportedTemplatesStore): Promise<string> {
  const plain = slugOf(name, () => false)
  const taken = await imported.takenSlugs(plain.slice(0, 58))
  return slugOf(name, slug => taken.has(slug))
}

/** A second template of one egg is told from the first by the number that its slug has: "Paper 2". */
function numbered(name: string, slug: string): string {
  const number = /-(\d+)$/.exec(slug)?.[1]
  return number ? `${name} ${number}` : name
}

/** The same checks that every other template passes. */
function checked(made: Template): Template {
  const parsed = templateShape.safeParse(made)
  if (!parsed.success) {
    throw cannotImport(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  }
  const problems = problemsOf(parsed.data)
  if (problems.length > 0)
    throw cannotImport(problems.map(({ path, message }) => `${placeName(path)}: ${message}`))
  return parsed.data
}

function refuseClash(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new PanelError('conflict', {
    message: 'the same egg has just been imported: check the list',
  })
}

/**
 * By what an egg is recognized when it is imported again: its uuid, else its name and author. The first is kept with
 * the template; an egg that has got a uuid since replaces what it was before.
 */
function originKeysOf(egg: Pick<Egg, 'uuid' | 'name' | 'author'>): [string, ...string[]] {
  const named = JSON.stringify([egg.name.toLowerCase(), egg.author.toLowerCase()])
  const byName = `name:${createHash('sha256').update(named).digest('hex')}`
  const uuid = egg.uuid?.trim().toLowerCase() ?? ''
  return uuid === '' || uuid.length > 100 ? [byName] : [`uuid:${uuid}`, byName]
}
