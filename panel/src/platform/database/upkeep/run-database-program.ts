// Runs a program of PostgreSQL or MariaDB, such as pg_dump or mariadb, for the database of an address.

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { DatabaseOpenError } from '../database-errors.ts'
import type { DatabaseAddress } from '../remote/database-url.ts'
import { connectionArguments, connectionVariables, type RemoteDriver } from './connection-rules.ts'

export interface DatabaseProgram {
  /** The first that this machine has. */
  names: readonly string[]
  /** After those that say where the database is. */
  args: readonly string[]
  /** Open files for its standard input and output. */
  input?: number
  output?: number
}

const packages = { postgres: 'postgresql-client', mysql: 'mariadb-client' }
const complaintLines = 3
const largestOutput = 16 * 1024 * 1024

/** It ran and has failed. */
export class ProgramFailure extends Error {
  readonly program: string
  readonly complaints: string

  constructor(program: string, complaints: string) {
    super(`${program} failed: ${complaints}`)
    this.program = program
    this.complaints = complaints
  }
}

/** Gives what it wrote, unless that went into a file. */
export async function runDatabaseProgram(
  driver: RemoteDriver,
  address: DatabaseAddress,
  program: DatabaseProgram,
): Promise<string> {
  return withAuthorities(address, async authorities => {
    const env = { ...process.env, ...connectionVariables(driver, address, authorities) }
    const args = [...connectionArguments(driver, address, authorities), ...program.args]
    for (const name of program.names) {
      const output = await run(name, { ...program, args }, env)
      if (output !== missing) return output
    }
    throw new DatabaseOpenError(
      `${program.names[0]} is not installed on this machine; install the client of the database (Debian package ${packages[driver]})`,
    )
  })
}

/** A file of what the panel itself believes: these programs have lists of their own, or none. */
async function withAuthorities<Result>(
  { tls, authoritiesFile }: DatabaseAddress,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  if (tls !== 'checked' || authoritiesFile !== null) return work(authoritiesFile ?? '')
  const folder = await mkdtemp(join(tmpdir(), 'rookery-authorities-'))
  try {
    const file = join(folder, 'authorities.pem')
    await writeFile(file, getCACertificates('default').join('\n'), { mode: 0o600 })
    return await work(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const missing = Symbol('missing')

function run(
  name: string,
  { args, input, output }: DatabaseProgram,
  env: NodeJS.ProcessEnv,
): Promise<string | typeof missing> {
  const child = spawn(name, args, { env, stdio: [input ?? 'ignore', output ?? 'pipe', 'pipe'] })
  const written: Buffer[] = []
  let writtenBytes = 0
  let complaints = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    writtenBytes += chunk.length
    if (writtenBytes <= largestOutput) written.push(chunk)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = `${complaints}${chunk.toString()}`.slice(-10_000)
  })
  return new Promise((resolve, reject) => {
    child.on('error', error => {
      if ('code' in error && error.code === 'ENOENT') resolve(missing)
      else reject(new ProgramFailure(name, error.message))
    })
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(written).toString())
      const text = complaints.trim().split('\n').slice(-complaintLines).join(' ')
      reject(new ProgramFailure(name, text || `it ended with ${code ?? signal}`))
    })
  })
}
