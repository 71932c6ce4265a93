// What `--check-config` says about a configuration: for people as lines, for `rookery doctor` as facts without secrets.

import type { PanelCheckReport } from '@rookery/contracts/up-protocol.ts'
import type { Config, ConfigReading } from './config.ts'

const standardPorts = { postgres: 5432, mysql: 3306 }

export function reportOnConfig(reading: ConfigReading, schema: string[] = []): PanelCheckReport {
  if ('problems' in reading) return { problems: reading.problems, warnings: [], schema, facts: null }
  const { config, warnings } = reading
  return {
    problems: [],
    warnings: warnings.map(warning => warning.message),
    schema,
    facts: {
      dataDir: config.dataDir,
      configFile: config.configFile,
      http: {
        bindIp: config.http.bindIp,
        port: config.http.port,
        tlsCertFile: config.http.tls?.certFile ?? null,
        tlsKeyFile: config.http.tls?.keyFile ?? null,
        acme: config.http.acme && acmeFacts(config.http.acme),
      },
      grpc: { bindIp: config.grpc.bindIp, port: config.grpc.port },
      database: databaseFacts(config.database),
    },
  }
}

function acmeFacts({ domain, directory, folder, httpPort }: NonNullable<Config['http']['acme']>) {
  return { domain, directory, folder, httpPort }
}

function databaseFacts(database: Config['database']) {
  if (database.driver === 'sqlite') return { driver: database.driver, file: database.file }
  const url = URL.parse(database.url.reveal())
  return {
    driver: database.driver,
    host: url?.hostname.replace(/^\[|\]$/g, '') || 'localhost',
    port: Number(url?.port) || standardPorts[database.driver],
  }
}

/** One line each, problems first; the last line is the verdict. */
export function describeReport(report: PanelCheckReport): string[] {
  const verdict = report.facts
    ? `${report.facts.configFile}: no problems`
    : `${report.problems.length} ${report.problems.length === 1 ? 'problem' : 'problems'}; the panel does not start`
  return [
    ...report.problems.map(problem => `problem: ${problem}`),
    ...report.warnings.map(warning => `warning: ${warning}`),
    verdict,
  ]
}
