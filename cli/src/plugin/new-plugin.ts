// `rookery plugin new NAME`: a folder with a plugin that works, to be changed into another one.

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { installationRoot, pluginSdkFolder } from '../programs.ts'

const sdkFolder = join(pluginSdkFolder, 'assembly')
/** The types of the language, which editors show; the compiler has its own. */
const languageTypes = join(installationRoot, 'node_modules/assemblyscript/std/assembly/index.d.ts')
const starterFolder = join(pluginSdkFolder, 'starter')

const namePattern = /^[a-z][a-z0-9-]{2,39}$/

/** The status of the command. */
export async function newPlugin(name: string, print: Print, parent = '.'): Promise<number> {
  if (!namePattern.test(name)) {
    print(`${JSON.stringify(name)} cannot be its name: 3 to 40 lower-case letters, digits and dashes`)
    return 1
  }
  const folder = resolve(parent, name)
  try {
    await mkdir(folder)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    print(
      isThere ? `${folder} is there already: choose another name` : `${folder}: ${(error as Error).message}`,
    )
    return 1
  }
  await cp(starterFolder, folder, { recursive: true })
  await addSdk(folder)
  const manifestFile = join(folder, 'plugin.json')
  const manifest = await readFile(manifestFile, 'utf8')
  const title = name.replaceAll('-', ' ')
  await writeFile(
    manifestFile,
    manifest.replace('"my-plugin"', JSON.stringify(name)).replace('"My plugin"', JSON.stringify(title)),
  )
  print(`${name} is made. Next: rookery plugin build ${name}`)
  return 0
}

export type Print = (line: string) => void

/** The SDK gets into a plugin; what it has of it stays as it is: a plugin is built with the SDK that it was written for. */
export async function addSdk(pluginFolder: string): Promise<void> {
  const folder = join(pluginFolder, 'assembly', 'sdk')
  await cp(sdkFolder, folder, { recursive: true, force: false })
  await cp(languageTypes, join(folder, 'assemblyscript.d.ts'), { force: false })
}
