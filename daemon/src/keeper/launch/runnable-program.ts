// Finds the program of a start command and says in words why it would not run.
//
// process.execve aborts with a stack trace when the kernel refuses, so everything is checked before.

import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { elfInterpreter } from './elf-interpreter-rules.ts'

const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const headBytes = 4096

/** 127: not found, 126: found but not runnable, as shells have it. */
export class ProgramProblem extends Error {
  readonly exitCode: 126 | 127

  constructor(exitCode: 126 | 127, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Bare names are searched in the game's own PATH; anything with a slash is taken from the current folder. */
export function findProgram(name: string, searchPath = defaultPath): string {
  if (name.includes('/')) {
    const file = resolve(name)
    checkRunnable(file)
    return file
  }
  const candidates = searchPath.split(':').map(folder => resolve(folder, name))
  const found = candidates.find(isProgram)
  if (found === undefined) throw new ProgramProblem(127, `${name} was not found in PATH (${searchPath})`)
  checkRunnable(found)
  return found
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function checkRunnable(file: string): void {
  const stat = statOrProblem(file)
  if (!stat.isFile()) throw new ProgramProblem(126, `${file} is not a file`)
  try {
    accessSync(file, constants.X_OK)
  } catch {
    throw new ProgramProblem(
      126,
      `${file} is not executable for user ${process.getuid?.()}: set its x permission`,
    )
  }
  const needed = neededProgram(file)
  if (needed !== null && !isProgram(needed)) {
    throw new ProgramProblem(
      126,
      `${file} needs ${needed}, which is missing on this machine or not executable`,
    )
  }
}

function statOrProblem(file: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new ProgramProblem(127, `${file} does not exist`)
    throw new ProgramProblem(126, `${file} cannot be reached by user ${process.getuid?.()} (${code})`)
  }
}

/** The interpreter of a script or the loader of a binary; null when none is needed or the file may not be read. */
function neededProgram(file: string): string | null {
  const head = readHead(file)
  if (head === null) return null
  if (head.subarray(0, 2).toString('latin1') === '#!') {
    const line = head.subarray(2).toString('latin1').split('\n', 1)[0] ?? ''
    return line.trim().split(/[ \t]/, 1)[0] || null
  }
  if (head.subarray(0, 4).toString('latin1') === '\x7fELF') return elfInterpreter(head)
  if (isText(head)) {
    throw new ProgramProblem(126, `${file} is a script without a first line such as #!/bin/sh`)
  }
  return null
}

function readHead(file: string): Buffer | null {
  try {
    const fd = openSync(file, 'r')
    const head = Buffer.alloc(headBytes)
    const length = readSync(fd, head)
    closeSync(fd)
    return head.subarray(0, length)
  } catch {
    return null
  }
}

/** Other kinds of binaries may be registered with the kernel, so only plain text is checked. */
function isText(head: Buffer): boolean {
  return head.every(byte => byte >= 32 || byte === 9 || byte === 10 || byte === 13)
}
