// Real nginx and Caddy before a panel, each with the example file that is shipped, on ports of their own.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findProgram, type RunningComponent, type StartPlan, startComponent } from './running-component.ts'

const examples = join(import.meta.dirname, '..', 'docs', 'operate', 'proxies')

/** What was replaced must have been there: an example that is written anew must not silently go untested. */
function adapt(text: string, changes: [string, string][]): string {
  return changes.reduce((adapted, [from, to]) => {
    if (!adapted.includes(from)) throw new Error(`the example does not hold "${from}" any more`)
    return adapted.replaceAll(from, to)
  }, text)
}

export interface RunningProxy extends RunningComponent {
  /** What it has written down about requests. */
  accessLog(): string
  certificatePem: string
}

export interface ProxyKind {
  name: string
  missing: string | null
  start(panelPort: number): Promise<RunningProxy>
}

export const proxyKinds: ProxyKind[] = [
  {
    name: 'nginx',
    missing: findProgram('nginx') ? null : 'nginx is not installed (Debian package nginx-light)',
    start: panelPort => startProxy('nginx', plan => launchNginx(plan, panelPort)),
  },
  {
    name: 'Caddy',
    missing: findProgram('caddy') ? null : 'Caddy is not installed (Debian package caddy)',
    start: panelPort => startProxy('caddy', plan => launchCaddy(plan, panelPort)),
  },
]

async function launchNginx(plan: StartPlan, panelPort: number) {
  const site = adapt(readFileSync(join(examples, 'nginx.conf'), 'utf8'), [
    ['listen 443 ssl;', `listen 127.0.0.1:${plan.port} ssl;`],
    ['listen 80;', `listen unix:${join(plan.folder, 'plain.sock')};`],
    ['/etc/ssl/panel.example/fullchain.pem', join(plan.folder, 'certificate.pem')],
    ['/etc/ssl/panel.example/privkey.pem', join(plan.folder, 'key.pem')],
    ['/var/log/nginx/rookery.log', join(plan.folder, 'access.log')],
    ['http://127.0.0.1:8025', `http://127.0.0.1:${panelPort}`],
  ])
  const temporaries = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(plan.folder, name)};`)
    .join('\n')
  const frame = `daemon off; pid ${join(plan.folder, 'pid')}; error_log stderr;
events {}
http {
${temporaries}
${site}
}
`
  // Its workers give up root: the folder of their pieces must let them through.
  await chmod(plan.folder, 0o711)
  await writeFile(join(plan.folder, 'nginx.conf'), frame)
  return plan.start(findProgram('nginx') ?? '', ['-p', plan.folder, '-c', join(plan.folder, 'nginx.conf')])
}

async function launchCaddy(plan: StartPlan, panelPort: number) {
  const site = adapt(readFileSync(join(examples, 'Caddyfile'), 'utf8'), [
    ['panel.example {', `https://panel.example:${plan.port} {`],
    [
      '# tls /etc/ssl/panel.example/fullchain.pem',
      `bind 127.0.0.1\ntls ${join(plan.folder, 'certificate.pem')}`,
    ],
    ['/etc/ssl/panel.example/privkey.pem', join(plan.folder, 'key.pem')],
    ['127.0.0.1:8025', `127.0.0.1:${panelPort}`],
  ])
  const frame = `{
  admin off
  auto_https disable_redirects
}
${site}`
  const file = join(plan.folder, 'Caddyfile')
  await writeFile(file, frame)
  return plan.start(findProgram('caddy') ?? '', ['run', '--adapter', 'caddyfile', '--config', file])
}

function startProxy(
  name: string,
  launch: (plan: StartPlan) => ReturnType<typeof launchNginx>,
): Promise<RunningProxy> {
  return startComponent<RunningProxy>({
    name,
    systemUser: null,
    start: async plan => {
      createCertificate(plan.folder, 'DNS:panel.example')
      return launch(plan)
    },
    isReady: plan => accepts(plan.port),
    describe: (plan, stop) => ({
      url: `https://panel.example:${plan.port}`,
      port: plan.port,
      stop,
      certificatePem: readFileSync(join(plan.folder, 'certificate.pem'), 'utf8'),
      accessLog: () => {
        try {
          return readFileSync(join(plan.folder, 'access.log'), 'utf8')
        } catch {
          return ''
        }
      },
    }),
  })
}

/** As certificate.pem and key.pem; the name as OpenSSL writes alternative names. */
export function createCertificate(folder: string, name: string): void {
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  const names = ['-subj', '/CN=test', '-addext', `subjectAltName=${name}`]
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  execFileSync('openssl', [...args, ...names, ...files], { stdio: 'ignore' })
}

export function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const finish = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
