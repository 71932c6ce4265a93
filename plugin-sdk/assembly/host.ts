// What a plugin can ask of the panel. What the panel refuses comes back as `problem`, in words.

import { askHost } from './abi'
import { Json } from './json'

export class Answer {
  constructor(
    /** Null when it was refused. */
    public value: Json,
    /** Empty when it worked. */
    public problem: string,
  ) {}

  get isFine(): bool {
    return this.problem.length == 0
  }
}

function ask(name: string, argument: Json): Answer {
  const said = askHost(name, argument)
  return new Answer(said.get('answer'), said.get('error').asText())
}

export function log(message: string): void {
  ask('log', Json.object().setText('message', message))
}
export function warn(message: string): void {
  ask('log', Json.object().setText('level', 'warn').setText('message', message))
}

/** Milliseconds since 1970. */
export function now(): f64 {
  return ask('time.now', Json.object()).value.get('ms').asNumber()
}

/** What the administrator has entered for a setting of plugin.json. */
export function setting(name: string): string {
  return ask('settings.get', Json.object()).value.get(name).asText()
}

/** '' when there is none. Needs the permission storage. */
export function load(key: string): string {
  return ask('storage.get', Json.object().setText('key', key)).value.get('value').asText()
}
export function save(key: string, value: string): Answer {
  return ask('storage.set', Json.object().setText('key', key).setText('value', value))
}
export function forget(key: string): Answer {
  return ask('storage.delete', Json.object().setText('key', key))
}
export function savedKeys(prefix: string = ''): Json {
  return ask('storage.list', Json.object().setText('prefix', prefix)).value.get('keys')
}

/** A list of game servers: id, name, game, state, ip, port … Needs servers:read. */
export function gameServers(): Json {
  return ask('servers.list', Json.object()).value.get('servers')
}
/** `action`: start, stop or restart. Needs servers:control. */
export function power(id: i32, action: string): Answer {
  return ask('servers.power', Json.object().setNumber('id', id).setText('action', action))
}
/** Needs nodes:read. */
export function nodes(): Json {
  return ask('nodes.list', Json.object()).value.get('nodes')
}
/** Needs users:read. */
export function users(): Json {
  return ask('users.list', Json.object()).value.get('users')
}

/** One HTTP request; `value` has status, headers and body. Needs http. */
export function fetch(url: string, method: string = 'GET', body: string = '', contentType: string = ''): Answer {
  const request = Json.object().setText('url', url).setText('method', method)
  if (body.length > 0) request.setText('body', body)
  if (contentType.length > 0) request.set('headers', Json.object().setText('content-type', contentType))
  return ask('http.fetch', request)
}
