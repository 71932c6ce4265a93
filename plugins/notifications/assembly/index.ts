// Tells a webhook of crashes and failed tasks, in the shape that Discord, Slack or an own program reads.

import { Answer, fetch, Json, onEvent, onRequest, Request, Response, setting, warn } from './sdk'

export { abi_version, alloc, call } from './sdk'

onEvent((event: Json): void => {
  const words = messageOf(event)
  if (words.length == 0) return
  const sent = send(words, event)
  if (!sent.isFine) warn('not sent: ' + sent.problem)
})

onRequest((request: Request): Response => {
  const who = request.caller.get('login').asText()
  const sent = send('A test message of ' + who + ': notifications work.', Json.object().setText('event', 'test'))
  if (!sent.isFine) return Response.json(Json.object().setTruth('sent', false).setText('problem', sent.problem))
  const status = sent.value.get('status').asNumber()
  const isTaken = status >= 200 && status < 300
  const answer = Json.object().setTruth('sent', isTaken)
  if (!isTaken) answer.setText('problem', 'the webhook answered ' + status.toString())
  return Response.json(answer)
})

/** '' for what nobody wants to hear. */
function messageOf(event: Json): string {
  const server = event.get('server').get('name').asText('the panel')
  if (event.get('event').asText() == 'server.state') {
    if (event.get('state').asText() != 'crashed' || setting('crashes') != 'true') return ''
    const reason = event.get('reason').asText()
    return server + ' has crashed' + (reason.length > 0 ? ': ' + reason : '')
  }
  const task = event.get('task')
  if (task.get('status').asText() != 'error' || setting('tasks') != 'true') return ''
  const message = task.get('message').asText()
  return 'The task ' + task.get('kind').asText() + ' of ' + server + ' failed' + (message.length > 0 ? ': ' + message : '')
}

function send(words: string, event: Json): Answer {
  const url = setting('url')
  if (url.length == 0) return new Answer(Json.nothing(), 'no webhook address was entered')
  const sent = fetch(url, 'POST', bodyOf(words, event).toString(), 'application/json')
  return sent
}

function bodyOf(words: string, event: Json): Json {
  const format = setting('format')
  if (format == 'slack') return Json.object().setText('text', words)
  if (format == 'json') return Json.object().setText('message', words).set('event', event)
  // Names are written by people: nobody is to be called by them.
  return Json.object()
    .setText('content', words.substring(0, 1900))
    .set('allowed_mentions', Json.object().set('parse', Json.list()))
}
