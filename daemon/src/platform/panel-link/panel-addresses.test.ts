// The order in which a daemon tries the addresses of its panel.

import { expect, test } from 'vitest'
import { createPanelAddresses } from './panel-addresses.ts'

const name = 'panel.rookery.internal'
const at = (address: string, serverName = name) => ({ address, serverName })

test('every address once: the one that was good first, the one that failed last', async () => {
  const addresses = createPanelAddresses('panel.example:31718', async () => [
    '10.0.0.1',
    '10.0.0.2',
    'fd00::3',
  ])
  const [one, two, three] = ['10.0.0.1:31718', '10.0.0.2:31718', '[fd00::3]:31718'] as const
  const round = async () => (await addresses.round(false)).map(({ address }) => address)
  expect(await round()).toEqual([one, two, three])
  addresses.failed(at(one))
  expect(await round()).toEqual([two, three, one])
  addresses.worked(at(three))
  expect(await round()).toEqual([three, two, one])
  addresses.failed(at(three))
  expect(await round()).toEqual([one, two, three])
})

test('one address, or a name that cannot be looked up, is dialled as it was given', async () => {
  const asked: string[] = []
  const single = createPanelAddresses('[::1]:31718', async host => {
    asked.push(host)
    return ['::1']
  })
  expect(await single.round(false)).toEqual([at('[::1]:31718')])
  expect(asked).toEqual(['::1'])
  const unknown = createPanelAddresses('panel.example:31718', async () =>
    Promise.reject(new Error('ENOTFOUND')),
  )
  expect(await unknown.round(false)).toEqual([at('panel.example:31718')])
})

test('L18 one address before several instances: many server names, beginning after the one that failed', async () => {
  const addresses = createPanelAddresses('10.0.0.1:31718', async host => [host])
  const round = async () => (await addresses.round(true)).map(({ serverName }) => serverName)
  const numbered = (from: number) => Array.from({ length: 12 }, (_, plus) => `${from + plus}.${name}`)
  expect(await round()).toEqual([name, ...numbered(1).slice(0, 11)])
  addresses.failed(at('10.0.0.1:31718'))
  expect(await round()).toEqual(numbered(1))
  addresses.worked(at('10.0.0.1:31718', `3.${name}`))
  expect(await round()).toEqual(numbered(3))
})

test('L18 a round in which no name led to an instance that answers is followed by other names', async () => {
  const addresses = createPanelAddresses('10.0.0.1:31718', async host => [host])
  const tried = new Set<string>()
  for (let rounds = 0; rounds < 20; rounds++) {
    for (const target of await addresses.round(true)) {
      expect(tried).not.toContain(target.serverName)
      tried.add(target.serverName)
      addresses.failed(target)
    }
  }
})

test('L18 the next server name is tried too where nothing is known of other instances', async () => {
  const addresses = createPanelAddresses('10.0.0.1:31718', async host => [host])
  addresses.failed(at('10.0.0.1:31718'))
  expect(await addresses.round(false)).toEqual([at('10.0.0.1:31718', `1.${name}`)])
})
