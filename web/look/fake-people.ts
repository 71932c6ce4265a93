// Answers about users and roles in place of a panel.

import { changePermissionsOnGameServer, readUserAccess } from '@rookery/contracts/http/permissions.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listUserGameServers, listUsers } from '@rookery/contracts/http/users.ts'
import type { Answer, Scene } from './fake-panel.ts'
import * as fixtures from './people-fixtures.ts'

export function checkPeople(): void {
  listUsers.answer.parse(fixtures.users)
  listRoles.answer.parse(fixtures.roles)
  for (const person of fixtures.people) {
    listUserGameServers.answer.parse(fixtures.visibleTo(person))
    readUserAccess.answer.parse(fixtures.accessOf(person))
    changePermissionsOnGameServer.answer.parse(fixtures.permissionsOn(person, 1))
  }
}

const whole = (rows: unknown[]): Answer => ({ body: rows, headers: { 'x-total-count': String(rows.length) } })

const notThere = {
  status: 404,
  body: { status: 'error', code: 'not_found', message: 'no', http_code: 404, request_id: 'look-2' },
}
const refusedUser = {
  status: 422,
  body: {
    status: 'error',
    code: 'invalid_input',
    message: 'some fields are not valid',
    http_code: 422,
    request_id: 'look-3',
    errors: { login: ['is already taken'] },
  },
}

function listed(query: URLSearchParams): Answer {
  const q = query.get('q')?.toLowerCase() ?? ''
  const role = query.get('role')
  return whole(
    fixtures.users.filter(
      user =>
        `${user.login} ${user.name} ${user.email}`.toLowerCase().includes(q) &&
        (!role || user.roles.includes(role)),
    ),
  )
}

/** Null: not about people. */
export function peopleAnswer(scene: Scene, method: string, url: URL, body: unknown): Answer | null {
  const [, , section, idText, part, serverText] = url.pathname.split('/')
  if (section !== 'users' && section !== 'roles') return null
  if (scene.isPlainUser)
    return { status: 403, body: { status: 'error', code: 'forbidden', message: 'no', http_code: 403 } }
  if (section === 'roles') return roleAnswer(method, idText, body)
  if (!idText) {
    if (method === 'GET') return scene.isAlone ? whole(fixtures.users.slice(0, 1)) : listed(url.searchParams)
    const wish = body as { login: string }
    if (wish.login === 'jonas') return refusedUser
    return { status: 201, body: { ...fixtures.users[3], name: wish.login, ...wish, password: undefined } }
  }
  const person = fixtures.people.find(({ user }) => user.id === Number(idText))
  if (!person) return notThere
  if (!part && method === 'DELETE') return { status: 204 }
  if (!part && method === 'PUT') Object.assign(person.user, body)
  if (!part) return { body: person.user }
  if (part === 'servers' && serverText) {
    if (method === 'PUT') fixtures.changeOn(person, Number(serverText), body as never)
    return { body: fixtures.permissionsOn(person, Number(serverText)) }
  }
  if (part === 'servers') return whole(fixtures.visibleTo(person))
  if (part === 'access') return { body: fixtures.accessOf(person) }
  if (part === 'permissions') {
    if (method === 'PUT') {
      const single = person.entries.filter(each => !fixtures.wideEntries(person).includes(each))
      person.entries = [...single, ...(body as typeof single)]
    }
    return { body: fixtures.wideEntries(person) }
  }
  return notThere
}

function roleAnswer(method: string, idText: string | undefined, body: unknown): Answer {
  if (!idText) {
    if (method === 'GET') return whole(fixtures.roles)
    return { status: 201, body: { ...fixtures.roles[2], ...(body as object) } }
  }
  const role = fixtures.roles.find(({ id }) => id === Number(idText))
  if (!role) return notThere
  if (method === 'DELETE') return { status: 204 }
  if (method === 'PUT') Object.assign(role, body)
  return { body: role }
}
