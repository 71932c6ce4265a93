// A real S3 server for tests, files as objects: S3Proxy, which starts at once, or versitygw, which is built first.

import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildGoProgram, cachedTool, fetchFile, findGo, whyNotFetched } from './cached-tool.ts'
import { proofSize } from './proof-size.ts'
import { findProgram, type RunningComponent, startComponent } from './running-component.ts'

export const s3Keys = { accessKey: 'rookerytest', secretKey: 'rookery-test-secret-0123456789' }
export const s3Bucket = 'rookery-test'
/** Of versitygw: each reaches what is below its own name in the bucket. */
export const s3Users = { node1: 'the secret key of node 1', node2: 'the secret key of node 2' }

const s3Proxy = {
  url: 'https://repo1.maven.org/maven2/org/gaul/s3proxy/4.1.0/s3proxy-4.1.0-jar-with-dependencies.jar',
  sha256: 'a4d025969aaf796616ed4b1e2491d87d455ce84bb28cb9db086b2e6aaa68b48d',
}
const versityGateway = {
  module: 'github.com/versity/versitygw',
  version: 'v1.2.0',
  sum: 'h1:ulYRYNqm24aDhCjddiQrQjuYmU12c4F2g83U2h8+Nuc=',
  package: './cmd/versitygw',
}

export interface RunningS3 extends RunningComponent {
  /** The files of the bucket. */
  bucketFolder: string
}

const proxyProgram = () =>
  cachedTool('s3proxy-4.1.0.jar', folder => fetchFile(folder, s3Proxy.url, s3Proxy.sha256))
const gatewayProgram = () => cachedTool('versitygw-1.2.0', folder => buildGoProgram(folder, versityGateway))

const proxyProblem =
  findProgram('java') === null
    ? 'Java is not installed (Debian package default-jre-headless)'
    : await whyNotFetched(proxyProgram)
const gatewayProblem =
  findGo() === null
    ? 'versitygw cannot be built here: Go is not installed'
    : await proofSize({ short: async () => null, proof: () => whyNotFetched(gatewayProgram) })()

/** Why it cannot be started here, or null. */
export function missingS3Proxy(): string | null {
  return proxyProblem
}

/** Only proofs use it. */
export function missingVersityGateway(): string | null {
  return gatewayProblem
}

export async function startS3Proxy(): Promise<RunningS3> {
  const program = await proxyProgram()
  return startS3(async plan => {
    const file = join(plan.folder, 's3proxy.conf')
    const settings = {
      's3proxy.endpoint': `http://127.0.0.1:${plan.port}`,
      's3proxy.authorization': 'aws-v2-or-v4',
      's3proxy.identity': s3Keys.accessKey,
      's3proxy.credential': s3Keys.secretKey,
      'jclouds.provider': 'filesystem-nio2',
      'jclouds.filesystem.basedir': join(plan.folder, 'objects'),
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(file, lines.join(''))
    return plan.start('java', ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-jar', program, '--properties', file])
  })
}

export async function startVersityGateway(): Promise<RunningS3> {
  const program = await gatewayProgram()
  return startS3(async plan => {
    const [users, sidecar] = [join(plan.folder, 'users'), join(plan.folder, 'sidecar')]
    mkdirSync(users)
    const accounts = Object.entries(s3Users).map(([access, secret]) => [access, accountOf(access, secret)])
    await writeFile(
      join(users, 'users.json'),
      JSON.stringify({ accessAccounts: Object.fromEntries(accounts) }),
    )
    mkdirSync(join(sidecar, s3Bucket, 'meta'), { recursive: true })
    await writeFile(join(sidecar, s3Bucket, 'meta/policy'), JSON.stringify(policy))
    return plan.start('env', [
      ...[`ROOT_ACCESS_KEY=${s3Keys.accessKey}`, `ROOT_SECRET_KEY=${s3Keys.secretKey}`],
      ...[program, '--quiet', '--port', `127.0.0.1:${plan.port}`, '--iam-dir', users],
      ...['posix', '--sidecar', sidecar, join(plan.folder, 'objects')],
    ])
  })
}

const accountOf = (access: string, secret: string) => ({
  ...{ access, secret, role: 'user', userID: 0, groupID: 0, projectID: 0 },
})

/** As an administrator of a bucket limits keys to a prefix. */
const policy = {
  Version: '2012-10-17',
  Statement: Object.keys(s3Users).flatMap(user => [
    {
      ...{ Effect: 'Allow', Principal: { AWS: [user] }, Action: ['s3:ListBucket', 's3:GetBucketLocation'] },
      Resource: `arn:aws:s3:::${s3Bucket}`,
    },
    {
      ...{ Effect: 'Allow', Principal: { AWS: [user] } },
      Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      Resource: `arn:aws:s3:::${s3Bucket}/${user}/*`,
    },
  ]),
}

type Start = Parameters<typeof startComponent<RunningS3>>[0]['start']

function startS3(start: Start): Promise<RunningS3> {
  return startComponent<RunningS3>({
    name: 's',
    systemUser: null,
    async start(plan) {
      mkdirSync(join(plan.folder, 'objects', s3Bucket), { recursive: true })
      return start(plan)
    },
    isReady: async plan => (await fetch(`http://127.0.0.1:${plan.port}/`)).status === 403,
    describe: (plan, stop) => ({
      url: `http://127.0.0.1:${plan.port}`,
      port: plan.port,
      bucketFolder: join(plan.folder, 'objects', s3Bucket),
      stop,
    }),
  })
}
