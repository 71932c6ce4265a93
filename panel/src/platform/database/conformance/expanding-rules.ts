// Whether one shape of a database is another one with something added: then a program made for the first works on it.

export interface ColumnShape {
  type: string
  isNullable: boolean
  hasDefault: boolean
}

export interface ReferenceShape {
  column: string
  target: string
  /** In capitals, as databases list it: CASCADE, SET NULL, RESTRICT, NO ACTION. */
  onDelete: string
}

export interface TableShape {
  columns: Readonly<Record<string, ColumnShape>>
  /** The columns of each unique rule, the primary key included. */
  uniques: readonly (readonly string[])[]
  references: readonly ReferenceShape[]
}

export type SchemaShape = Readonly<Record<string, TableShape>>

/** A sentence for each thing on which reads, inserts or deletes of the earlier program would fail. */
export function expansionProblems(before: SchemaShape, after: SchemaShape): string[] {
  const ofTables = Object.entries(before).flatMap(([name, table]) => {
    const changed = after[name]
    return changed === undefined ? [`the table ${name} is gone`] : tableProblems(name, table, changed)
  })
  return [...ofTables, ...deleteProblems(before, after)]
}

function tableProblems(name: string, before: TableShape, after: TableShape): string[] {
  return [
    ...Object.entries(before.columns).flatMap(([column, shape]) =>
      columnProblems(`${name}.${column}`, shape, after.columns[column]),
    ),
    ...Object.entries(after.columns)
      .filter(([column, shape]) => !(column in before.columns) && !shape.isNullable && !shape.hasDefault)
      .map(([column]) => `${name}.${column} is new, must not be empty, and has no default`),
    ...uniqueProblems(name, before, after),
  ]
}

function columnProblems(name: string, before: ColumnShape, after: ColumnShape | undefined): string[] {
  if (after === undefined) return [`${name} is gone`]
  if (after.type !== before.type) return [`${name} was ${before.type} and is ${after.type}`]
  if (before.isNullable && !after.isNullable) return [`${name} must not be empty any more`]
  if (before.hasDefault && !after.hasDefault && !after.isNullable) return [`${name} has lost its default`]
  return []
}

/** The earlier program leaves new columns empty, and empty values are never twice the same. */
function uniqueProblems(name: string, before: TableShape, after: TableShape): string[] {
  const existing = new Set(before.uniques.map(columns => columns.join()))
  return after.uniques
    .filter(columns => !existing.has(columns.join()))
    .filter(
      columns => !columns.some(column => !(column in before.columns) && after.columns[column]?.isNullable),
    )
    .map(columns => `${name} is newly unique by ${columns.join(', ')}`)
}

/** Rows that the earlier program does not know must not keep it from deleting those that it knows. */
function deleteProblems(before: SchemaShape, after: SchemaShape): string[] {
  return Object.entries(after).flatMap(([name, { references }]) => {
    const existing = new Set(before[name]?.references.map(({ column, target }) => `${column} ${target}`))
    return references
      .filter(({ column, target }) => target in before && !existing.has(`${column} ${target}`))
      .flatMap(({ column, target, onDelete }) => [
        ...(onDelete === 'CASCADE' || onDelete === 'SET NULL'
          ? []
          : [`${name}.${column} keeps rows of ${target} from being deleted`]),
        ...(before[name] && column in before[name].columns
          ? [`${name}.${column} must newly be in ${target}`]
          : []),
      ])
  })
}
