// A real ACME directory for tests: Pebble of Let's Encrypt, and a name server that leads every name to this machine.

import { type ChildProcess, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:https'
import { delimiter, join } from 'node:path'
import { findProgram, freePort, type RunningComponent, startComponent } from './running-component.ts'
import { accepts, createCertificate } from './web-proxies.ts'

const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)]
const findPebble = () => findProgram('pebble', folders)
const findNameServer = () => findProgram('pebble-challtestsrv', folders)

/** Why it cannot be started here, or null. */
export function missingPebble(): string | null {
  return findPebble() && findNameServer() ? null : 'Pebble is not installed (Debian package pebble)'
}

interface NameServer extends RunningComponent {
  /** Leads one name elsewhere; null leads it here again. */
  lead(name: string, address: string | null): Promise<void>
}

function startNameServer(): Promise<NameServer> {
  let dnsPort = 0
  return startComponent<NameServer>({
    name: 'names',
    systemUser: null,
    async start(plan) {
      dnsPort = await freePort()
      // Its first versions have another name for this, and none for what speaks DNS over HTTPS.
      const isFirst = !nameServerHelp().includes('-dnsserver ')
      return plan.start(findNameServer() ?? '', [
        ...[
          '-management',
          `127.0.0.1:${plan.port}`,
          isFirst ? '-dns01' : '-dnsserver',
          `127.0.0.1:${dnsPort}`,
        ],
        ...['-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''],
        // It could also answer challenges, which is what is tested here.
        ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
        ...(isFirst ? [] : ['-doh', '']),
      ])
    },
    isReady: plan => accepts(plan.port),
    describe: (plan, stop) => ({
      url: `127.0.0.1:${dnsPort}`,
      port: dnsPort,
      stop,
      async lead(name, address) {
        const host = `${name}.`
        const [path, body] =
          address === null ? ['clear-a', { host }] : ['add-a', { host, addresses: [address] }]
        const answer = await fetch(`http://127.0.0.1:${plan.port}/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(`the name server answers ${answer.status}`)
      },
    }),
  })
}

const nameServerHelp = (): string => spawnSync(findNameServer() ?? '', ['-help'], { encoding: 'utf8' }).stderr

export interface PebbleOptions {
  /** Where it looks for challenges, instead of port 80. */
  challengePort: number
  certificateSeconds: number
}

export interface RunningPebble extends RunningComponent {
  /** Its own certificate, for NODE_EXTRA_CA_CERTS. */
  caFile: string
  /** Of the certificates that it makes out. */
  rootPem(): Promise<string>
  lead: NameServer['lead']
  /** All that it has written. */
  log(): string
}

/** The address of its directory is `url`. */
export async function startPebble({
  challengePort,
  certificateSeconds,
}: PebbleOptions): Promise<RunningPebble> {
  const names = await startNameServer()
  let log = ''
  let managementPort = 0
  const listenTo = (child: ChildProcess) => {
    child.stdout?.on('data', chunk => {
      log += String(chunk)
    })
    return child
  }
  const stopBoth = async (stop: () => Promise<void>) => {
    await stop()
    await names.stop()
  }
  try {
    return await startComponent<RunningPebble>({
      name: 'pebble',
      systemUser: null,
      async start(plan) {
        createCertificate(plan.folder, 'IP:127.0.0.1')
        managementPort = await freePort()
        const pebble = {
          listenAddress: `127.0.0.1:${plan.port}`,
          managementListenAddress: `127.0.0.1:${managementPort}`,
          certificate: join(plan.folder, 'certificate.pem'),
          privateKey: join(plan.folder, 'key.pem'),
          httpPort: challengePort,
          tlsPort: await freePort(),
          // Of versions before 2.5, and of those after.
          certificateValidityPeriod: certificateSeconds,
          profiles: { default: { description: 'of this test', validityPeriod: certificateSeconds } },
        }
        const file = join(plan.folder, 'pebble.json')
        await writeFile(file, JSON.stringify({ pebble }))
        // It looks at every name anew and does not dawdle; that it refuses some nonces for practice stays.
        const variables = ['PEBBLE_VA_NOSLEEP=1', 'PEBBLE_AUTHZREUSE=0']
        const command = [findPebble() ?? '', '-config', file, '-dnsserver', names.url]
        return listenTo(plan.start('env', [...variables, ...command]))
      },
      isReady: async plan => (await accepts(plan.port)) && (await accepts(managementPort)),
      describe: (plan, stop) => ({
        url: `https://127.0.0.1:${plan.port}/dir`,
        port: plan.port,
        stop: () => stopBoth(stop),
        caFile: join(plan.folder, 'certificate.pem'),
        rootPem: () => read(`https://127.0.0.1:${managementPort}/roots/0`),
        lead: names.lead,
        log: () => log,
      }),
    })
  } catch (error) {
    await names.stop()
    throw error
  }
}

function read(url: string): Promise<string> {
  // Its own certificate was made a moment ago, for this test alone.
  const agent = new Agent({ rejectUnauthorized: false })
  return new Promise((resolve, reject) => {
    get(url, { agent }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += String(chunk)
      })
      answer.on('end', () => resolve(text))
      answer.on('error', reject)
    }).on('error', reject)
  })
}
