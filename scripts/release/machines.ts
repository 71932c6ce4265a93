// The machines that a release is made for, and what each kind of package calls them.

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

export interface MachineNames {
  deb: string
  rpm: string
  oci: string
  /** `e_machine` of an ELF file. */
  elf: number
}

export const machineNames: Record<Architecture, MachineNames> = {
  x64: { deb: 'amd64', rpm: 'x86_64', oci: 'amd64', elf: 62 },
  arm64: { deb: 'arm64', rpm: 'aarch64', oci: 'arm64', elf: 183 },
}

export const otherArchitecture = (architecture: Architecture): Architecture =>
  architecture === 'x64' ? 'arm64' : 'x64'

/** What is released: everything, or what a node needs. */
export type Kind = 'rookery' | 'rookery-daemon'
export const kinds: readonly Kind[] = ['rookery', 'rookery-daemon']

export function archiveName(kind: Kind, version: string, architecture: Architecture): string {
  return `${kind}-${version}-linux-${architecture}.tar.gz`
}

/** For which machine a file is made, null when it is no program or library. */
export function elfMachine(beginning: Uint8Array): number | null {
  const isElf = beginning.length >= 20 && beginning[0] === 0x7f && beginning[1] === 0x45
  if (!isElf || beginning[2] !== 0x4c || beginning[3] !== 0x46) return null
  const view = new DataView(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  return view.getUint16(18, beginning[5] === 1)
}

/** `1.0.0-rc.1` is older than `1.0.0`, which packages write with a tilde. */
export const packageVersion = (version: string): string => version.replace('-', '~')
