// What a plugin is written with: functions that listen, what they are given, and everything in host.ts.

import { abi_version, alloc, answered, answerWith, call, refused } from './abi'
import { Json } from './json'

export { abi_version, alloc, call }
export { Answer, fetch, forget, gameServers, load, log, nodes, now, power, save, savedKeys, setting, users, warn } from './host'
export { Json, Kind, parseJson } from './json'

export class Request {
  constructor(private json: Json) {}

  get method(): string {
    return this.json.get('method').asText()
  }
  /** Below the plugin's own address, such as /status. */
  get path(): string {
    return this.json.get('path').asText()
  }
  get body(): string {
    return this.json.get('body').asText()
  }
  query(name: string): string {
    return this.json.get('query').get(name).asText()
  }
  header(name: string): string {
    return this.json.get('headers').get(name.toLowerCase()).asText()
  }
  /** id, login and is_admin of who asks; null on a public route. */
  get caller(): Json {
    return this.json.get('caller')
  }
}

export class Response {
  private json: Json = Json.object()

  static text(body: string, status: i32 = 200): Response {
    return Response.of(body, 'text/plain; charset=utf-8', status)
  }
  static html(body: string, status: i32 = 200): Response {
    return Response.of(body, 'text/html; charset=utf-8', status)
  }
  static json(body: Json, status: i32 = 200): Response {
    return Response.of(body.toString(), 'application/json; charset=utf-8', status)
  }
  private static of(body: string, type: string, status: i32): Response {
    const response = new Response()
    response.json.setNumber('status', status).setText('body', body)
    response.json.set('headers', Json.object().setText('content-type', type))
    return response
  }
  header(name: string, value: string): Response {
    this.json.get('headers').setText(name, value)
    return this
  }
  toJson(): Json {
    return this.json
  }
}

let starting: (() => void) | null = null
let hearing: ((event: Json) => void) | null = null
let serving: ((request: Request) => Response) | null = null

/** Called once after each start. */
export function onStart(work: () => void): void {
  starting = work
  answerWith(answer)
}
/** Called for every event that plugin.json names; `event.get("event").asText()` says which. */
export function onEvent(work: (event: Json) => void): void {
  hearing = work
  answerWith(answer)
}
/** Called for every request to a route of plugin.json. */
export function onRequest(work: (request: Request) => Response): void {
  serving = work
  answerWith(answer)
}

/** For text that goes into HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function answer(name: string, argument: Json): Json {
  if (name == 'start') {
    const work = starting
    if (work !== null) work()
    return answered(Json.nothing())
  }
  if (name == 'event') {
    const work = hearing
    if (work !== null) work(argument)
    return answered(Json.nothing())
  }
  if (name == 'http') {
    const work = serving
    return work === null ? refused('this plugin serves no requests') : answered(work(new Request(argument)).toJson())
  }
  return refused('this plugin does not know ' + name)
}
