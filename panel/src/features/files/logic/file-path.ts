// Paths as people write them, put together; whether they may be walked is checked on the node alone.

export function pathIn(folder: string, name: string): string {
  const cleaned = folder.replace(/\/+$/, '')
  return cleaned === '' || cleaned === '.' ? name : `${cleaned}/${name}`
}

/** The last name of a path; '' for the folder that everything is in. */
export function nameOfPath(path: string): string {
  const name = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return name === '.' || name === '..' ? '' : name
}
