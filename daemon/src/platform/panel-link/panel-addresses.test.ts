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

test('L18 one address before several instances: all server names, beginning after the one that failed', async () => {
  const addresses = createPanelAddresses('10.0.0.1:31718', async host => [host])
  const round = async () => (await addresses.round(true)).map(({ serverName }) => serverName)
  expect(await round()).toEqual([name, `1.${name}`, `2.${name}`, `3.${name}`, `4.${name}`])
  addresses.failed(at('10.0.0.1:31718'))
  expect(await round()).toEqual([`1.${name}`, `2.${name}`, `3.${name}`, `4.${name}`, name])
  addresses.worked(at('10.0.0.1:31718', `3.${name}`))
  expect((await round())[0]).toBe(`3.${name}`)
})

test('L18 the next server name is tried too where nothing is known of other instances', async () => {
  const addresses = createPanelAddresses('10.0.0.1:31718', async host => [host])
  addresses.failed(at('10.0.0.1:31718'))
  expect(await addresses.round(false)).toEqual([at('10.0.0.1:31718', `1.${name}`)])
})
