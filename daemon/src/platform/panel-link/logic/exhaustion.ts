// What to do when this process, or the whole machine, can open no more files.

const exhaustionCauses: Record<string, string> = {
  EMFILE:
    'the daemon has as many files and connections open as it may: raise its limit (LimitNOFILE in its systemd unit, or ulimit -n) and restart it',
  ENFILE: 'the node has as many files open as its kernel allows: raise fs.file-max, or end what holds them',
}

/**
 * The message for people when this process, or the whole machine, can open no more files, also where the error was
 * wrapped by others; null when it is another fault.
 */
export function exhaustionMessage(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const message = exhaustionCauses[(one as NodeJS.ErrnoException).code ?? '']
    if (message !== undefined) return message
  }
  return null
}
