// AsyncAPI 3, made from the described channels: what a program needs to speak to them.

import {
  closeCodeTexts,
  type DescribedChannel,
  type DescribedMessage,
  describedChannels,
} from '@rookery/contracts/api/channels.ts'
import { examples } from '@rookery/contracts/api/examples.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { exampleOf } from './logic/example-of.ts'
import type { Json } from './logic/json-schema.ts'
import { licenseUrl } from './logic/openapi-3-0.ts'
import { createSchemas } from './schemas.ts'

/** One message of a channel, ready to be shown. */
export interface MessageExample {
  type: string
  description: string
  example: Json
}

/** `event.node-install` → `EventNodeInstall`. */
const typeOfMessage = (type: string) =>
  type.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase())

const exampleTime = 1_773_511_509

export function asyncApiDocument(version: string) {
  const schemas = createSchemas()
  const messages = new Map<string, { message: DescribedMessage; schema: Json; key: string }>()
  const keyOf = ({ type }: DescribedMessage) => typeOfMessage(type)
  for (const channel of describedChannels) {
    for (const [direction, list] of [
      ['receives', channel.receives],
      ['sends', channel.sends],
    ] as const) {
      for (const message of list) {
        const key = keyOf(message)
        if (messages.has(key)) continue
        const schema =
          direction === 'sends' ? schemas.request(message.payload) : schemas.answer(message.payload)
        messages.set(key, { message, schema, key })
      }
    }
  }
  const settled = schemas.settle([...messages.values()].map(({ schema }) => schema))
  const missing = new Set<string>()
  const source = {
    values: examples,
    component: (reference: string) =>
      settled.components[reference.slice(reference.lastIndexOf('/') + 1)] ?? {},
    missing: (field: string) => missing.add(field),
  }
  const described = new Map<string, MessageExample>()
  const componentMessages: Record<string, Json> = {}
  for (const [index, { message, key }] of [...messages.values()].entries()) {
    const payload = settled.document[index] ?? {}
    const isSent = describedChannels.some(channel => channel.sends.some(({ type }) => type === message.type))
    const example = {
      type: message.type,
      payload: exampleOf(payload, source, { type: key, field: '' }),
      ...(isSent ? {} : { ts: exampleTime }),
    }
    described.set(key, { type: message.type, description: message.description, example })
    componentMessages[key] = {
      name: message.type,
      title: message.type,
      summary: message.description,
      contentType: 'application/json',
      payload: {
        type: 'object',
        required: isSent ? ['type'] : ['type', 'payload', 'ts'],
        properties: {
          type: { const: message.type },
          payload,
          ...(isSent ? {} : { ts: { type: 'integer', description: 'Unix seconds' } }),
        },
      },
      examples: [{ payload: example }],
    }
  }
  const refer = (channel: DescribedChannel, list: readonly DescribedMessage[]) =>
    list.map(message => ({ $ref: `#/channels/${channel.name}/messages/${keyOf(message)}` }))
  const channels = Object.fromEntries(
    describedChannels.map(channel => [
      channel.name,
      {
        address: channel.path,
        title: channel.title,
        description: channel.description,
        ...parametersOf(channel),
        messages: Object.fromEntries(
          [...channel.receives, ...channel.sends].map(message => {
            const key = keyOf(message)
            return [key, { $ref: `#/components/messages/${key}` }]
          }),
        ),
        bindings: { ws: { method: 'GET', query: queryOf(channel), bindingVersion: '0.1.0' } },
      },
    ]),
  )
  const operations = Object.fromEntries(
    describedChannels.flatMap(channel => {
      const to = { $ref: `#/channels/${channel.name}` }
      const title = channel.name.charAt(0).toUpperCase() + channel.name.slice(1)
      return [
        [
          `receive${title}`,
          {
            action: 'receive',
            summary: channel.title,
            description: `What the panel sends. ${channel.description}`,
            channel: to,
            messages: refer(channel, channel.receives),
          },
        ],
        [
          `send${title}`,
          {
            action: 'send',
            summary: channel.title,
            description: `What the panel takes. Anything else is answered with an \`error\` that names these messages.`,
            channel: to,
            messages: refer(channel, channel.sends),
          },
        ],
      ]
    }),
  )
  const document: Json = {
    asyncapi: '3.0.0',
    info: {
      title: 'Rookery channels',
      version,
      description: introduction,
      license: { name: 'MIT', url: licenseUrl },
      tags: [{ name: 'WebSocket', description: 'Live channels of the panel.' }],
    },
    servers: {
      panel: {
        host: '{host}',
        protocol: 'wss',
        description: 'Your panel; `ws` where it is reached without TLS.',
        variables: {
          host: {
            default: 'localhost:8025',
            description: 'Where your panel is, with its port unless that is 443.',
          },
        },
        security: [{ $ref: '#/components/securitySchemes/shortLivedToken' }],
      },
    },
    defaultContentType: 'application/json',
    channels,
    operations,
    components: {
      messages: componentMessages,
      schemas: settled.components,
      securitySchemes: {
        shortLivedToken: {
          type: 'httpApiKey',
          in: 'query',
          name: 'token',
          description: 'A single-use token from `POST /api/auth/short-lived-token`.',
        },
      },
    },
  }
  const messagesOf = (list: readonly DescribedMessage[]) =>
    list.flatMap(message => described.get(keyOf(message)) ?? [])
  return {
    document,
    missingExamples: [...missing],
    channels: describedChannels.map(channel => ({
      ...channel,
      receives: messagesOf(channel.receives),
      sends: messagesOf(channel.sends),
    })),
  }
}

const introduction = [
  'Live channels of the panel over WebSocket. Every message is a JSON object with `type`, `payload` and, from the panel, `ts` (Unix seconds).',
  'Right before you connect, ask for a short-lived token (`POST /api/auth/short-lived-token`) and pass it as `?token=`. It works once and for a few seconds.',
  `Close codes: ${Object.entries(closeCodes)
    .map(([name, code]) => `**${code}** ${closeCodeTexts[name as keyof typeof closeCodes]}`)
    .join(' ')}`,
].join('\n\n')

function parametersOf({ path }: DescribedChannel): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => name)
  if (names.length === 0) return {}
  return {
    parameters: Object.fromEntries(names.map(name => [name, { description: 'An id', examples: ['7'] }])),
  }
}

function queryOf({ query }: DescribedChannel): Json {
  const properties = Object.entries({ token: 'A short-lived token.', ...query }).map(
    ([name, description]) => [name, { type: 'string', description }],
  )
  return { type: 'object', required: ['token'], properties: Object.fromEntries(properties) }
}
