// The sentences of `rookery panel backup` and `rookery panel restore`.

/** How to save the rows of a database that has tools of its own. */
export function useItsOwnTool(driver: 'postgres' | 'mysql'): string {
  const command =
    driver === 'postgres'
      ? 'pg_dump --format=custom --file=panel.dump "$DATABASE_URL"'
      : 'mariadb-dump --single-transaction --routines --result-file=panel.sql DATABASE'
  const name = driver === 'postgres' ? 'PostgreSQL' : 'MariaDB'
  return [
    `The panel keeps its rows in ${name}, which is saved with its own tool while the panel runs:`,
    `  ${command}`,
    'Save the settings and secrets beside it: rookery panel backup --settings-only FILE',
  ].join('\n')
}

export function secretsAreElsewhere(names: string[]): string {
  const verb = names.length === 1 ? 'comes' : 'come'
  return `${names.join(' and ')} ${verb} from the environment and not from config.env: keep them yourself, without them the backup cannot be read in full.`
}

export function newerThanThis(unknown: string[]): string {
  return `The backup was made by a newer version (${unknown.join(', ')}). Install that version, then restore.`
}

export function alreadyThere(paths: string[]): string {
  return `There is an installation already: ${paths.join(', ')}. With --force it is replaced, and the old files are kept beside.`
}

export function stillRunning(dataDir: string): string {
  return `Rookery still runs on ${dataDir}. Stop it, then restore.`
}

export function restored(
  dataDir: string,
  madeAt: string,
  savedIn: string | null,
  remarks: readonly string[],
): string {
  const lines = [`The backup of ${madeAt} is restored in ${dataDir}.`]
  if (savedIn !== null) lines.push(`What was there before is in ${savedIn}; remove it when all is well.`)
  lines.push(
    ...remarks,
    'Start Rookery. Sign-ins and personal access tokens that were revoked after the backup are valid again: see docs/operate/backup.md.',
  )
  return lines.join('\n')
}

export function loadTheDump(driver: 'postgres' | 'mysql', file: string): string {
  const command =
    driver === 'postgres'
      ? `pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" ${file}`
      : `mariadb DATABASE < ${file}`
  return `The database was left as it is. To load the dump into an empty one, and then remove the file:\n  ${command}`
}

export function databaseLoaded(where: { host: string; port: number }): string {
  return `The database at ${where.host}:${where.port} is as it was in the backup.`
}

export function secretsBeside(names: readonly string[], file: string): string {
  return `${names.join(' and ')} came from the environment of the panel and not from config.env: set them as they are in ${file}, then remove it.`
}
