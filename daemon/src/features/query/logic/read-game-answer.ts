// Reads what the query library tells of a game, whatever shape the game gave it, into what we show.

import type { GamePlayer, GameQuery } from '@rookery/contracts/players.ts'

export interface GameAnswer {
  query: GameQuery
  /** Without bots; may hold fewer than the query counts, because some games name only some. */
  players: GamePlayer[]
}

const textLimit = 300
const playersLimit = 1_000

export function readGameAnswer(raw: unknown): GameAnswer {
  const answer = fieldsOf(raw)
  const inside = fieldsOf(answer.raw)
  const players = listOf(answer.players)
    .map(readPlayer)
    .filter(({ name }) => name !== '')
  const bots = listOf(answer.bots).length
  const counted = wholeNumber(answer.numplayers)
  return {
    query: {
      name: text(answer.name) ?? text(describedText(inside.description)),
      map: text(answer.map),
      version: text(answer.version) ?? text(fieldsOf(inside.version).name),
      players: counted === null ? null : Math.max(players.length, counted - bots),
      max_players: wholeNumber(answer.maxplayers),
      password: truth(answer.password),
      ping_ms: number(answer.ping),
    },
    players,
  }
}

function readPlayer(raw: unknown): GamePlayer {
  const player = fieldsOf(raw)
  const more = fieldsOf(player.raw)
  return {
    name: text(player.name) ?? '',
    id: null,
    score: number(more.score) ?? number(more.frags),
    ping: number(more.ping),
    seconds: number(more.time),
  }
}

/** Minecraft describes itself by text, or by pieces of text inside each other. */
function describedText(description: unknown, depth = 0): string {
  if (typeof description === 'string') return description.replaceAll(/\u00A7./gu, '')
  if (depth > 4) return ''
  const { text: own, extra } = fieldsOf(description)
  const pieces = listOf(extra).map(piece => describedText(piece, depth + 1))
  return [typeof own === 'string' ? own : '', ...pieces].join('')
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, playersLimit) : []
}

/** Control characters are no part of a name; the library writes what it does not know as an empty text. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const clean = value
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, textLimit)
  return clean === '' || clean === 'undefined' ? null : clean
}

function number(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? Math.round(read * 10) / 10 : null
}

function wholeNumber(value: unknown): number | null {
  const read = number(value)
  return read === null ? null : Math.min(1_000_000, Math.max(0, Math.trunc(read)))
}

function truth(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === '0' || value === 0) return false
  return value === '1' || value === 1 ? true : null
}
