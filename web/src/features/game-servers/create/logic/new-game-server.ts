// A game server that is being made up: what was typed, what is wrong with it, and what is sent.

import type { CallOf } from '@rookery/contracts/http/endpoint.ts'
import type { createGameServer, GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { findPlace } from '@rookery/contracts/http/placement.ts'
import { boundsMemoryAndCpu } from '@rookery/contracts/process-managers.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { ruleProblem } from '@rookery/primitives/variable-rules/variable-rules.ts'
import { isAgreement, shapeOf } from '../../../../parts/variables/logic/variable-shape.ts'
import { tagsOf } from '../../../../ui/controls/tag-rules.ts'
import { emptyPlace, newPlace, type PlaceFields, placeFaults } from '../../place/place-field-rules.ts'

import { anyNode, type ChosenNode, type Wish } from './node-choices.ts'

export type NewGameServerBody = CallOf<typeof createGameServer>['body']

export interface Draft {
  name: string
  /** Null: nobody has chosen. */
  nodeId: number | 'anywhere' | null
  /** Where the panel chooses. */
  wish: Wish
  place: PlaceFields
  /** Whoever typed a memory limit, or emptied it, has that one instead of the proposed. */
  isMemoryChosen: boolean
  way: string | null
  image: string | null
  variables: Record<string, string>
  tags: string
  /** Null: nobody. */
  owner: GameServer['owner']
  install: boolean
  start: boolean
}

/** What tells it from others of its game: "Paper" of "Minecraft: Paper". */
export const shortName = (templateName: string): string =>
  templateName.split(': ').at(-1)?.trim() || templateName

/** The name itself, or with the first number that no server has: "Paper 2". */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map(each => each.trim().toLowerCase()))
  const isFree = (candidate: string) => !known.has(candidate.toLowerCase())
  let candidate = name
  for (let number = 2; !isFree(candidate); number += 1) candidate = `${name} ${number}`
  return candidate
}

/** The game's name is a good first name. */
export const firstDraft = (name: string): Draft => ({
  name,
  nodeId: null,
  wish: anyNode,
  place: emptyPlace,
  isMemoryChosen: false,
  way: null,
  image: null,
  variables: {},
  tags: '',
  owner: null,
  install: true,
  start: true,
})

/** A quarter more than the game needs at least, so that it is not ended on a busy evening; in half GiB. */
function proposedMemoryGib({ needs }: Pick<Template, 'needs'>, way: string | undefined): string {
  const neededMb = needs?.memory_mb
  if (neededMb === undefined || way === undefined || !boundsMemoryAndCpu(way)) return ''
  return String(Math.ceil((neededMb * 1.25) / 512) / 2)
}

/** With the memory that is proposed where it can be held to. */
export const withProposal = (
  draft: Draft,
  template: Pick<Template, 'needs'>,
  way: string | undefined,
): Draft =>
  draft.isMemoryChosen
    ? draft
    : { ...draft, place: { ...draft.place, memoryGib: proposedMemoryGib(template, way) } }

type Variable = Template['variables'][number]

export const valueIn = (draft: Draft, variable: Variable): string =>
  draft.variables[variable.name] ?? variable.default

/** Only those that can be set: a fixed value is the template's own affair. */
export const offeredVariables = (template: Template, isAdministrator = true): Variable[] =>
  template.variables.filter(({ editable_by, visible_to }) =>
    isAdministrator ? editable_by !== 'nobody' : editable_by === 'everyone' && visible_to === 'everyone',
  )

/** An empty secret is made up by the panel. */
export function isWrong(variable: Variable, draft: Draft): boolean {
  const value = valueIn(draft, variable)
  if (variable.secret && value === '') return false
  return ruleProblem(variable.rules, value) !== null
}

/** The license that has to be accepted before a start. */
export function lacksAgreement(variable: Variable, draft: Draft): boolean {
  const shape = shapeOf(variable)
  if (!draft.start || !draft.install || !isAgreement(variable) || shape.kind !== 'switch') return false
  return valueIn(draft, variable) !== shape.on
}

export function isReady(
  draft: Draft,
  template: Template,
  nodeId: number | null,
  isAdministrator = true,
): boolean {
  return (
    draft.name.trim() !== '' &&
    nodeId !== null &&
    Object.keys(placeFaults(draft.place)).length === 0 &&
    offeredVariables(template, isAdministrator).every(
      variable => !isWrong(variable, draft) && !lacksAgreement(variable, draft),
    )
  )
}

type TakenPorts = Pick<GameServer, 'node_id' | 'port' | 'query_port' | 'rcon_port'>

/** The typed game port, else the template's or the next that no server of the node has. Null where it can't be told. */
export function likelyPort(
  { place }: Pick<Draft, 'place'>,
  template: Template,
  nodeId: number | null,
  gameServers: readonly TakenPorts[],
): number | null {
  if (place.port !== '') return placeFaults(place).port ? null : Number(place.port)
  const preferred = template.ports.game?.default
  if (preferred === undefined || nodeId === null) return null
  const onNode = gameServers.filter(({ node_id }) => node_id === nodeId)
  const taken = new Set(onNode.flatMap(({ port, query_port, rcon_port }) => [port, query_port, rcon_port]))
  let port = preferred
  while (taken.has(port)) port += 1
  return port <= 65_535 ? port : null
}

const placementOf = ({ location, tags }: Wish) => ({
  ...(location && { location }),
  ...(tags.length > 0 && { tags: [...tags] }),
})

export type PlacementQuestion = Omit<NonNullable<CallOf<typeof findPlace>['query']>, 'template_id'>

/** What the panel is asked about the nodes while the form is filled in. */
export function placementQuestion({ wish, place, way }: Draft): PlacementQuestion {
  const faults = placeFaults(place)
  const { memory_limit_bytes, cpu_limit_percent, disk_limit_bytes } = newPlace(place)
  const asText = (amount: number | '' | undefined, isWrong: unknown) =>
    amount && !isWrong ? String(amount) : undefined
  const question = {
    location: wish.location || undefined,
    tags: wish.tags.length > 0 ? wish.tags.join(',') : undefined,
    process_manager: way ?? undefined,
    memory_limit_bytes: asText(memory_limit_bytes, faults.memoryGib),
    cpu_limit_percent: asText(cpu_limit_percent, faults.cpuPercent),
    disk_limit_bytes: asText(disk_limit_bytes, faults.diskGib),
  }
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined))
}

/** What was left as it is by default is left to the panel. */
export function bodyOf(
  draft: Draft,
  templateId: number,
  { isAnywhere, choice }: ChosenNode,
): NewGameServerBody {
  // A limit that was proposed holds for this way alone, whichever node it will be.
  const way = draft.way ?? (isAnywhere ? choice?.ways[0] : undefined)
  return {
    name: draft.name.trim(),
    ...(isAnywhere ? { placement: placementOf(draft.wish) } : { node_id: choice?.node.id }),
    template_id: templateId,
    ...newPlace(draft.place),
    ...(way && { process_manager: way as NewGameServerBody['process_manager'] }),
    ...(draft.image && { image: draft.image }),
    ...(Object.keys(draft.variables).length > 0 && { variables: draft.variables }),
    ...(draft.tags.trim() && { tags: tagsOf(draft.tags) }),
    ...(draft.owner && { owner_id: draft.owner.id }),
    install: draft.install,
    start: draft.install && draft.start,
  }
}
