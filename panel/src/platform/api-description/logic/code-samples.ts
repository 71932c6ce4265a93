// One call of an operation as people write it: with curl, in TypeScript with fetch, and in Python.

import type { Json } from './json-schema.ts'

export interface SampleCall {
  method: string
  /** With examples in the place of parameters. */
  address: string
  /** A media type with its example; null: there is no body. */
  body: { type: string; example: unknown } | null
  /** False where no token is needed. */
  isSignedIn: boolean
  /** Whether the answer is JSON. */
  answersJson: boolean
}

const isJson = (body: SampleCall['body']) => body?.type === 'application/json'

/** In single quotes for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

export function curlSample({ method, address, body, isSignedIn }: SampleCall): string {
  const lines = [`curl -X ${method} "$PANEL${address}"`]
  if (isSignedIn) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (body && isJson(body)) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`)
  } else if (body?.type === 'multipart/form-data') lines.push("-F 'files=@world.zip'")
  else if (body) lines.push(`-H 'Content-Type: ${body.type}'`, '--data-binary @FILE')
  return lines.join(' \\\n  ')
}

export function typescriptSample({ method, address, body, isSignedIn, answersJson }: SampleCall): string {
  const headers = [
    ...(isSignedIn ? [`    Authorization: \`Bearer \${token}\`,`] : []),
    ...(body && body.type !== 'multipart/form-data' ? [`    'Content-Type': '${body.type}',`] : []),
  ]
  const options = [
    `  method: '${method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body ? [`  body: ${isJson(body) ? `JSON.stringify(${indented(body.example)})` : 'bytes'},`] : []),
  ]
  return [
    `const answer = await fetch(\`\${panel}${address}\`, {`,
    ...options,
    '})',
    'if (!answer.ok) throw new Error((await answer.json()).message)',
    ...(answersJson ? ['const result = await answer.json()'] : []),
  ].join('\n')
}

const indented = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

export function pythonSample({ method, address, body, isSignedIn, answersJson }: SampleCall): string {
  const call = [
    `    f"{panel}${address}",`,
    ...(isSignedIn ? ['    headers={"Authorization": f"Bearer {token}"},'] : []),
    ...(body && isJson(body) ? [`    json=${inPython(body.example as Json)},`] : []),
    ...(body?.type === 'multipart/form-data' ? ['    files={"files": open("world.zip", "rb")},'] : []),
    ...(body && !isJson(body) && body.type !== 'multipart/form-data' ? ['    data=open("FILE", "rb"),'] : []),
  ]
  return [
    `answer = requests.${method.toLowerCase()}(`,
    ...call,
    ')',
    'answer.raise_for_status()',
    ...(answersJson ? ['result = answer.json()'] : []),
  ].join('\n')
}

function inPython(value: unknown, indent = '    '): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map(one => inPython(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close}`
}
